// Previews what is typed: <form data-preview="URL that answers with the preview, alone or in the page">.
// data-preview-on: names of the fields that change the preview; * for all. data-templates: those that take merge tags.
// Parts with data-group choose the e-mail of that name, if there is one, while somebody types in them. Idiomorph
// stands before this file.
const TYPING_PAUSE_MS = 400;

for (const form of document.querySelectorAll("form[data-preview]")) {
  const output = form.querySelector("#preview");
  const status = form.querySelector("#preview-status");
  const names = form.dataset.previewOn.split(" ");
  const templates = form.dataset.templates.split(" ");
  let typingTimer;
  let request;

  const preview = async () => {
    clearTimeout(typingTimer);
    request?.abort();
    request = new AbortController();
    try {
      const response = await fetch(form.dataset.preview, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
        signal: request.signal,
      });
      // A redirect means that the session has ended. 422: the preview says what is wrong.
      if (response.redirected || (!response.ok && response.status !== 422)) return;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      Idiomorph.morph(output, (page.querySelector("#preview") ?? page.body).innerHTML, {
        morphStyle: "innerHTML",
        callbacks: { beforeAttributeUpdated: (name) => name !== "open" },
      });
      for (const name of names) clearProblem(form.elements[name]);
      const problem = output.querySelector("[data-field]");
      if (problem !== null) showProblem(form.elements[problem.dataset.field], problem.textContent);
      // Screen readers announce errors only: the whole preview after each pause would be too much.
      status.textContent = output.querySelector(".wrong")?.textContent ?? "";
    } catch {
      // Aborted by the next preview, or a network error; the button still works.
    }
  };

  const onInput = ({ type, target }) => {
    if (!names.includes("*") && !names.includes(target.name)) return;
    const group = target.closest("[data-group]")?.dataset.group;
    const mail = form.querySelector(`[name=preview_mail] > [value="${group}"]`);
    if (mail !== null) form.elements.preview_mail.value = group;
    clearTimeout(typingTimer);
    typingTimer = setTimeout(preview, type === "change" ? 0 : TYPING_PAUSE_MS);
  };
  form.addEventListener("input", onInput);
  form.addEventListener("change", onInput);
  form.querySelector("[data-preview-button]").addEventListener("click", (event) => {
    event.preventDefault();
    void preview();
  });
  if (output.dataset.shown === undefined) {
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      void preview();
    });
    seen.observe(output);
  }

  // Turns the <code> of each merge tag into a button that inserts it at the cursor.
  let template = form.querySelector("textarea.code");
  form.addEventListener("focusin", ({ target }) => {
    if (templates.includes(target.name)) template = target;
  });
  for (const code of form.querySelectorAll(".tags code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "plain mono";
    button.textContent = code.textContent;
    button.setAttribute("aria-label", `Insert ${code.textContent}`);
    button.addEventListener("click", () => {
      const folded = template.closest("details");
      if (folded !== null) folded.open = true;
      const { selectionStart, selectionEnd } = template;
      template.setRangeText(code.textContent, selectionStart, selectionEnd, "end");
      template.focus();
      template.dispatchEvent(new Event("input", { bubbles: true }));
    });
    code.replaceWith(button);
  }
}

/** @param field `undefined` or a list of fields if the page shows no such field. */
function clearProblem(field) {
  field?.closest?.(".field")?.querySelector(":scope > .wrong")?.remove();
  field?.removeAttribute?.("aria-invalid");
}

/** Shows the problem beside its field too. */
function showProblem(field, text) {
  const place = field?.closest?.(".field");
  if (place == null) return;
  const message = document.createElement("p");
  message.className = "wrong";
  message.id = `${field.name}-wrong`;
  message.textContent = text;
  place.append(message);
  field.setAttribute("aria-invalid", "true");
  const described = (field.getAttribute("aria-describedby") ?? "").split(" ");
  field.setAttribute("aria-describedby", [...new Set([...described, message.id])].join(" ").trim());
}
