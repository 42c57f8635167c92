// Marks a submission as seen once its page is visible: <div data-seen="URL">. On forms where opening also marks
// as done, the response says so, and the page shows it.

const opened = document.querySelector("[data-seen]");
if (opened !== null) markWhenVisible();

function markWhenVisible() {
  if (!document.hidden) void markSeen();
  else document.addEventListener("visibilitychange", markWhenVisible, { once: true });
}

async function markSeen() {
  const response = await fetch(opened.dataset.seen, { method: "POST" });
  // Otherwise the session has ended or the submission was deleted.
  if (!response.headers.get("content-type")?.startsWith("application/json")) return;
  const { done } = await response.json();
  if (!done) return;
  const button = document.getElementById("mark-read");
  button.value = "no";
  button.textContent = "Not done";
  const state = document.querySelector("[data-read-state]");
  state.textContent = "Done";
  state.className = "badge soft";
}

// To search is to go back to the list: see keys.js.
document.addEventListener("shortcut", (event) => {
  const list = document.querySelector('[data-key="u"]');
  if (event.detail !== "/" || list === null) return;
  event.preventDefault();
  location.assign(`${list.href}#query`);
});
