// Updates the progress of deliveries that are sent now: <section data-progress="URL of the section alone">.

const POLL_MS = 1_000;
/** Without a change the page polls more slowly, and in the end not at all. */
const MAX_POLL_MS = 15_000;
const MAX_IDLE_MS = 30 * 60_000;

document.querySelector("form[data-continue]")?.requestSubmit();

let delayMs = POLL_MS;
let changedAt = performance.now();
let timer;

function schedule() {
  clearTimeout(timer);
  const isIdle = performance.now() - changedAt > MAX_IDLE_MS;
  if (document.querySelector("[data-progress][data-open]") === null || isIdle) return;
  if (!document.hidden) timer = setTimeout(() => void poll(), delayMs);
}

async function poll() {
  const section = document.querySelector("[data-progress]");
  try {
    const response = await fetch(section.dataset.progress);
    // The session has ended: this is the sign-in page.
    if (response.redirected) return;
    if (response.ok) update(section, await response.text());
  } catch {
    // A network error: the next poll may succeed.
  }
  schedule();
}

/** Shows the new numbers. The section itself stays, so that screen readers announce the change, and so does the focus. */
function update(section, html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const updated = page.querySelector("[data-progress]");
  if (updated === null) return;
  const hasChanged = updated.textContent !== section.textContent;
  delayMs = hasChanged ? POLL_MS : Math.min(delayMs * 1.5, MAX_POLL_MS);
  if (hasChanged) changedAt = performance.now();
  if (updated.dataset.open === undefined) delete section.dataset.open;
  for (const part of ["[role=status]", "dl"]) {
    const [current, next] = [section.querySelector(part), updated.querySelector(part)];
    if (current.innerHTML !== next.innerHTML) current.innerHTML = next.innerHTML;
  }
  const [bar, nextBar] = [section.querySelector("progress"), updated.querySelector("progress")];
  bar.max = nextBar.max;
  bar.value = nextBar.value;
  if (updated.querySelector("form") !== null) return;
  const form = section.querySelector("form");
  const hadFocus = form?.contains(document.activeElement) === true;
  form?.remove();
  section.querySelector("p.small")?.remove();
  if (hadFocus) section.querySelector(".row a")?.focus();
}

document.addEventListener("visibilitychange", schedule);
schedule();
