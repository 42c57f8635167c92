// Updates lists of deliveries while some are not finished: <ol data-live="URL of the list alone">.

const MIN_POLL_MS = 1_000;
const MAX_POLL_MS = 15_000;
/** Polling stops after this time without a change, or after {@link MAX_POLLS}. */
const MAX_IDLE_MS = 15 * 60_000;
const MAX_POLLS = 500;

const status = document.createElement("p");
status.role = "status";
status.className = "visually-hidden";
document.querySelector("main")?.append(status);

for (const list of document.querySelectorAll("[data-live]")) watch(list);
setInterval(updateCountdowns, 1_000);
updateCountdowns();

function watch(list) {
  let delayMs = MIN_POLL_MS;
  let polls = 0;
  let changedAt = performance.now();
  let timer;

  const schedule = () => {
    clearTimeout(timer);
    const open = [...list.querySelectorAll("[data-open]")];
    const isOver = polls >= MAX_POLLS || performance.now() - changedAt > MAX_IDLE_MS;
    if (open.length === 0 || isOver || document.hidden) return;
    // If all open deliveries wait for a retry, poll when the first retry is due.
    const due = open.map((entry) => {
      const next = entry.querySelector("[data-countdown]")?.dataset.countdown;
      return next === undefined ? 0 : new Date(next) - new Date();
    });
    const wait = Math.max(delayMs, Math.min(...due) + MIN_POLL_MS);
    // A retry may be hours away, and setTimeout overflows at 2^31 ms.
    timer = setTimeout(poll, Math.min(wait, MAX_IDLE_MS));
  };

  const poll = async () => {
    polls += 1;
    let hasChanged = false;
    try {
      const response = await fetch(list.dataset.live);
      // The session has ended: this is the sign-in page.
      if (response.redirected) return;
      if (response.ok) hasChanged = update(list, await response.text());
    } catch {
      // A network error: the next poll may succeed.
    }
    if (hasChanged) changedAt = performance.now();
    delayMs = hasChanged ? MIN_POLL_MS : Math.min(delayMs * 1.5, MAX_POLL_MS);
    schedule();
  };

  document.addEventListener("visibilitychange", schedule);
  schedule();
}

/** Replaces new and changed deliveries; keeps unfolded details and the focus. Returns whether any changed. */
function update(list, html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const updated = page.querySelector("[data-live]");
  if (updated === null) return false;
  let hasChanged = false;
  const entries = [...updated.children].map((entry) => {
    const current = document.getElementById(entry.id);
    if (current !== null && current.dataset.version === entry.dataset.version) return current;
    hasChanged = true;
    const imported = document.importNode(entry, true);
    for (const part of current?.querySelectorAll("details[data-part]") ?? []) {
      const same = imported.querySelector(`details[data-part="${part.dataset.part}"]`);
      if (same !== null) same.open = part.open;
    }
    if (current === null) imported.classList.add("arrived");
    else announce(imported);
    if (current?.contains(document.activeElement) === true) {
      queueMicrotask(() => imported.querySelector("button")?.focus());
    }
    return imported;
  });
  if (!hasChanged) return false;
  list.replaceChildren(...entries);
  list.dispatchEvent(new CustomEvent("shown", { bubbles: true }));
  updateCountdowns();
  return true;
}

/** Tells screen readers the new state of a delivery. */
function announce(entry) {
  const name = entry.querySelector("h3 a")?.textContent ?? "";
  const state = entry.querySelector(".badge")?.textContent ?? "";
  status.textContent = `${name}: ${state}`;
}

/** <span data-countdown="time"> */
function updateCountdowns() {
  for (const element of document.querySelectorAll("[data-countdown]")) {
    const seconds = Math.ceil((new Date(element.dataset.countdown) - new Date()) / 1_000);
    element.textContent = seconds <= 0 ? ", now" : `, in ${formatSeconds(seconds)}`;
  }
}

function formatSeconds(seconds) {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
}
