// Sends this page's Intray forms without leaving the page. Without it they work as plain forms.
// A form's events: intray:submit (cancelable: nothing is sent), intray:success and intray:error
// (cancelable: nothing is shown or followed); event.detail holds the data, or the server's answer.
(() => {
  const base = new URL("f/", document.currentScript.src).href;
  const busy = new WeakSet();
  const keys = new WeakMap();

  addEventListener("submit", (event) => {
    const { target: form, submitter: button } = event;
    const asked = (name) => button?.getAttribute("form" + name) ?? form.getAttribute(name);
    const action = new URL(asked("action"), document.baseURI).href;
    const isOurs = action.startsWith(base) && /^post$/i.test(asked("method"));
    if (!isOurs || event.defaultPrevented) return;
    event.preventDefault();
    if (!busy.has(form)) void send(form, button, action);
  });

  async function send(form, button, action) {
    const tell = (name, detail) =>
      form.dispatchEvent(
        new CustomEvent("intray:" + name, { bubbles: true, cancelable: true, detail }),
      );
    const data = new FormData(form, button);
    if (!data.get("_source_url")) data.set("_source_url", location.href);
    if (!tell("submit", data)) return;
    // Of a file input left empty the file has no name; texts alone have `at`.
    const hasFile = [...data.values()].some((value) => value.name);
    // The same for every attempt at one filling, so that the server can tell a repetition.
    const key = keys.get(form) ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
    keys.set(form, key);
    busy.add(form);
    if (button) button.disabled = true;
    show(form, "");
    try {
      const answer = await fetch(action, {
        method: "POST",
        body: hasFile ? data : new URLSearchParams([...data].filter(([, value]) => value.at)),
        headers: { Accept: "application/json", "Idempotency-Key": key },
      });
      const result = await answer.json();
      if (!result.success) throw result;
      if (tell("success", result)) {
        // The key stays: a second press before the next page is there sends nothing new.
        if (result.redirect_url) return location.assign(result.redirect_url);
        form.reset();
        show(form, form.dataset.thanks ?? "Thank you.");
      }
      keys.delete(form);
    } catch (problem) {
      problem.error ??= "Not sent. Please try again.";
      if (tell("error", problem)) show(form, problem.error);
    } finally {
      busy.delete(form);
      if (button) button.disabled = false;
    }
  }

  function show(form, text) {
    const place =
      form.querySelector("[data-intray-message]") ?? form.appendChild(document.createElement("p"));
    place.dataset.intrayMessage = "";
    place.role ||= "status";
    place.textContent = text;
  }
})();
