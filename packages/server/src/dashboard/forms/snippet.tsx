/** The HTML snippet of a form, to copy into a web page. */
import type { Form } from "@intray/sdk/schemas";
import { CopyCard } from "../layout/copy-card.tsx";

/** @param props.origin The server's public origin. */
export function Snippet({ form, origin }: { readonly form: Form; readonly origin: string }) {
  const address = `${origin}/f/${form.uuid}`;
  const html = [
    `<form action="${address}" method="post">`,
    `  <label>E-mail <input type="email" name="email" required></label>`,
    `  <label>Message <textarea name="message" required></textarea></label>`,
    `  <input type="text" name="${attribute(form.honeypot_field)}" hidden tabindex="-1" autocomplete="off">`,
    `  <button>Send</button>`,
    `</form>`,
  ].join("\n");
  return (
    <CopyCard id="snippet" title="HTML snippet" text={html}>
      <p class="hint">
        Add it to your page. You can rename and add fields; the hidden field is a honeypot for spam
        bots. To send without leaving the page, also add{" "}
        <code>{`<script src="${origin}/intray.js"></script>`}</code>.
      </p>
      <p>
        Form URL: <code>{address}</code>. <a href={`/try/${form.uuid}`}>Open a test form</a>
      </p>
    </CopyCard>
  );
}

/** Escapes a text for a quoted HTML attribute. */
const attribute = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
