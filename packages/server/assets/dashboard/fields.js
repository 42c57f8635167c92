// The builder of fields: arranges rows without a page load, and by dragging them. Every button also works without it.
const form = document.querySelector("form:has(button[name=arrange])");

/** @param act What the button does: "up 2". The server answers with the page, of which nothing is saved. */
async function arrange(act) {
  const button = form.querySelector("button[name=arrange]");
  const body = new URLSearchParams(new FormData(form));
  body.set("arrange", act);
  const response = await fetch(button.formAction, { method: "POST", body });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const part of [".groups", "#preview"]) {
    form.querySelector(part).innerHTML = page.querySelector(`form[data-draft] ${part}`).innerHTML;
  }
  // For drafts.js: the form shows values that are not stored.
  form.dataset.unsaved = "";
  form.querySelector("select").dispatchEvent(new Event("change", { bubbles: true }));
  const [what, row, place] = act.split(" ");
  const to = { up: Number(row) - 1, down: Number(row) + 1, move: place }[what] ?? row;
  const next = form.querySelector(`button[value="${what} ${to}"]:enabled, #label_${to}`);
  (next ?? form.elements.new_fields).focus();
}

form?.addEventListener("click", (event) => {
  const { name, value, dataset } = event.target;
  if (name !== "arrange" || dataset.previewButton !== undefined) return;
  event.preventDefault();
  void arrange(value);
});

const rowOf = ({ target }) => target.closest?.("[data-row]")?.dataset.row;
let dragged;
form?.addEventListener("dragstart", (event) => {
  dragged = event.target.matches?.(".handle") ? rowOf(event) : undefined;
});
form?.addEventListener("dragover", (event) => {
  if (dragged !== undefined && rowOf(event) !== undefined) event.preventDefault();
});
form?.addEventListener("drop", (event) => {
  const to = rowOf(event);
  if (dragged === undefined || to === undefined) return;
  event.preventDefault();
  if (to !== dragged) void arrange(`move ${dragged} ${to}`);
  dragged = undefined;
});
