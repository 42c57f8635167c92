// Updates parts of a page while something in them is not finished: <… id data-refresh="address">. The address
// answers with the part, alone or in a page, and marks with data-open what is not finished. Parts of the same
// address are updated together. Idiomorph stands before this file.

const MIN_POLL_MS = 1_000;
/** Without a change the page polls more slowly, and in the end not at all. */
const MAX_POLL_MS = 15_000;
const MAX_IDLE_MS = 30 * 60_000;

const groups = Map.groupBy(
  document.querySelectorAll("[data-refresh]"),
  ({ dataset }) => dataset.refresh,
);
for (const [address, parts] of groups) watch(address, parts);
setInterval(updateCountdowns, 1_000);
updateCountdowns();

/** Another script says that a part is outdated, and at which address it is as it has to be. */
document.addEventListener("outdated", async ({ target, detail }) => {
  const response = await fetch(detail);
  if (!response.ok || response.redirected) return;
  const updated = parseHtml(await response.text()).getElementById(target.id);
  if (updated !== null) morph(target, updated);
});

const parseHtml = (html) => new DOMParser().parseFromString(html, "text/html");

function watch(address, parts) {
  const ids = parts.map(({ id }) => id);
  const partsNow = () => ids.map((id) => document.getElementById(id)).filter(Boolean);
  /** What the server sent last, by id. */
  const texts = new Map(parts.map(({ id, textContent }) => [id, textContent]));
  let delayMs = MIN_POLL_MS;
  let changedAt = performance.now();
  let timer;

  const schedule = () => {
    clearTimeout(timer);
    const open = partsNow().flatMap((part) =>
      part.matches("[data-open]") ? [part] : [...part.querySelectorAll("[data-open]")],
    );
    const isIdle = performance.now() - changedAt > MAX_IDLE_MS;
    if (open.length === 0 || isIdle || document.hidden) return;
    // If everything waits for a retry, poll when the first one is due.
    const due = open.map((one) => {
      const next = one.querySelector("[data-countdown]")?.dataset.countdown;
      return next === undefined ? 0 : new Date(next) - new Date();
    });
    const wait = Math.max(delayMs, Math.min(...due) + MIN_POLL_MS);
    // A retry may be hours away, and setTimeout overflows at 2^31 ms.
    timer = setTimeout(poll, Math.min(wait, MAX_IDLE_MS));
  };

  const poll = async () => {
    let hasChanged = false;
    try {
      const response = await fetch(address);
      // The session has ended: this is the sign-in page.
      if (response.redirected) return;
      if (response.ok) hasChanged = update(await response.text());
    } catch {
      // A network error: the next poll may succeed.
    }
    if (hasChanged) changedAt = performance.now();
    delayMs = hasChanged ? MIN_POLL_MS : Math.min(delayMs * 1.5, MAX_POLL_MS);
    schedule();
  };

  /** Returns whether a part has changed. */
  const update = (html) => {
    const page = parseHtml(html);
    const changed = partsNow().filter(({ id }) => {
      const text = page.getElementById(id)?.textContent;
      return text !== undefined && text !== texts.get(id);
    });
    for (const part of changed) {
      const updated = page.getElementById(part.id);
      texts.set(part.id, updated.textContent);
      morph(part, updated);
    }
    updateCountdowns();
    return changed.length > 0;
  };

  document.addEventListener("visibilitychange", schedule);
  schedule();
}

/** Changes a part into its new state. What stays in it keeps the focus, and folded parts stay as they are. */
function morph(part, updated) {
  const hadFocus = part.contains(document.activeElement);
  Idiomorph.morph(part, updated, {
    ignoreActiveValue: true,
    callbacks: {
      beforeAttributeUpdated: (name, element) => !(name === "open" && element.matches("details")),
      beforeNodeAdded: (node) => void node.classList?.toggle("arrived", node.matches("li[id]")),
    },
  });
  // What had the focus may be gone.
  if (hadFocus && !part.contains(document.activeElement)) {
    part.querySelector("a[href], button")?.focus();
  }
  part.dispatchEvent(new Event("shown", { bubbles: true }));
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
