// What makes the dashboard quicker where there is script. Every page works without it.

// Times are written in UTC; here they take the reader's zone and words.
const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
function localTimes(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    time.title = time.dateTime;
    time.textContent = format.format(new Date(time.dateTime));
  }
}
localTimes(document);
// Whatever a script adds to the page later says so with this event.
document.addEventListener("shown", (event) => localTimes(event.target));

// <button data-copy="id of what to copy" hidden>
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  const { textContent: before } = button;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copy).textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Select and copy it by hand";
    }
    setTimeout(() => (button.textContent = before), 2_000);
  });
}

// <form data-confirm="question">
document.addEventListener("submit", (event) => {
  const asked = event.submitter?.dataset.confirm ?? event.target.dataset.confirm;
  if (asked !== undefined && !confirm(asked)) event.preventDefault();
});
