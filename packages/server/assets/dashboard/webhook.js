// Enhances the page of a webhook: live preview, header rows, and the outcome of a test delivery.
const TYPING_PAUSE_MS = 400;
const POLL_INTERVAL_MS = 1_000;
const MAX_POLLS = 10;

const parsePage = (html) => new DOMParser().parseFromString(html, "text/html");

const form = document.querySelector("form[data-webhook]");
if (form !== null) {
  const output = form.querySelector("#preview");
  const status = form.querySelector("#preview-status");
  let typingTimer;
  let request;
  const preview = async () => {
    request?.abort();
    request = new AbortController();
    try {
      const response = await fetch("/dashboard/webhooks/preview", {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
        signal: request.signal,
      });
      // A redirect means that the session has ended.
      if (!response.ok || response.redirected) return;
      output.innerHTML = await response.text();
      // Screen readers announce errors only: the whole payload after each pause would be too much.
      status.textContent = output.querySelector(".wrong")?.textContent ?? "";
    } catch {
      // Aborted by the next preview, or a network error; the button still works.
    }
  };
  /** Replaces the submissions to preview with those of another form. */
  const loadSubmissions = async (formId) => {
    const response = await fetch(`/dashboard/webhooks/new?form_id=${encodeURIComponent(formId)}`);
    if (!response.ok || response.redirected) return;
    const select = parsePage(await response.text()).querySelector("[name=preview_of]");
    form.querySelector("[name=preview_of]").replaceChildren(...select.children);
    await preview();
  };
  const onInput = (event) => {
    if (event.target.name === "form_id") {
      if (event.type === "change") void loadSubmissions(event.target.value);
      return;
    }
    const names = ["template", "content_type", "format", "preview_of"];
    if (!names.includes(event.target.name)) return;
    clearTimeout(typingTimer);
    typingTimer = setTimeout(preview, event.type === "change" ? 0 : TYPING_PAUSE_MS);
  };
  form.addEventListener("input", onInput);
  form.addEventListener("change", onInput);
  form.querySelector("[data-preview]").addEventListener("click", (event) => {
    event.preventDefault();
    void preview();
  });
  if (output.dataset.shown === undefined) void preview();

  // Turns the <code> of each merge tag into a button that inserts it at the cursor.
  const template = form.querySelector("[name=template]");
  for (const code of form.querySelectorAll(".tags code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "plain mono";
    button.textContent = code.textContent;
    button.setAttribute("aria-label", `Insert ${code.textContent}`);
    button.addEventListener("click", () => {
      template.setRangeText(
        code.textContent,
        template.selectionStart,
        template.selectionEnd,
        "end",
      );
      template.focus();
      template.dispatchEvent(new Event("input", { bubbles: true }));
    });
    code.replaceWith(button);
  }

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

// Updates an open test delivery and the table of deliveries.
const pollTest = async (pollsLeft) => {
  const open = document.querySelector("#test[data-open]");
  if (open === null || pollsLeft === 0) return;
  const response = await fetch(location.href);
  if (!response.ok || response.redirected) return;
  const page = parsePage(await response.text());
  for (const id of ["test", "latest"]) {
    const updated = page.getElementById(id);
    if (updated === null) continue;
    document.getElementById(id).replaceWith(updated);
    updated.dispatchEvent(new Event("shown", { bubbles: true }));
  }
  setTimeout(() => void pollTest(pollsLeft - 1), POLL_INTERVAL_MS);
};
void pollTest(MAX_POLLS);
