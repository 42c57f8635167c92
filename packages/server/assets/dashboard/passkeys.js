// Asks the browser for a passkey: <form data-passkey> names the address of the options, and posts the answer.
const canParse = "parseRequestOptionsFromJSON" in (window.PublicKeyCredential ?? {});

async function askBrowser(options) {
  if (options.user === undefined) {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    return navigator.credentials.get({ publicKey });
  }
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return navigator.credentials.create({ publicKey });
}

function sentenceOf(error) {
  if (error.name === "InvalidStateError") return "This device has a passkey for you already.";
  if (error.name === "NotAllowedError") return "No passkey was used. Try again.";
  return error.message;
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  form.hidden = !canParse;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const problem = form.querySelector("[role=alert]");
    problem.textContent = "";
    try {
      const answer = await fetch(form.dataset.passkey, { method: "POST" });
      // The last proof is too old, or the session has ended.
      if (answer.status === 401 || answer.redirected) {
        location.assign(`/dashboard/confirm?next=${encodeURIComponent(location.pathname)}`);
        return;
      }
      if (!answer.ok) throw new Error("The server did not answer. Try again in a minute.");
      const credential = await askBrowser(await answer.json());
      form.elements.response.value = JSON.stringify(credential.toJSON());
      form.submit();
    } catch (error) {
      problem.textContent = sentenceOf(error);
    }
  });
}
