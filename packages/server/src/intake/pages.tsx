/** The pages that Intray shows to a person who has posted a form. They work without script. */
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import type { IntakeForm } from "../store/form-lookup.ts";

const STYLE = `
  :root { color-scheme: light dark; font: 1.125rem/1.6 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
  main { max-width: 34rem; padding: 2rem; overflow-wrap: anywhere; }
  h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 .75rem; }
  p { margin: 0 0 1rem; }
  small { opacity: .7; }
  label { display: block; margin-bottom: 1rem; }
  input, textarea { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .5rem; }
  button { font: inherit; padding: .5rem 1.25rem; }
  .trap { position: absolute; left: -100vw; }
`;

async function page(title: string, content: Child): Promise<string> {
  const body = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <main>{content}</main>
      </body>
    </html>
  );
  const text = await html`<!doctype html>${body}`;
  return text.toString();
}

const MOST_REMEMBERED = 1_000;
const remembered = new Map<string, Promise<string>>();

/** The thank-you page of a form; the same for every post, so it is made once. */
export function thanksPage(
  form: Pick<IntakeForm, "redirect_heading" | "redirect_message">,
): Promise<string> {
  const heading = form.redirect_heading ?? "Thank you";
  const message = form.redirect_message ?? "Your message has been received.";
  const key = JSON.stringify([heading, message]);
  const before = remembered.get(key);
  if (before !== undefined) return before;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  const made = page(
    heading,
    <>
      <h1>{heading}</h1>
      <p>{message}</p>
    </>,
  );
  remembered.set(key, made);
  return made;
}

/** Why a post was not taken; what the person typed is still on the page behind. */
export function errorPage(message: string, requestId: string): Promise<string> {
  return page(
    "Not sent",
    <>
      <h1>This was not sent</h1>
      <p>{message}</p>
      <p>Go back with your browser's Back button: what you typed is still there.</p>
      <small>Reference: {requestId}</small>
    </>,
  );
}

/** What a form's address shows when it is opened instead of posted to. */
export function postOnlyPage(action: string): Promise<string> {
  return page(
    "A form's address",
    <>
      <h1>This address takes form posts</h1>
      <p>Nothing is wrong; there is just nothing to read here. Point a form at it:</p>
      <p>
        <code>{`<form method="post" action="${action}">`}</code>
      </p>
    </>,
  );
}

/** A form to try a form's address with. */
export function tryPage(form: IntakeForm, action: string): Promise<string> {
  return page(
    form.name,
    <>
      <h1>{form.name}</h1>
      <form method="post" action={action} enctype="multipart/form-data">
        <label>
          Name <input name="name" autocomplete="name" />
        </label>
        <label>
          Email <input name="email" type="email" autocomplete="email" />
        </label>
        <label>
          Message <textarea name="message" rows={4} />
        </label>
        <label>
          File <input name="file" type="file" />
        </label>
        <label class="trap" aria-hidden="true">
          Leave this empty <input name={form.honeypot_field} tabindex={-1} autocomplete="off" />
        </label>
        <button type="submit">Send</button>
      </form>
    </>,
  );
}
