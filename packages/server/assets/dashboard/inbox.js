// Enhances the inbox: keyboard shortcuts, buttons without a page load, and live updates. Optional: every
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

/** Shows the count of unread submissions in the menu. @param part Contains the new count. */
function showUnread(part) {
  const [current, updated] = [document, part].map((one) =>
    one?.querySelector("[data-unread-count]"),
  );
  if (current != null && updated != null) current.replaceWith(updated);
}

/** Prepares new content; dashboard.js listens for `shown` to format its timestamps. */
function prepare(part) {
  for (const hidden of part.querySelectorAll(".bulk > .all, .keys")) hidden.hidden = false;
  const keys = part.querySelector("#keys-on");
  if (keys !== null) keys.checked = areKeysOn();
  part.dispatchEvent(new Event("shown", { bubbles: true }));
  updateSelection();
}

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
  if (target.id === "keys-on") localStorage.setItem("intray-keys", target.checked ? "on" : "off");
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
  showUnread(page.querySelector(".menu"));
  if (response.redirected) history.replaceState(null, "", response.url);
  // The new page includes what was announced.
  waiting = [];
  arrived = 0;
  prepare(main);
  const next = rows()[Math.min(focus.row, rows().length - 1)];
  const target = next?.querySelector("a") ?? main.querySelector(`.bulk [value="${focus.action}"]`);
  target?.focus();
  return true;
}

// Keyboard shortcuts

const areKeysOn = () => localStorage.getItem("intray-keys") !== "off";
const isTyping = (element) =>
  element.isContentEditable || element.matches("input:not([type=checkbox]), select, textarea");

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
const KEYS = {
  j: () => moveFocus(1),
  k: () => moveFocus(-1),
  x: toggleRow,
  e: () => run("read", "unread"),
  s: () => run("spam", "ham"),
  "/": () => {
    const search = document.getElementById("query");
    search?.focus();
    search?.select();
    return search;
  },
};
document.addEventListener("keydown", (event) => {
  const { key, target, ctrlKey, metaKey, altKey, isComposing } = event;
  if (ctrlKey || metaKey || altKey || isComposing || isTyping(target) || !areKeysOn()) return;
  if (Object.hasOwn(KEYS, key) && KEYS[key]() != null) event.preventDefault();
});

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
  for (const kind of ["created", "updated", "deleted"]) {
    source.addEventListener(`submission.${kind}`, refreshSoon);
  }
  source.addEventListener("reset", refreshSoon);
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
  if (isBusy || document.getElementById("list") === null) return;
  const address = new URL(location.href);
  address.searchParams.set("part", "list");
  const response = await fetch(address).catch(() => undefined);
  if (response === undefined) return;
  if (response.redirected) {
    isSignedOut = true;
    close();
    setStatus("You are signed out. Reload the page to sign in.");
    return;
  }
  // If a bulk action has started meanwhile, its response is newer than this one.
  if (response.ok && !isBusy) update(await parseResponse(response));
}

/** Updates counts and rows, and announces new ones; nothing on the page moves. */
function update(page) {
  const list = document.getElementById("list");
  const newList = page.getElementById("list");
  const before = countOf(main);
  document.title = newList.dataset.title;
  showUnread(page);
  for (const selector of [".tabs", "option[value=matching]"]) {
    const [current, updated] = [main, page].map((part) => part.querySelector(selector));
    if (updated !== null) current?.replaceChildren(...updated.childNodes);
  }
  const position = page.querySelector(".position").textContent;
  for (const current of main.querySelectorAll(".position")) {
    const shown = current.textContent.split(" of ")[0];
    current.textContent = shown === "" ? position : position.replace(/^.*(?= of )/, () => shown);
  }
  const currentRows = new Map(rows().map((row) => [row.dataset.id, row]));
  if (currentRows.size === 0) {
    list.replaceChildren(...newList.childNodes);
    if (rows().length > 0) setStatus(`${rows().length} new.`);
    return prepare(list);
  }
  const updatedRows = [...page.querySelectorAll(".rows > li")];
  for (const row of updatedRows) {
    const current = currentRows.get(row.dataset.id);
    if (current === undefined) continue;
    current.className = row.className;
    for (const selector of [".badges", "time"]) {
      current.querySelector(selector).replaceChildren(...row.querySelector(selector).childNodes);
    }
  }
  if (isLaterPage()) {
    arrived += Math.max(0, countOf(main) - before);
    return announceArrivals(`${arrived} new`, arrived, goToFirstPage);
  }
  const newest = Math.max(...[...currentRows.keys()].map(Number));
  waiting = updatedRows.filter((row) => Number(row.dataset.id) > newest);
  until = page.querySelector("[name=until]").value;
  // With a whole page of new rows, others may be missing between these and the current ones.
  const hasGap = waiting.length === updatedRows.length;
  const isFull = currentRows.size + waiting.length > MAX_ROWS;
  const text = `${waiting.length}${hasGap ? " or more" : ""} new`;
  announceArrivals(text, waiting.length, hasGap || isFull ? goToFirstPage : insertArrivals);
}

const isLaterPage = () => /[?&](?:cursor|page)=/.test(location.search);
const currentTab = (part) => part.querySelector(".tabs [aria-current]");
const countOf = (part) =>
  Number(currentTab(part)?.querySelector(".small")?.textContent.replaceAll(",", ""));
const goToFirstPage = () => location.assign(currentTab(main).href);

/** Shows the bar over the list that inserts new rows when it is pressed. */
function announceArrivals(text, count, onClick) {
  const bar = main.querySelector(".arrivals");
  if (count === 0) return bar.replaceChildren();
  const button = bar.querySelector("button") ?? document.createElement("button");
  button.type = "button";
  button.onclick = onClick;
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
  for (const row of added) prepare(row);
  const last = rows().length;
  for (const position of main.querySelectorAll(".position")) {
    position.textContent = position.textContent.replace(/–[\d,]+/, `–${last}`);
  }
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

prepare(main);
open();
