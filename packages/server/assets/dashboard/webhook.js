// The page of a webhook: previews as one types, more rows for headers, and what came of a test.
const TYPED_MS = 400;
const LOOK_AGAIN_MS = 1_000;
const MAX_LOOKS = 10;

const pageOf = (text) => new DOMParser().parseFromString(text, "text/html");

const form = document.querySelector("form[data-webhook]");
if (form !== null) {
  const place = form.querySelector("#preview");
  const said = form.querySelector("#preview-said");
  let typing;
  let asking;
  const preview = async () => {
    asking?.abort();
    asking = new AbortController();
    try {
      const answer = await fetch("/dashboard/webhooks/preview", {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
        signal: asking.signal,
      });
      // Signed out meanwhile: what came is another page.
      if (!answer.ok || answer.redirected) return;
      place.innerHTML = await answer.text();
      // A whole payload after each pause would be too much to listen to; what is wrong is not.
      said.textContent = place.querySelector(".wrong")?.textContent ?? "";
    } catch {
      // Broken off by the next one, or the server is away; the button still works.
    }
  };
  // Another form has other submissions to show.
  const offer = async (formId) => {
    const answer = await fetch(`/dashboard/webhooks/new?form_id=${encodeURIComponent(formId)}`);
    if (!answer.ok || answer.redirected) return;
    const offered = pageOf(await answer.text()).querySelector("[name=preview_of]");
    form.querySelector("[name=preview_of]").replaceChildren(...offered.children);
    await preview();
  };
  const soon = (event) => {
    if (event.target.name === "form_id") {
      if (event.type === "change") void offer(event.target.value);
      return;
    }
    const names = ["template", "content_type", "format", "preview_of"];
    if (!names.includes(event.target.name)) return;
    clearTimeout(typing);
    typing = setTimeout(preview, event.type === "change" ? 0 : TYPED_MS);
  };
  form.addEventListener("input", soon);
  form.addEventListener("change", soon);
  form.querySelector("[data-preview]").addEventListener("click", (event) => {
    event.preventDefault();
    void preview();
  });
  if (place.dataset.shown === undefined) void preview();

  // <code> of a merge tag: a button that writes it where the cursor stands.
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
  const more = form.querySelector("[data-more-headers]");
  more.hidden = false;
  more.addEventListener("click", () => {
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

// A test that the receiver has not answered yet: looked at again, with the table below.
const lookAgain = async (looks) => {
  const open = document.querySelector("#test[data-open]");
  if (open === null || looks === 0) return;
  const answer = await fetch(location.href);
  if (!answer.ok || answer.redirected) return;
  const page = pageOf(await answer.text());
  for (const id of ["test", "newest"]) {
    const now = page.getElementById(id);
    if (now === null) continue;
    document.getElementById(id).replaceWith(now);
    now.dispatchEvent(new Event("shown", { bubbles: true }));
  }
  setTimeout(() => void lookAgain(looks - 1), LOOK_AGAIN_MS);
};
void lookAgain(MAX_LOOKS);
