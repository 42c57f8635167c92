// Enhances the settings of a webhook: submissions of its form, and header rows.
const form = document.querySelector("form[data-webhook]");
if (form !== null) {
  /** Replaces the submissions to preview with those of another form. */
  const loadSubmissions = async (formId) => {
    const response = await fetch(`/dashboard/webhooks/new?form_id=${encodeURIComponent(formId)}`);
    if (!response.ok || response.redirected) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const loaded = page.querySelector("[name=preview_of]");
    const select = form.querySelector("[name=preview_of]");
    select.replaceChildren(...loaded.children);
    select.dispatchEvent(new Event("change", { bubbles: true }));
  };
  form.addEventListener("change", ({ target }) => {
    if (target.name === "form_id") void loadSubmissions(target.value);
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
