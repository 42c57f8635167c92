// Posts a form with fetch, without leaving the page; without JavaScript the form still works.

/** Returns `true` if the submission is stored, otherwise an error message for the visitor. */
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
  return body.error ?? `The server responded with ${answer.status}. Try again in a moment.`;
}

/** Sends a form element with fetch when it is submitted; `show` displays the result. */
export function takeOver(form, show) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const result = await postForm(form.action, new FormData(form));
    if (result === true) form.reset();
    show(result === true ? "Thank you." : result);
  });
}
