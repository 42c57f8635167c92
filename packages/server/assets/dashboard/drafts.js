// Keeps what is typed into <form data-draft> until it is saved: in the session storage of the tab, so that it
// survives Back, a reload and the end of the session. Passwords, files, and what is in a part with data-secret are
// not kept. The browser asks before they are lost, and before a form with a bar that saves it is left with changes.
// The server sets data-unsaved when the inputs show what was typed and is not stored yet. This script sets
// data-changed, for other scripts, when the form differs from what is stored.

const user = document.querySelector("form[data-user]")?.dataset.user;
const forms = [...document.querySelectorAll("form[data-draft]")];

/** Another person may sign in in the same tab. Queries say where a page was opened from. */
const keyOf = (form) =>
  `draft ${user} ${form.getAttribute("action").split("?")[0]} ${form.dataset.draft}`;

function read(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key)) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key, draft) {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Full, or switched off.
  }
}

function removeDrafts(isOver) {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith("draft ") && isOver(key)) sessionStorage.removeItem(key);
  }
}

/** The inputs that people type into, with a name that is unique in the form. */
function inputsOf(form) {
  const counts = new Map();
  return [...form.elements].flatMap((input) => {
    if (!input.name || input.matches("button, [type=hidden]")) return [];
    if (input.closest("#preview-pane") !== null) return [];
    const count = counts.get(input.name) ?? 0;
    counts.set(input.name, count + 1);
    return [[`${input.name} ${count}`, input]];
  });
}

const isBox = ({ type }) => type === "checkbox" || type === "radio";
const isSecret = (input) =>
  input.matches("[type=password], [type=file]") || input.closest("[data-secret]") !== null;
/** Not so a choice, which has a value from the beginning. */
const isTyped = (input) => !isBox(input) && input.options === undefined && input.value !== "";
const valueOf = (input) => (isBox(input) ? input.checked : input.value);

function isChanged(input) {
  if (isBox(input)) return input.checked !== input.defaultChecked;
  if (input.options === undefined) return input.value !== input.defaultValue;
  const initial = [...input.options].findLast(({ defaultSelected }) => defaultSelected);
  return input.selectedIndex !== (initial?.index ?? 0);
}

/** Stores what differs from what is stored; all of it if the page does not show what is stored. */
function keep(form) {
  const isUnsaved = form.dataset.unsaved !== undefined;
  const changed = inputsOf(form).filter(([, input]) => isUnsaved || isChanged(input));
  form.toggleAttribute("data-changed", changed.length > 0);
  const kept = changed.filter(([, input]) => !isSecret(input));
  if (kept.length === 0) sessionStorage.removeItem(keyOf(form));
  else {
    const values = kept.map(([name, input]) => [name, valueOf(input), isTyped(input)]);
    write(keyOf(form), { values, original: form.elements.original?.value });
  }
}

function fill(input, value) {
  if (isBox(input)) input.checked = value;
  else if (input.options === undefined) input.value = value;
  else if ([...input.options].some((option) => option.value === value)) input.value = value;
}

function restore(form, { values, original }) {
  const inputs = new Map(inputsOf(form));
  const filled = values.flatMap(([name, value]) => {
    const input = inputs.get(name);
    if (input === undefined || isSecret(input) || valueOf(input) === value) return [];
    fill(input, value);
    for (
      let part = input.closest("details");
      part !== null;
      part = part.parentElement.closest("details")
    ) {
      part.open = true;
    }
    return [input];
  });
  // Somebody else may have saved since: the server compares with what the page had then.
  const { original: current } = form.elements;
  const before = current?.value;
  if (filled.length > 0 && current !== undefined && original !== undefined)
    current.value = original;
  return {
    filled,
    // The page may have fewer rows than the one on which it was typed.
    isWhole: values.every(([name, , wasTyped]) => !wasTyped || inputs.has(name)),
    discard() {
      form.reset();
      if (current !== undefined) current.value = before;
    },
  };
}

/** For the other scripts, such as the one of the preview. */
const announce = (inputs) => {
  for (const input of inputs) input.dispatchEvent(new Event("change", { bubbles: true }));
};

function say(form, { isWhole, discard }) {
  const line = document.createElement("div");
  line.className = "notice";
  line.setAttribute("role", "note");
  const text = document.createElement("p");
  text.setAttribute("role", "status");
  text.textContent = isWhole
    ? "Unsaved changes were restored."
    : "Some unsaved changes were restored; for the others this page has no place.";
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Discard";
  button.addEventListener("click", () => {
    const inputs = inputsOf(form).flatMap(([, input]) => (isChanged(input) ? [input] : []));
    discard();
    announce(inputs);
    line.remove();
    keep(form);
    form.querySelector("input:not([type=hidden]), select, textarea")?.focus();
  });
  line.append(text, button);
  form.before(line);
}

function start() {
  // A notice in that place says that something was saved.
  const isDone =
    user !== undefined && document.querySelector("main > .notice:not([role=note])") !== null;
  for (const form of forms) if (form.dataset.unsaved !== undefined) keep(form);
  if (isDone) removeDrafts((key) => read(key)?.sent === true);
  for (const form of forms) {
    if (form.dataset.unsaved !== undefined) continue;
    const draft = read(keyOf(form));
    const restored = restore(form, draft ?? { values: [] });
    // Some browsers fill in what was typed on their own.
    keep(form);
    if (form.dataset.changed === undefined) continue;
    announce(restored.filled);
    say(form, restored);
  }
}

document.addEventListener("input", ({ target }) => {
  if (target.form?.dataset.draft !== undefined) keep(target.form);
});
document.addEventListener("change", ({ target }) => {
  if (target.form?.dataset.draft !== undefined) keep(target.form);
});

document.addEventListener("submit", ({ target: form, submitter, defaultPrevented }) => {
  if (form.dataset.user !== undefined) removeDrafts(() => true);
  if (!defaultPrevented) sending = form;
  // A button with an address of its own previews or deletes.
  if (defaultPrevented || !forms.includes(form) || submitter?.hasAttribute("formaction")) return;
  const draft = read(keyOf(form));
  if (draft !== undefined) write(keyOf(form), { ...draft, sent: true });
});

let sending;
addEventListener("beforeunload", (event) => {
  const isLost = ([, input]) => isSecret(input) && isChanged(input);
  const isLeft = (form) => form.matches("[data-changed]:has(> .save)");
  if (forms.some((form) => form !== sending && (isLeft(form) || inputsOf(form).some(isLost)))) {
    event.preventDefault();
  }
});

// After the other scripts, which listen to what is filled in.
document.addEventListener("DOMContentLoaded", start);
