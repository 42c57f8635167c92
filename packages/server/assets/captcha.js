// Puts the captcha of a form on its page, in each element with data-intray-captcha="PROVIDER":
// data-challenge is the address of ALTCHA's puzzle, data-sitekey the key of the others.
// Also in those that are added later, as frameworks do; intrayCaptcha(element) does it at once.
(() => {
  const APIS = {
    turnstile: ["https://challenges.cloudflare.com/turnstile/v0/api.js", "turnstile"],
    hcaptcha: ["https://js.hcaptcha.com/1/api.js", "hcaptcha"],
    recaptcha: ["https://www.google.com/recaptcha/api.js", "grecaptcha"],
  };
  const started = new WeakSet();
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

  // Tries counters until the key that is derived from one begins with the prefix: about a second.
  async function solve(url) {
    const challenge = await (await fetch(url)).json();
    const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
    const password = new Uint8Array([...bytesOf(nonce), 0, 0, 0, 0]);
    const view = new DataView(password.buffer);
    for (let counter = 0; ; counter += 1) {
      view.setUint32(password.length - 4, counter);
      const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
      const how = { name: "PBKDF2", salt: bytesOf(salt), iterations: cost, hash: "SHA-256" };
      const derived = await crypto.subtle.deriveBits(how, key, keyLength * 8);
      const derivedKey = hex(new Uint8Array(derived));
      if (derivedKey.startsWith(keyPrefix)) {
        return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
      }
    }
  }

  // Solved when the visitor first uses the form, and once more after it was reset.
  function altcha(element) {
    const form = element.closest("form");
    const input = Object.assign(document.createElement("input"), {
      type: "hidden",
      name: "altcha",
    });
    let solving;
    const start = () =>
      (solving ??= solve(element.dataset.challenge).then(
        (answer) => (input.value = answer),
        (error) => {
          solving = undefined;
          element.title = String(error);
        },
      ));
    element.append(input);
    form.addEventListener("focusin", start);
    form.addEventListener("reset", () => {
      input.value = "";
      solving = undefined;
    });
    form.addEventListener(
      "submit",
      (event) => {
        if (input.value) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        // Without an answer the server shows what to do, so the form is sent in any case.
        void start().finally(() => {
          input.value ||= "-";
          form.requestSubmit(event.submitter);
        });
      },
      true,
    );
  }

  function load([url, name], onReady) {
    if (window[name]?.render) return onReady(window[name]);
    const callback = "intray_" + name;
    const before = window[callback];
    window[callback] = () => {
      before?.();
      onReady(window[name]);
    };
    if (before) return;
    const script = document.createElement("script");
    script.src = url + "?render=explicit&onload=" + callback;
    document.head.append(script);
  }

  window.intrayCaptcha = (element) => {
    if (started.has(element)) return;
    started.add(element);
    const { intrayCaptcha: provider, sitekey } = element.dataset;
    if (provider === "altcha") altcha(element);
    else {
      load(APIS[provider], (api) => {
        const widget = api.render(element, { sitekey });
        // An answer is valid once.
        element.closest("form")?.addEventListener("reset", () => api.reset(widget));
      });
    }
  };
  const showAll = () =>
    document.querySelectorAll("[data-intray-captcha]").forEach(window.intrayCaptcha);
  showAll();
  new MutationObserver(showAll).observe(document, { childList: true, subtree: true });
})();
