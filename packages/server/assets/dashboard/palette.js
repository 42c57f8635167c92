// Ctrl+K, or Cmd+K: a dialog with what /dashboard/palette finds, and the commands of this page.

const ADDRESS = "/dashboard/palette";
const TYPING_MS = 150;
const dialog = document.createElement("dialog");
dialog.className = "palette-dialog";
dialog.ariaLabel = "Go to";
document.body.append(dialog);

let timer;
/** What is shown was found for this text. */
let shown;

/** Shows what is found for a text. */
async function show(text) {
  const address = `${ADDRESS}?${new URLSearchParams({ q: text })}`;
  const response = await fetch(address).catch(() => undefined);
  if (response === undefined) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const palette = page.getElementById("palette");
  // The session has ended.
  if (palette === null) return location.assign(address);
  const input = dialog.querySelector("input");
  // The answer comes too late.
  if (input !== null && input.value.trim() !== text) return;
  if (input === null) dialog.replaceChildren(palette);
  else dialog.querySelector(".found").replaceWith(palette.querySelector(".found"));
  addCommands(text.toLowerCase());
  shown = text;
}

/** The keys that the page lists, see layout/shortcuts.tsx. */
function addCommands(text) {
  if (document.getElementById("keys-on")?.checked !== true) return;
  const list = document.createElement("ul");
  for (const kbd of document.querySelectorAll("#shortcuts kbd")) {
    const { textContent: name } = kbd.parentElement.nextElementSibling;
    const { shortcut: key } = kbd.dataset;
    if (key === "Enter" || !name.toLowerCase().includes(text)) continue;
    const button = document.createElement("button");
    button.className = "plain";
    button.append(`${name} `, kbd.cloneNode(true));
    button.addEventListener("click", () => {
      dialog.close();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    });
    list.appendChild(document.createElement("li")).append(button);
  }
  if (list.childElementCount === 0) return;
  const title = document.createElement("h2");
  title.textContent = "Commands";
  dialog.querySelector(".empty")?.remove();
  dialog.querySelector(".found").append(title, list);
}

async function openPalette() {
  if (dialog.open) return;
  dialog.replaceChildren();
  shown = undefined;
  dialog.showModal();
  await show("");
  dialog.querySelector("input")?.focus();
}

/** Opens the first link that is found for a text. */
async function openFirst(text) {
  clearTimeout(timer);
  if (text !== shown) await show(text);
  dialog.querySelector(".found :is(a, button)")?.click();
}

dialog.addEventListener("input", ({ target }) => {
  clearTimeout(timer);
  timer = setTimeout(() => void show(target.value.trim()), TYPING_MS);
});
dialog.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const found = [...dialog.querySelectorAll(".found :is(a, button)")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step !== undefined) {
    event.preventDefault();
    (found[found.indexOf(target) + step] ?? dialog.querySelector("input")).focus();
  } else if (key === "Enter" && target.matches("input")) {
    event.preventDefault();
    void openFirst(target.value.trim());
  }
});
document.addEventListener("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key.toLowerCase() !== "k" || ctrlKey === metaKey || altKey || shiftKey) return;
  event.preventDefault();
  void openPalette();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("a.open-palette") === null || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  void openPalette();
});
