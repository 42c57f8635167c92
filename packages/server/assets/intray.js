// Sends this page's Intray forms without leaving the page. Without the script they work as plain forms.
// Events on the form, all cancelable: intray:submit (canceled: nothing is sent), intray:success and
// intray:error (canceled: no message and no redirect). event.detail is the form data, or the response.
(() => {
  const base = new URL("f/", document.currentScript.src).href;
  const busy = new WeakSet();
  const keys = new WeakMap();

  addEventListener("submit", (event) => {
    const { target: form, submitter: button } = event;
    const attr = (name) => button?.getAttribute("form" + name) ?? form.getAttribute(name);
    const action = new URL(attr("action"), document.baseURI).href;
    const isOurs = action.startsWith(base) && /^post$/i.test(attr("method"));
    if (!isOurs || event.defaultPrevented) return;
    event.preventDefault();
    if (!busy.has(form)) void send(form, button, action);
  });

  async function send(form, button, action) {
    const emit = (name, detail) =>
      form.dispatchEvent(
        new CustomEvent("intray:" + name, { bubbles: true, cancelable: true, detail }),
      );
    const data = new FormData(form, button);
    if (!data.get("_source_url")) data.set("_source_url", location.href);
    if (!emit("submit", data)) return;
    // The file of an empty file input has no name. Only strings have the method `at`.
    const hasFile = [...data.values()].some((value) => value.name);
    // The idempotency key stays the same until the form is sent, so that the server recognizes a repeated post.
    const key = keys.get(form) ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
    keys.set(form, key);
    busy.add(form);
    if (button) button.disabled = true;
    show(form, "");
    try {
      const response = await fetch(action, {
        method: "POST",
        body: hasFile ? data : new URLSearchParams([...data].filter(([, value]) => value.at)),
        headers: { Accept: "application/json", "Idempotency-Key": key },
      });
      const result = await response.json();
      if (!result.success) throw result;
      if (emit("success", result)) {
        // Keeps the key: a second click before the next page loads must not create a second submission.
        if (result.redirect_url) return location.assign(result.redirect_url);
        form.reset();
        show(form, form.dataset.thanks ?? "Thank you.");
      }
      keys.delete(form);
    } catch (problem) {
      problem.error ??= "Not sent. Please try again.";
      if (emit("error", problem)) show(form, problem.error);
    } finally {
      busy.delete(form);
      if (button) button.disabled = false;
    }
  }

  function show(form, text) {
    const output =
      form.querySelector("[data-intray-message]") ?? form.appendChild(document.createElement("p"));
    output.dataset.intrayMessage = "";
    output.role ||= "status";
    output.textContent = text;
  }
})();
