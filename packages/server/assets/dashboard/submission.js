// Marks a submission read once somebody has it before them, as mail programs do.
// <form data-mark-read="where to say so"> of the page's buttons, and a box that switches this off for good.

const SWITCH = "intray-keep-unread";
let isMarked = false;
const form = document.querySelector("form[data-mark-read]");
const choice = document.querySelector("[data-mark-read-choice]");
const box = choice?.querySelector("input");

if (box != null) {
  box.checked = localStorage.getItem(SWITCH) === null;
  box.addEventListener("change", () => {
    if (box.checked) localStorage.removeItem(SWITCH);
    else localStorage.setItem(SWITCH, "yes");
    if (box.checked) whenSeen();
  });
  choice.hidden = false;
}
if (box?.checked === true) whenSeen();

function whenSeen() {
  if (form === null) return;
  if (!document.hidden) void markRead();
  else document.addEventListener("visibilitychange", whenSeen, { once: true });
}

async function markRead() {
  if (isMarked) return;
  isMarked = true;
  const answer = await fetch(form.dataset.markRead, { method: "POST" });
  // Anything else is another page: the session has ended, or the submission is gone.
  if (answer.status !== 204) return;
  const button = form.querySelector('button[name="read"][value="yes"]');
  if (button !== null) {
    button.value = "no";
    button.textContent = "Mark unread";
  }
  const state = document.querySelector("[data-read-state]");
  state.textContent = "Read";
  state.className = "badge soft";
}
