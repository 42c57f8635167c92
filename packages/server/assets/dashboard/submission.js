// Marks an unread submission as read once its page is visible: <form data-mark-read="URL">.
// A checkbox turns this off; localStorage keeps the setting.

const KEEP_UNREAD_KEY = "intray-keep-unread";
let isMarked = false;
const form = document.querySelector("form[data-mark-read]");
const setting = document.querySelector("[data-mark-read-setting]");
const box = setting?.querySelector("input");

if (box != null) {
  box.checked = localStorage.getItem(KEEP_UNREAD_KEY) === null;
  box.addEventListener("change", () => {
    if (box.checked) localStorage.removeItem(KEEP_UNREAD_KEY);
    else localStorage.setItem(KEEP_UNREAD_KEY, "yes");
    if (box.checked) markWhenVisible();
  });
  setting.hidden = false;
}
if (box?.checked === true) markWhenVisible();

function markWhenVisible() {
  if (form === null) return;
  if (!document.hidden) void markRead();
  else document.addEventListener("visibilitychange", markWhenVisible, { once: true });
}

async function markRead() {
  if (isMarked) return;
  isMarked = true;
  const response = await fetch(form.dataset.markRead, { method: "POST" });
  // Otherwise the session has ended or the submission was deleted.
  if (response.status !== 204) return;
  const button = form.querySelector('button[name="read"][value="yes"]');
  if (button !== null) {
    button.value = "no";
    button.textContent = "Mark unread";
  }
  const state = document.querySelector("[data-read-state]");
  state.textContent = "Read";
  state.className = "badge soft";
}
