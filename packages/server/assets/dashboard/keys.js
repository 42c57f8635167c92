// Keyboard shortcuts: the keys that the dialog #shortcuts lists. A page's script may handle the event `shortcut`,
// whose detail is the key; otherwise the key clicks the button or link with this data-key.

const SETTING = "intray-keys";
const dialog = () => document.getElementById("shortcuts");
const areKeysOn = () => localStorage.getItem(SETTING) !== "off";
const isTyping = (element) =>
  element.isContentEditable || element.matches("input:not([type=checkbox]), select, textarea");

/** Shows what is of use only with this script. */
function reveal() {
  for (const hidden of document.querySelectorAll(".keys")) hidden.hidden = false;
  const box = document.getElementById("keys-on");
  if (box !== null) box.checked = areKeysOn();
}
document.addEventListener("shown", reveal);
reveal();

document.addEventListener("change", ({ target }) => {
  if (target.id === "keys-on") localStorage.setItem(SETTING, target.checked ? "on" : "off");
});
document.addEventListener("click", ({ target }) => {
  if (target.closest('[data-key="?"]') !== null) dialog().showModal();
  if (target.closest("[data-close-shortcuts]") !== null) dialog().close();
});

document.addEventListener("keydown", (event) => {
  const { key, target, ctrlKey, metaKey, altKey, isComposing, repeat } = event;
  if (key === "Enter" && (ctrlKey || metaKey) && target.matches("textarea")) {
    return target.form?.requestSubmit();
  }
  // Some keyboards have # on Alt.
  if (ctrlKey || metaKey || (altKey && key !== "#") || isComposing) return;
  if (isTyping(target) || !areKeysOn() || dialog()?.open !== false) return;
  const named = CSS.escape(key);
  if (dialog().querySelector(`[data-shortcut="${named}"]`) === null) return;
  // A key that is held down moves on, but does not act again.
  if (repeat && key !== "j" && key !== "k") return event.preventDefault();
  const shortcut = new CustomEvent("shortcut", { detail: key, cancelable: true });
  if (!document.dispatchEvent(shortcut)) return event.preventDefault();
  const button = document.querySelector(`[data-key="${named}"]`);
  if (button === null) return;
  event.preventDefault();
  if (button.matches("input, textarea")) button.focus();
  else button.click();
});
