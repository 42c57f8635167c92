// Enhancements of every page, which also works without them.

/** 400 days, the longest that browsers keep a cookie. */
const MAX_AGE_S = 34_560_000;
/** Keeps a setting for the server, which reads it with the next page. */
function keep(name, value) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/dashboard; samesite=lax; max-age=${MAX_AGE_S}${secure}`;
}
// <button data-keep="name of a cookie" value="…">
document.addEventListener("click", ({ target }) => {
  const name = target.dataset?.keep;
  if (name !== undefined) keep(name, target.value);
});

// The server renders times in the zone of this cookie; on the first page they are formatted here.
const { zone, zoneSource } = document.documentElement.dataset;
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
if (zoneSource !== "chosen" && zone !== timeZone) {
  keep("intray_browser_zone", timeZone);
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
  const localizeTimes = (part) => {
    for (const time of part.querySelectorAll("time[datetime]:not([data-fixed])")) {
      const text = format.format(new Date(time.dateTime));
      if (time.classList.contains("age")) time.title = text;
      else time.textContent = text;
    }
  };
  localizeTimes(document);
  // Scripts that add elements dispatch `shown` on them.
  document.addEventListener("shown", ({ target }) => localizeTimes(target));
}

// <button data-copy="id of the element to copy" hidden>
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  const { textContent: before } = button;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copy).textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Select and copy manually";
    }
    setTimeout(() => (button.textContent = before), 2_000);
  });
}

// <form data-confirm="question">
document.addEventListener("submit", (event) => {
  const question = event.submitter?.dataset.confirm ?? event.target.dataset.confirm;
  if (question === undefined) return;
  if (confirm(question)) (event.submitter ?? event.target).dataset.confirmed = "";
  else event.preventDefault();
});

// A form is sent once: the second click of a double click would repeat what the first has done. Forms with
// data-in-place are sent by another script, which waits for the response.
const sent = new WeakSet();
document.addEventListener("submit", (event) => {
  const { target: form } = event;
  if (event.defaultPrevented || form.matches("[method=get], [data-in-place]")) return;
  if (sent.has(form)) event.preventDefault();
  sent.add(form);
  // A download leaves the page as it is, and a page may be slow to answer.
  setTimeout(() => sent.delete(form), 2_000);
});

// <div data-when="input value value" data-off>: applies while the input has one of the values; without values, while it
// is checked or filled in.
document.addEventListener("change", ({ target: { form } }) => {
  for (const part of form?.querySelectorAll("[data-when]") ?? []) {
    const [name, ...values] = part.dataset.when.split(" ");
    const { type, checked, value: text } = form.elements[name];
    const value = type === "checkbox" && !checked ? "" : text;
    part.toggleAttribute("data-off", values.length === 0 ? value === "" : !values.includes(value));
  }
});

// A link to a section that has become a tab.
const moved = document.getElementById(location.hash.slice(1))?.closest(".tabs a");
if (moved != null) location.replace(moved.href);

// After signing in, posts what was posted before: <form data-post-at-once>
document.querySelector("form[data-post-at-once]")?.requestSubmit();

// A notice offers to undo for half a minute; the audit log for days.
const UNDO_MS = 30_000;
function expireUndo(part) {
  const button = part.querySelector(".notice [data-undo]");
  if (button !== null) setTimeout(() => button.closest("form").remove(), UNDO_MS);
}
expireUndo(document);
document.addEventListener("shown", ({ target }) => expireUndo(target));
