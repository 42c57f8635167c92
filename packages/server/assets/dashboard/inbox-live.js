// Live updates of the inbox: events trigger a reload of the list. Nothing on the page moves by itself.

const main = document.querySelector("main");
const rows = () => [...main.querySelectorAll(".rows > li")];
/** A bulk action of inbox.js is running. */
const isBusy = () => main.ariaBusy === "true";
const setStatus = (text) => {
  const status = document.getElementById("live-status");
  if (status !== null) status.textContent = text;
};
/** inbox.js and dashboard.js prepare new content. */
const prepare = (part) => part.dispatchEvent(new Event("shown", { bubbles: true }));

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
  if (isBusy() || document.getElementById("list") === null) return;
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
  if (!response.ok || isBusy()) return;
  update(new DOMParser().parseFromString(await response.text(), "text/html"));
}

/** Shows the count in the menu. */
function showUnread(page) {
  const [current, updated] = [document, page].map((one) =>
    one.querySelector("[data-unread-count]"),
  );
  if (updated !== null) current?.replaceWith(updated);
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

/** What the bar over the list does when it is pressed. */
let showArrivals = () => undefined;

function arrivalsButton() {
  const button = document.createElement("button");
  button.type = "button";
  button.addEventListener("click", () => showArrivals());
  return button;
}

/** Shows the bar over the list that inserts new rows when it is pressed. */
function announceArrivals(text, count, onClick) {
  const bar = main.querySelector(".arrivals");
  if (count === 0) return bar.replaceChildren();
  const button = bar.querySelector("button") ?? arrivalsButton();
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

// The new page includes what was announced.
main.addEventListener("replaced", ({ detail: page }) => {
  waiting = [];
  arrived = 0;
  showUnread(page);
});
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

open();
