// Enhances the inbox: keyboard shortcuts, buttons without a page load, and live updates, which move nothing on the
// page by themselves. Optional: every button is an HTML form, and the page has the whole list. Idiomorph stands
// before this file.

const main = document.querySelector("main");
const parse = async (response) =>
  new DOMParser().parseFromString(await response.text(), "text/html");
const rows = (part = main) => [...part.querySelectorAll(".rows > li")];
const rowWithFocus = () => document.activeElement?.closest(".rows > li");
const setStatus = (text) => {
  const status = document.getElementById("live-status");
  if (status !== null) status.textContent = text;
};

/** Prepares new content; dashboard.js and keys.js listen too. */
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
    selected === 0 ? "the selected" : `the selected (${selected})`;
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

const isBusy = () => main.ariaBusy === "true";
document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || !form.matches("[data-in-place]")) return;
  if (submitter?.hasAttribute("formaction")) return;
  event.preventDefault();
  if (isBusy()) return;
  main.ariaBusy = "true";
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
    main.ariaBusy = null;
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
  const page = await parse(response);
  const content = page.querySelector(".frame > main");
  if (content === null) return false;
  main.replaceChildren(...content.childNodes);
  if (response.redirected) history.replaceState(null, "", response.url);
  // The new page includes what was announced.
  waiting = [];
  arrived = 0;
  showCounts(page);
  prepare(main);
  const next = rows()[Math.min(focus.row, rows().length - 1)];
  const target = next?.querySelector("a") ?? main.querySelector(`.bulk [value="${focus.action}"]`);
  target?.focus();
  return true;
}

/** Shows the counts in the title and in the menu. */
function showCounts(page) {
  document.title = page.title;
  const [current, updated] = [document, page].map((one) =>
    one.querySelector("[data-unread-count]"),
  );
  current.replaceWith(updated);
}

// Live updates: events trigger a reload of the list.

const REFRESH_DELAY_MS = 1_000;
/** Ages change, and what the stream has missed is found. */
const REFRESH_INTERVAL_MS = 60_000;
const RETRY_MS = 15_000;
const MAX_RETRY_MS = 300_000;
const MAX_ROWS = 200;

let source;
let retryMs = RETRY_MS;
let retryTimer;
let refreshTimer;
let isSignedOut = false;
let mayRemove = false;
/** Rows that arrived since the page was loaded and are not in the list yet, newest first. */
let waiting = [];
/** The end of "all matching" once these rows are in the list. */
let until = "";
/** How many submissions have arrived since a later page was loaded. */
let arrived = 0;

function open() {
  const address = document.getElementById("list")?.dataset.events;
  if (address === undefined || isSignedOut || source !== undefined || document.hidden) return;
  source = new EventSource(address);
  source.addEventListener("open", () => {
    retryMs = RETRY_MS;
    // The stream has no events from before it was opened.
    refreshSoon();
  });
  for (const event of ["submission.created", "submission.updated", "submission.deleted", "reset"]) {
    source.addEventListener(event, refreshSoon);
  }
  source.addEventListener("error", () => {
    // In any other state the browser reconnects.
    if (source?.readyState !== EventSource.CLOSED) return;
    close();
    retryTimer = setTimeout(open, retryMs);
    retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
    // Detects the end of the session.
    void refresh();
  });
}
function close() {
  source?.close();
  source = undefined;
  clearTimeout(retryTimer);
  clearTimeout(refreshTimer);
  refreshTimer = undefined;
}
function refreshSoon() {
  refreshTimer ??= setTimeout(() => {
    refreshTimer = undefined;
    void refresh();
  }, REFRESH_DELAY_MS);
}

async function refresh() {
  if (isBusy() || document.getElementById("list") === null) return;
  const response = await fetch(location.href).catch(() => undefined);
  if (response === undefined) return;
  if (response.redirected) {
    isSignedOut = true;
    close();
    setStatus("You are signed out. Reload the page to sign in.");
    return;
  }
  // If a bulk action has started meanwhile, its response is newer than this one.
  if (!response.ok || isBusy()) return;
  update(await parse(response));
}

/** What people have selected or typed, and what scripts have shown. */
const STATE = new Set(["checked", "value", "selected", "open", "hidden"]);
const idOf = (row) => Number(row.querySelector("[name=id]").value);

/** The user has acted in the reading pane: the row may have left the list. */
document.addEventListener("acted", async () => {
  mayRemove = true;
  await refresh();
  mayRemove = false;
});

/** Updates counts and rows, and announces new ones; nothing on the page moves. */
function update(page) {
  const before = countOf();
  const [current, updated] = [rows(), rows(page)];
  const isRow = (node) => current.length > 0 && node.parentNode.matches(".rows");
  showCounts(page);
  const position = page.querySelector(".position").textContent;
  for (const shown of main.querySelectorAll(".position")) shown.textContent = position;
  for (const part of updated.length === 0 ? [".tabs"] : [".tabs", "#list"]) {
    Idiomorph.morph(main.querySelector(part), page.querySelector(part), {
      callbacks: {
        beforeAttributeUpdated: (name) => !STATE.has(name),
        beforeNodeMorphed: (node) => node.className !== "arrivals",
        beforeNodeAdded: (node) => !isRow(node),
        beforeNodeRemoved: (node) => mayRemove || !isRow(node),
      },
    });
  }
  prepare(main);
  if (current.length === 0) {
    if (updated.length > 0) setStatus(`${updated.length} new.`);
    return;
  }
  if (/[?&](?:cursor|page)=/.test(location.search)) {
    arrived += Math.max(0, countOf() - before);
    announceArrivals(`${arrived} new`, arrived, goToFirstPage);
    return;
  }
  const newest = Math.max(...current.map(idOf));
  waiting = updated.filter((row) => idOf(row) > newest);
  until = page.querySelector("[name=until]")?.value ?? until;
  // With a whole page of new rows, others may be missing between these and the current ones.
  const hasGap = waiting.length === updated.length;
  const isFull = current.length + waiting.length > MAX_ROWS;
  const text = `${waiting.length}${hasGap ? " or more" : ""} new`;
  announceArrivals(text, waiting.length, hasGap || isFull ? goToFirstPage : insertArrivals);
}

const currentTab = () => main.querySelector(".tabs [aria-current]");
const countOf = () =>
  Number(currentTab()?.querySelector(".small")?.textContent.replaceAll(",", ""));
const goToFirstPage = () => location.assign(currentTab().href);

/** What the bar over the list does when it is pressed. */
let showArrivals;
main.addEventListener("click", ({ target }) => {
  if (target.matches(".arrivals > button")) showArrivals();
});

/** Shows the bar over the list that inserts new rows when it is pressed. */
function announceArrivals(text, count, onClick) {
  const bar = main.querySelector(".arrivals");
  if (count === 0) return bar.replaceChildren();
  const button = bar.querySelector("button") ?? document.createElement("button");
  button.type = "button";
  showArrivals = onClick;
  if (button.textContent !== text) button.textContent = text;
  if (!button.isConnected) bar.replaceChildren(button);
}

function insertArrivals() {
  const added = waiting;
  waiting = [];
  main.querySelector(".arrivals").replaceChildren();
  main.querySelector("[name=until]").value = until;
  for (const row of added) row.classList.add("arrived");
  main.querySelector(".rows").prepend(...added);
  prepare(main);
  added[0].querySelector("a").focus();
}

setInterval(() => {
  if (source !== undefined) refreshSoon();
}, REFRESH_INTERVAL_MS);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return close();
  open();
  refreshSoon();
});
addEventListener("pagehide", close);
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  open();
  refreshSoon();
});

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
open();
