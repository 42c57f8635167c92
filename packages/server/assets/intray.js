// Sends this page's Intray forms without leaving the page. Without the script they work as plain forms.
// Events on the form, all cancelable: intray:submit (canceled: nothing is sent), intray:success, intray:error
// and intray:kept (canceled: no message and no redirect). event.detail is the form data, or the response.
// A post that does not reach the server is kept in IndexedDB and sent by its idempotency key when the line is
// back, also from the next page with this script; data-outbox="off" on a form keeps nothing.
// A form with data-basin-form has the events and blocks that pages made for the script of Basin expect.
(() => {
  const script = document.currentScript.src;
  const base = new URL("f/", script).href;
  const busy = new WeakSet();
  const keys = new WeakMap();
  // Forms of this page whose post is being sent or kept, by idempotency key.
  const waiting = new Map();
  // While a post is kept, in the form's language; data-kept on the form replaces it.
  const KEPT = {
    en: "Your message could not be sent yet. It is kept and will be sent automatically.",
    de: "Ihre Nachricht konnte noch nicht gesendet werden. Sie wird automatisch gesendet.",
    fr: "Votre message n’a pas encore pu être envoyé. Il le sera automatiquement.",
    es: "Su mensaje aún no se ha podido enviar. Se enviará automáticamente.",
    it: "Il messaggio non è ancora stato inviato. Sarà inviato automaticamente.",
    pt: "A mensagem ainda não foi enviada. Será enviada automaticamente.",
    nl: "Uw bericht is nog niet verzonden. Het wordt automatisch verzonden.",
    pl: "Wiadomość nie została jeszcze wysłana. Zostanie wysłana automatycznie.",
    ja: "まだ送信できていません。自動的に送信されます。",
  };

  const FAILED = {
    en: "Not sent. Please try again.",
    de: "Nicht gesendet. Bitte versuchen Sie es erneut.",
    fr: "Non envoyé. Veuillez réessayer.",
    es: "No se ha enviado. Inténtelo de nuevo.",
    it: "Non inviato. Riprova.",
    pt: "Não enviado. Tente novamente.",
    nl: "Niet verzonden. Probeer het opnieuw.",
    pl: "Nie wysłano. Spróbuj ponownie.",
    ja: "送信できませんでした。もう一度お試しください。",
  };

  let opening;
  const open = () =>
    (opening ??= new Promise((resolve, reject) => {
      const asked = indexedDB.open("intray", 1);
      asked.addEventListener("upgradeneeded", () =>
        asked.result.createObjectStore("posts", { keyPath: "key" }),
      );
      asked.addEventListener("success", () => resolve(asked.result));
      asked.addEventListener("error", () => reject(asked.error));
    }));
  // Some browsers have no IndexedDB in private windows: then nothing is kept.
  const outbox = async (mode, act) => {
    try {
      const tx = (await open()).transaction("posts", mode);
      const asked = act(tx.objectStore("posts"));
      return await new Promise((resolve, reject) => {
        tx.addEventListener("complete", () => resolve(asked.result));
        tx.addEventListener("abort", () => reject(tx.error));
      });
    } catch {
      return undefined;
    }
  };
  const keep = (post) => outbox("readwrite", (posts) => posts.put(post));
  const drop = ({ key }) => outbox("readwrite", (posts) => posts.delete(key));

  addEventListener("submit", (event) => {
    const { target: form, submitter: button } = event;
    const attr = (name) => button?.getAttribute("form" + name) ?? form.getAttribute(name);
    const action = new URL(attr("action"), document.baseURI).href;
    const isOurs = action.startsWith(base) && /^post$/i.test(attr("method"));
    if (!isOurs || event.defaultPrevented) return;
    event.preventDefault();
    if (!busy.has(form)) void send(form, button, action);
  });

  const emit = (form, name, detail) =>
    form.dispatchEvent(
      new CustomEvent("intray:" + name, { bubbles: true, cancelable: true, detail }),
    );

  const announce = (form, name) => {
    if (form.dataset.basinForm === undefined) return;
    document.dispatchEvent(new CustomEvent("basinjsForm" + name, { detail: { form } }));
  };
  // Shows or hides the page's own block for a result. Returns whether the page has one.
  const reveal = (form, kind, display = "block") => {
    const block = document.getElementById(form.getAttribute(`data-basin-${kind}-id`));
    if (!block) return false;
    block.hidden = false;
    block.style.display = display;
    return true;
  };

  async function send(form, button, action) {
    const data = new FormData(form, button);
    if (!data.get("_source_url")) data.set("_source_url", location.href);
    if (!emit(form, "submit", data)) return;
    // The idempotency key stays the same until the form is sent, so that the server recognizes a repeated post.
    const key = keys.get(form) ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
    const post = { key, action, entries: [...data], language: languageOf(form) };
    const mayKeep = form.dataset.outbox !== "off";
    keys.set(form, key);
    busy.add(form);
    waiting.set(key, form);
    if (button) button.disabled = true;
    show(form, "");
    reveal(form, "error", "none");
    announce(form, "Submitted");
    clear(form);
    // Kept before it is sent: the visitor may leave the page meanwhile.
    if (mayKeep) await keep(post);
    const result = await request(post);
    if (mayKeep && !result.isLost) await drop(post);
    busy.delete(form);
    if (button) button.disabled = false;
    if (result.isLost && mayKeep && (await outbox("readonly", (posts) => posts.get(key)))) {
      if (emit(form, "kept", post)) show(form, form.dataset.kept ?? inLanguage(KEPT, form));
      retry();
      return;
    }
    settle(form, key, result, button, true);
  }

  // That of the page around the form, or of the browser where the page names none.
  const languageOf = (form) => form.closest("[lang]")?.lang || navigator.language;
  const inLanguage = (texts, form) =>
    texts[languageOf(form).slice(0, 2).toLowerCase()] ??
    texts[navigator.language.slice(0, 2)] ??
    texts.en;

  // The response, with isLost if the server was not reached or could not store the post.
  async function request({ key, action, entries, language }) {
    // The file of an empty file input has no name. Only strings have the method `at`.
    const hasFile = entries.some(([, value]) => value.name);
    const body = hasFile ? new FormData() : new URLSearchParams();
    for (const [name, value] of entries) {
      // With the line breaks of a form that the browser sends itself.
      if (value.at) body.append(name, value.replace(/\r\n?|\n/g, "\r\n"));
      else if (hasFile) body.append(name, value, value.name);
    }
    try {
      // The server answers in the first language that it has.
      const languages = [language ?? "", ...navigator.languages].filter((one) =>
        /^[a-z0-9-]+$/i.test(one),
      );
      const headers = {
        Accept: "application/json",
        "Accept-Language": languages
          .map((one, n) => `${one};q=${Math.max(0.1, 1 - n / 10).toFixed(1)}`)
          .join(", "),
        "Idempotency-Key": key,
      };
      const response = await fetch(action, { method: "POST", body, headers });
      const isLost = [408, 429, 500, 502, 503, 504].includes(response.status);
      const result = await response.json().catch(() => ({}));
      return { ...result, success: response.ok && result.success, isLost };
    } catch {
      return { isLost: true };
    }
  }

  // Shows what the server said of a form's post. It leaves the page only if the visitor has just sent it.
  function settle(form, key, result, button, mayLeave) {
    waiting.delete(key);
    // The form is sent anew meanwhile.
    if (keys.get(form) !== key) return;
    if (!result.success) return fail(form, result, button);
    if (emit(form, "success", result)) {
      const hasBlock = reveal(form, "success");
      announce(form, "Success");
      const isLeft =
        result.redirect_url && mayLeave && form.dataset.basinSuccessAction !== "render";
      // Keeps the key: a second click before the next page loads must not create a second submission.
      if (isLeft) return location.assign(result.redirect_url);
      form.reset();
      if (hasBlock) form.style.display = "none";
      else show(form, form.dataset.thanks ?? result.message);
    }
    keys.delete(form);
  }

  let notes = 0;
  function fail(form, result, button) {
    result.error ??= inLanguage(FAILED, form);
    if (!emit(form, "error", result)) return;
    if (result.captcha || !reveal(form, "error")) show(form, result.message ?? result.error);
    announce(form, "Error");
    for (const { field, message } of result.errors ?? []) {
      const found = field && (form.elements[field] ?? form.elements[field + "[]"]);
      const input = found && (found.type ? found : found[0]);
      if (!input || input.type === "hidden") continue;
      const note = document.createElement("span");
      note.dataset.intrayError = note.id = "intray-error-" + (notes += 1);
      note.textContent = message;
      input.after(note);
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", note.id);
    }
    form.querySelector("[aria-invalid=true]")?.focus();
    if (result.captcha) void ask(form, result.captcha, button);
  }

  function clear(form) {
    for (const note of form.querySelectorAll("[data-intray-error]")) {
      const input = form.querySelector(`[aria-describedby="${note.id}"]`);
      input?.removeAttribute("aria-invalid");
      input?.removeAttribute("aria-describedby");
      note.remove();
    }
  }

  // Adds the form's captcha to a page without it.
  async function ask(form, { provider, site_key, challenge_url }, button) {
    if (form.querySelector("[data-intray-captcha]")) return;
    const place = document.createElement("div");
    place.dataset.intrayCaptcha = provider;
    if (site_key) place.dataset.sitekey = site_key;
    if (challenge_url) place.dataset.challenge = challenge_url;
    if (button && form.contains(button)) button.before(place);
    else form.append(place);
    if (!window.intrayCaptcha) {
      const loader = document.createElement("script");
      loader.src = new URL("captcha.js", script).href;
      document.head.append(loader);
      await new Promise((resolve) => {
        loader.addEventListener("load", resolve);
        loader.addEventListener("error", resolve);
      });
    }
    window.intrayCaptcha?.(place);
    // ALTCHA is solved without the visitor.
    if (provider === "altcha" && window.intrayCaptcha) form.requestSubmit(button);
  }

  // Sends the kept posts, one tab at a time.
  let timer;
  let delay = 5_000;
  function retry() {
    clearTimeout(timer);
    timer = setTimeout(flush, delay);
    delay = Math.min(delay * 2, 300_000);
  }

  async function flush() {
    clearTimeout(timer);
    const { locks } = navigator;
    const sendIf = (lock) => (lock ? sendKept() : retry());
    if (locks) await locks.request("intray-outbox", { ifAvailable: true }, sendIf);
    else await sendKept();
  }

  async function sendKept() {
    for (const post of (await outbox("readonly", (posts) => posts.getAll())) ?? []) {
      const form = waiting.get(post.key);
      // Being sent by this page. Other pages may send it too: the server recognizes its key.
      if (form && busy.has(form)) continue;
      const result = await request(post);
      if (result.isLost) return retry();
      await drop(post);
      delay = 5_000;
      if (form) settle(form, post.key, result, undefined, false);
    }
  }

  addEventListener("online", flush);
  void flush();

  function show(form, text) {
    const output =
      form.querySelector("[data-intray-message]") ?? form.appendChild(document.createElement("p"));
    output.dataset.intrayMessage = "";
    output.role ||= "status";
    output.textContent = text;
  }
})();
