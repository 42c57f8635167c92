// Enhances the settings of a webhook: submissions of its form, the format of its host, and header rows.
const form = document.querySelector("form[data-webhook]");
if (form !== null) {
  // The submissions to preview are those of the form; refresh.js puts them into the page.
  form.addEventListener("change", ({ target }) => {
    if (target.name !== "form_id") return;
    const detail = `/dashboard/webhooks/new?form_id=${encodeURIComponent(target.value)}`;
    form.elements.preview_of.dispatchEvent(new CustomEvent("outdated", { bubbles: true, detail }));
  });
  form.elements.preview_of.addEventListener("shown", ({ target }) =>
    target.dispatchEvent(new Event("change", { bubbles: true })),
  );

  // Of a new webhook. Hosts of chats accept one format only.
  const formats = JSON.parse(form.dataset.formats ?? "{}");
  form.elements.url.addEventListener("change", ({ target }) => {
    const name = URL.canParse(target.value) ? `.${new URL(target.value).hostname}` : "";
    const host = Object.keys(formats).find((one) => name.endsWith(`.${one}`));
    if (host !== undefined) form.querySelector(`#format-${formats[host]}`).click();
  });

  const rows = form.querySelector("#headers");
  const addHeader = form.querySelector("[data-add-header]");
  addHeader.hidden = false;
  addHeader.addEventListener("click", () => {
    const row = rows.lastElementChild.cloneNode(true);
    const number = rows.children.length + 1;
    for (const input of row.querySelectorAll("input")) {
      input.value = "";
      const label = input.getAttribute("aria-label");
      if (label !== null) input.setAttribute("aria-label", label.replace(/\d+$/, number));
    }
    rows.append(row);
    row.querySelector("input:not([type=hidden])").focus();
  });
}
