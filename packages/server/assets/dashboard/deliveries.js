// Deliveries as they go on: <ol data-live="address of the list alone">.

const SOON_MS = 1_000;
const RARELY_MS = 15_000;
/** Without any change for so long, or after so many looks, the page stays as it is. */
const MAX_SILENCE_MS = 15 * 60_000;
const MAX_LOOKS = 500;

const status = document.createElement("p");
status.role = "status";
status.className = "visually-hidden";
document.querySelector("main")?.append(status);

for (const list of document.querySelectorAll("[data-live]")) watch(list);
setInterval(countDown, 1_000);
countDown();

function watch(list) {
  let wait = SOON_MS;
  let looks = 0;
  let changedAt = performance.now();
  let timer;

  const plan = () => {
    clearTimeout(timer);
    const open = [...list.querySelectorAll("[data-open]")];
    const isOver = looks >= MAX_LOOKS || performance.now() - changedAt > MAX_SILENCE_MS;
    if (open.length === 0 || isOver || document.hidden) return;
    // What is due later is looked at when it is due.
    const due = open.map((entry) => {
      const next = entry.querySelector("[data-countdown]")?.dataset.countdown;
      return next === undefined ? 0 : new Date(next) - new Date();
    });
    const until = Math.max(wait, Math.min(...due) + SOON_MS);
    // Timers count to 2^31 ms, and a retry may be hours away.
    timer = setTimeout(look, Math.min(until, MAX_SILENCE_MS));
  };

  const look = async () => {
    looks += 1;
    let hasChanged = false;
    try {
      const answer = await fetch(list.dataset.live);
      // To the page for signing in.
      if (answer.redirected) return;
      if (answer.ok) hasChanged = takeOver(list, await answer.text());
    } catch {
      // The network is away; the next look may find it.
    }
    if (hasChanged) changedAt = performance.now();
    wait = hasChanged ? SOON_MS : Math.min(wait * 1.5, RARELY_MS);
    plan();
  };

  document.addEventListener("visibilitychange", plan);
  plan();
}

/** Puts what is new or different into the list, and leaves the rest as the reader has it. */
function takeOver(list, text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.querySelector("[data-live]");
  if (fresh === null) return false;
  let hasChanged = false;
  const entries = [...fresh.children].map((entry) => {
    const old = document.getElementById(entry.id);
    if (old !== null && old.dataset.version === entry.dataset.version) return old;
    hasChanged = true;
    const taken = document.importNode(entry, true);
    for (const part of old?.querySelectorAll("details[data-part]") ?? []) {
      const same = taken.querySelector(`details[data-part="${part.dataset.part}"]`);
      if (same !== null) same.open = part.open;
    }
    if (old === null) taken.classList.add("arrived");
    else announce(taken);
    // Whoever stands on a button keeps standing on it.
    if (old?.contains(document.activeElement) === true) {
      queueMicrotask(() => taken.querySelector("button")?.focus());
    }
    return taken;
  });
  if (!hasChanged) return false;
  list.replaceChildren(...entries);
  list.dispatchEvent(new CustomEvent("shown", { bubbles: true }));
  countDown();
  return true;
}

function announce(entry) {
  const name = entry.querySelector("h3 a")?.textContent ?? "";
  const state = entry.querySelector(".badge")?.textContent ?? "";
  status.textContent = `${name}: ${state}`;
}

/** <span data-countdown="time"> */
function countDown() {
  for (const place of document.querySelectorAll("[data-countdown]")) {
    const seconds = Math.ceil((new Date(place.dataset.countdown) - new Date()) / 1_000);
    place.textContent = seconds <= 0 ? ", now" : `, in ${inWords(seconds)}`;
  }
}

function inWords(seconds) {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
}
