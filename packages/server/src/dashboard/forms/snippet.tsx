/** Snippets of a form, to copy into a web page or an app. */
import type { Form } from "@intray/sdk/schemas";
import { Card } from "../layout/card.tsx";
import { CopyCard } from "../layout/copy-card.tsx";
import { frameworkSnippets } from "./framework-snippets.ts";
import { htmlSnippet } from "@intray/sdk/snippet";

/** @param props.origin The server's public origin. */
export function Snippet({ form, origin }: { readonly form: Form; readonly origin: string }) {
  const address = `${origin}/f/${form.uuid}`;
  return (
    <CopyCard id="snippet" title="HTML snippet" text={htmlSnippet(form, origin)}>
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

type FrameworkSnippetsProps = { readonly form: Form; readonly origin: string };

/** The same for scripts and frameworks, folded. */
export const FrameworkSnippets = ({ form, origin }: FrameworkSnippetsProps) => (
  <Card id="frameworks" title="Frameworks">
    {frameworkSnippets(form, origin).map(({ id, name, hint, code }) => (
      <details>
        <summary>{name}</summary>
        <div class="stacked">
          <div class="head">
            <p class="hint">{hint}</p>
            <button type="button" data-copy={id} hidden>
              Copy
            </button>
          </div>
          <pre id={id} tabindex={0}>
            {code}
          </pre>
        </div>
      </details>
    ))}
  </Card>
);
