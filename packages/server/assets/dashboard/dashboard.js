// Enhancements of every page, which also works without them.

// Timestamps are rendered in UTC; show them in the reader's time zone and language.
const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
function localizeTimes(part) {
  for (const time of part.querySelectorAll("time[datetime]")) {
    time.title = time.dateTime;
    time.textContent = format.format(new Date(time.dateTime));
  }
}
localizeTimes(document);
// Scripts that add elements dispatch `shown` on them.
document.addEventListener("shown", ({ target }) => localizeTimes(target));

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

// After signing in, posts what was posted before: <form data-post-at-once>
document.querySelector("form[data-post-at-once]")?.requestSubmit();
