// Enhances the inbox: keyboard shortcuts, and buttons without a page load. Optional: every
// button is an HTML form, and the page has the whole list.

const main = document.querySelector("main");
const parseResponse = async (response) =>
  new DOMParser().parseFromString(await response.text(), "text/html");
const rows = () => [...main.querySelectorAll(".rows > li")];
const rowWithFocus = () => document.activeElement?.closest(".rows > li");
const setStatus = (text) => {
  const status = document.getElementById("live-status");
  if (status !== null) status.textContent = text;
};

/** Prepares new content, also that of inbox-live.js; dashboard.js and keys.js listen too. */
function prepare(part) {
  part.dispatchEvent(new Event("shown", { bubbles: true }));
}
main.addEventListener("shown", ({ target: part }) => {
  for (const hidden of part.querySelectorAll(".bulk > .all")) hidden.hidden = false;
  updateSelection();
});

// Selection

function updateSelection() {
  const boxes = [...main.querySelectorAll(".rows [name=id]")];
  const selected = boxes.filter((box) => box.checked).length;
  const all = document.getElementById("select-all");
  if (all === null) return;
  all.checked = selected > 0 && selected === boxes.length;
  all.indeterminate = selected > 0 && selected < boxes.length;
  main.querySelector("option[value=selected]").textContent =
    selected === 0 ? "Selected" : `Selected (${selected})`;
}
main.addEventListener("change", ({ target }) => {
  if (target.id === "select-all") {
    for (const box of main.querySelectorAll(".rows [name=id]")) box.checked = target.checked;
  }
  if (target.name === "id" || target.id === "select-all") {
    main.querySelector("#scope").value = "selected";
    updateSelection();
  }
});

// The switch of the density; dashboard.js keeps it.
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!form.matches(".density") || submitter === null) return;
  // Whole messages are not in the page.
  if ([submitter, form.querySelector("[aria-pressed=true]")].some((one) => one.value === "full"))
    return;
  event.preventDefault();
  for (const button of form.querySelectorAll("button")) {
    button.ariaPressed = String(button === submitter);
    main.querySelector(".rows")?.classList.toggle(button.value, button === submitter);
  }
});

// Bulk actions: the content of the response replaces the content of the page.

let isBusy = false;
document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || !form.matches("[data-in-place]")) return;
  if (submitter?.hasAttribute("formaction")) return;
  event.preventDefault();
  if (isBusy) return;
  isBusy = true;
  main.setAttribute("aria-busy", "true");
  const body = new URLSearchParams(new FormData(form, submitter));
  if (submitter?.dataset.confirmed !== undefined) body.set("confirmed", "yes");
  let isShown = false;
  const focus = { row: rows().indexOf(rowWithFocus()), action: submitter?.value };
  try {
    isShown = await show(await fetch(form.action, { method: "POST", body }), focus);
    if (!isShown) postAsPage(form.action, body);
  } catch {
    setStatus("The server could not be reached. Try again.");
  } finally {
    isBusy = false;
    main.removeAttribute("aria-busy");
  }
  // A long action needs several requests.
  if (isShown) main.querySelector("form[data-continue]")?.requestSubmit();
});

/** Posts as a page of its own, so that the sign-in page keeps what was posted. */
function postAsPage(action, body) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  for (const [name, value] of body) {
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

/** Returns false if the response is the sign-in page: the session has ended. */
async function show(response, focus) {
  const page = await parseResponse(response);
  const content = page.querySelector(".frame > main");
  if (content === null) return false;
  main.replaceChildren(...content.childNodes);
  document.title = page.title;
  if (response.redirected) history.replaceState(null, "", response.url);
  prepare(main);
  main.dispatchEvent(new CustomEvent("replaced", { detail: page }));
  const next = rows()[Math.min(focus.row, rows().length - 1)];
  const target = next?.querySelector("a") ?? main.querySelector(`.bulk [value="${focus.action}"]`);
  target?.focus();
  return true;
}

// Keyboard shortcuts, see keys.js

function moveFocus(step) {
  const list = rows();
  const index = list.indexOf(rowWithFocus());
  const next = list[index === -1 ? (step > 0 ? 0 : list.length - 1) : index + step];
  next?.querySelector("a").focus();
  return next;
}
function toggleRow() {
  const box = rowWithFocus()?.querySelector("[name=id]");
  box?.click();
  return box;
}
/** Runs the first available action on the selection, or on the focused row if nothing is selected. */
function run(...actions) {
  const button = actions.map((name) => main.querySelector(`.bulk [value=${name}]`)).find(Boolean);
  if (button == null) return undefined;
  if (main.querySelector(".rows [name=id]:checked") === null && toggleRow() == null) {
    return undefined;
  }
  main.querySelector("#scope").value = "selected";
  button.form.requestSubmit(button);
  return button;
}
/** Whether the selection, or the focused row if nothing is selected, is done already. */
function areAllDone() {
  const selected = rows().filter((row) => row.querySelector("[name=id]").checked);
  const acted = selected.length > 0 ? selected : [rowWithFocus()];
  return acted.every((row) => row?.classList.contains("done"));
}
function focusSearch() {
  const search = document.getElementById("query");
  search?.focus();
  search?.select();
  return search;
}
const KEYS = {
  j: () => moveFocus(1),
  k: () => moveFocus(-1),
  x: toggleRow,
  e: () => run(...(areAllDone() ? ["unread", "read"] : ["read", "unread"])),
  s: () => run("spam", "ham"),
  "#": () => run("trash", "restore"),
  "/": focusSearch,
};
document.addEventListener("shortcut", (event) => {
  if (Object.hasOwn(KEYS, event.detail) && KEYS[event.detail]() != null) event.preventDefault();
});
// The page of a submission leads here to search.
if (location.hash === "#query") focusSearch();

prepare(main);
