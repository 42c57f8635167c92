// Posts a form with fetch, so that the page stays; without JavaScript the form still works.

/** `true` when the submission is stored; else a sentence for the person who sent it. */
export async function postForm(action, fields) {
  let answer;
  try {
    answer = await fetch(action, {
      method: "POST",
      headers: { accept: "application/json" },
      body: fields,
    });
  } catch {
    return "The server cannot be reached. Nothing was lost: try again in a moment.";
  }
  const body = await answer.json().catch(() => ({}));
  if (answer.ok && body.success === true) return true;
  return body.error ?? `The server answered ${answer.status}. Try again in a moment.`;
}

/** Takes over the submit event of a form element. */
export function takeOver(form, tell) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const result = await postForm(form.action, new FormData(form));
    if (result === true) form.reset();
    tell(result === true ? "Thank you." : result);
  });
}
