/** What to paste into a web page so that it posts to a form. */
import type { Form } from "@intray/sdk/schemas";

/** @param origin Where the server is reached. */
export function Snippet({ form, origin }: { readonly form: Form; readonly origin: string }) {
  const address = `${origin}/f/${form.uuid}`;
  const pasted = [
    `<form action="${address}" method="post">`,
    `  <label>E-mail <input type="email" name="email" required></label>`,
    `  <label>Message <textarea name="message" required></textarea></label>`,
    `  <input type="text" name="${attribute(form.honeypot_field)}" hidden tabindex="-1" autocomplete="off">`,
    `  <button>Send</button>`,
    `</form>`,
  ].join("\n");
  return (
    <section class="card">
      <div class="head">
        <h2>Paste this into your page</h2>
        <button type="button" data-copy="snippet" hidden>
          Copy
        </button>
      </div>
      <pre id="snippet" tabindex={0}>
        {pasted}
      </pre>
      <p class="hint">
        Name the fields as you like. The hidden one catches programs: people leave it empty. To send
        without leaving the page, add <code>{`<script src="${origin}/intray.js"></script>`}</code>.
      </p>
      <p>
        Its address is <code>{address}</code>. <a href={`/try/${form.uuid}`}>Try it out</a>.
      </p>
    </section>
  );
}

/** A name as it stands between quotes in HTML. */
const attribute = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
