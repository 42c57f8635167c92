// The inbox with script: keys, buttons that do not load the page anew, and what comes in while one looks.
// Nothing here is needed: each button is a form, and the list is in the page.

const main = document.querySelector("main");
const parse = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");
const rows = () => [...main.querySelectorAll(".rows > li")];
const rowWithFocus = () => document.activeElement?.closest(".rows > li");
const news = (text) => {
  const place = document.getElementById("news");
  if (place !== null) place.textContent = text;
};

/** What is new in the page is made ready: also by the script of all pages, which listens for `shown`. */
function ready(part) {
  for (const hidden of part.querySelectorAll(".acts > .all, .keys")) hidden.hidden = false;
  const keys = part.querySelector("#keys-on");
  if (keys !== null) keys.checked = areKeysOn();
  part.dispatchEvent(new Event("shown", { bubbles: true }));
  countTicked();
}

// Ticks

function countTicked() {
  const boxes = [...main.querySelectorAll(".rows [name=id]")];
  const ticked = boxes.filter((box) => box.checked).length;
  const all = document.getElementById("tick-all");
  if (all === null) return;
  all.checked = ticked > 0 && ticked === boxes.length;
  all.indeterminate = ticked > 0 && ticked < boxes.length;
  main.querySelector("option[value=ticked]").textContent =
    ticked === 0 ? "The ticked ones" : ticked === 1 ? "The ticked one" : `The ${ticked} ticked`;
}
main.addEventListener("change", ({ target }) => {
  if (target.id === "keys-on") localStorage.setItem("intray-keys", target.checked ? "on" : "off");
  if (target.id === "tick-all") {
    for (const box of main.querySelectorAll(".rows [name=id]")) box.checked = target.checked;
  }
  if (target.name === "id" || target.id === "tick-all") {
    main.querySelector("#which").value = "ticked";
    countTicked();
  }
});

// Buttons: the answer's page takes the place of this one

let isBusy = false;
document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || !form.matches("[data-quick]")) return;
  if (submitter?.hasAttribute("formaction")) return;
  event.preventDefault();
  if (isBusy) return;
  isBusy = true;
  main.setAttribute("aria-busy", "true");
  const body = new URLSearchParams(new FormData(form, submitter));
  if (submitter?.dataset.confirmed !== undefined) body.set("sure", "yes");
  let isShown = false;
  const place = { row: rows().indexOf(rowWithFocus()), act: submitter?.value };
  try {
    await show(await fetch(form.action, { method: "POST", body }), place);
    isShown = true;
  } catch {
    news("That did not reach the server. Try again.");
  } finally {
    isBusy = false;
    main.removeAttribute("aria-busy");
  }
  // Not all could be done at once.
  if (isShown) main.querySelector("form[data-further]")?.requestSubmit();
});

async function show(answer, place) {
  const shown = await parse(answer);
  const content = shown.querySelector(".frame > main");
  // Signed out meanwhile.
  if (content === null) return location.assign(answer.url);
  main.replaceChildren(...content.childNodes);
  document.title = shown.title;
  if (answer.redirected) history.replaceState(null, "", answer.url);
  // What was told of is shown now.
  arrived = 0;
  ready(main);
  const next = rows()[Math.min(place.row, rows().length - 1)];
  const focus = next?.querySelector("a") ?? main.querySelector(`.acts [value="${place.act}"]`);
  focus?.focus();
}

// Keys

const areKeysOn = () => localStorage.getItem("intray-keys") !== "off";
const isTyping = (element) =>
  element.isContentEditable || element.matches("input:not([type=checkbox]), select, textarea");

function go(step) {
  const list = rows();
  const at = list.indexOf(rowWithFocus());
  const next = list[at === -1 ? (step > 0 ? 0 : list.length - 1) : at + step];
  next?.querySelector("a").focus();
  return next;
}
function tick() {
  const box = rowWithFocus()?.querySelector("[name=id]");
  box?.click();
  return box;
}
/** With what is ticked, or else with the row that has the focus. */
function act(...names) {
  const button = names.map((name) => main.querySelector(`.acts [value=${name}]`)).find(Boolean);
  if (button == null) return undefined;
  if (main.querySelector(".rows [name=id]:checked") === null && tick() == null) return undefined;
  main.querySelector("#which").value = "ticked";
  button.form.requestSubmit(button);
  return button;
}
const KEYS = {
  j: () => go(1),
  k: () => go(-1),
  x: tick,
  r: () => act("read"),
  s: () => act("spam", "ham"),
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

// What comes in while one looks

const LOOK_EVERY_MS = 1_000;
const RETRY_MS = 15_000;
const MAX_RETRY_MS = 300_000;
const MAX_ROWS = 200;

let source;
let retryMs = RETRY_MS;
let retry;
let look;
let isOut = false;
let arrived = 0;

function open() {
  const address = document.getElementById("list")?.dataset.events;
  if (address === undefined || isOut || source !== undefined || document.hidden) return;
  source = new EventSource(address);
  source.addEventListener("open", () => {
    retryMs = RETRY_MS;
    // What came in before is not told of.
    lookSoon();
  });
  for (const kind of ["created", "updated", "deleted"]) {
    source.addEventListener(`submission.${kind}`, lookSoon);
  }
  source.addEventListener("reset", lookSoon);
  source.addEventListener("error", () => {
    // Otherwise it connects again by itself.
    if (source?.readyState !== EventSource.CLOSED) return;
    close();
    retry = setTimeout(open, retryMs);
    retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
    // It may be that nobody is signed in any more.
    void refresh();
  });
}
function close() {
  source?.close();
  source = undefined;
  clearTimeout(retry);
  clearTimeout(look);
  look = undefined;
}
function lookSoon() {
  look ??= setTimeout(() => {
    look = undefined;
    void refresh();
  }, LOOK_EVERY_MS);
}

async function refresh() {
  if (isBusy || document.getElementById("list") === null) return;
  const address = new URL(location.href);
  address.searchParams.set("part", "list");
  const answer = await fetch(address).catch(() => undefined);
  if (answer === undefined) return;
  if (answer.redirected) {
    isOut = true;
    close();
    news("You are signed out. Load the page again to sign in.");
    return;
  }
  // A button was used meanwhile: its page is newer.
  if (answer.ok && !isBusy) take(await parse(answer));
}

/** Takes over counts, marks and new rows; ticks, focus and what is being typed stay as they are. */
function take(shown) {
  const before = countOf(main);
  for (const selector of [".tabs", "option[value=match]"]) {
    const [ours, theirs] = [main, shown].map((part) => part.querySelector(selector));
    if (theirs !== null) ours?.replaceChildren(...theirs.childNodes);
  }
  const ours = new Map(rows().map((row) => [row.dataset.id, row]));
  if (ours.size === 0) {
    const list = document.getElementById("list");
    list.replaceChildren(...shown.getElementById("list").childNodes);
    arrived += rows().length;
    if (rows().length > 0) tell();
    return ready(list);
  }
  const theirs = [...shown.querySelectorAll(".rows > li")];
  for (const row of theirs) {
    const our = ours.get(row.dataset.id);
    if (our === undefined) continue;
    our.className = row.className;
    our.querySelector(".marks").replaceChildren(...row.querySelector(".marks").childNodes);
  }
  if (new URL(location.href).searchParams.has("cursor")) {
    arrived += Math.max(0, countOf(main) - before);
    if (arrived > 0) tell("They are on the first page.");
    return;
  }
  const newest = Math.max(...[...ours.keys()].map(Number));
  const fresh = theirs.filter((row) => Number(row.dataset.id) > newest);
  if (fresh.length === 0) return;
  arrived += fresh.length;
  // More than a page of them leaves a gap behind it.
  const isGap = fresh.length === theirs.length;
  if (isGap || ours.size + fresh.length > MAX_ROWS) {
    return tell("Load the page again to see them.");
  }
  for (const row of fresh) row.classList.add("arrived");
  const list = main.querySelector(".rows");
  list.prepend(...fresh);
  main.querySelector("[name=until]").value = shown.querySelector("[name=until]").value;
  for (const row of fresh) ready(row);
  tell();
}
/** Of the tab that is shown. */
const countOf = (part) =>
  Number(part.querySelector(".tabs [aria-current] .small")?.textContent.replaceAll(",", ""));
const tell = (more = "") => news(`${arrived} new. ${more}`.trim());

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return close();
  open();
  lookSoon();
});
addEventListener("pagehide", close);
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  open();
  lookSoon();
});

ready(main);
open();
