/** What to do when nothing has come in yet. */
import type { Form } from "@intray/sdk/schemas";
import { Snippet } from "../forms/snippet.tsx";
import { Text } from "../layout/user-text.tsx";

export function FirstSteps({
  form,
  origin,
}: {
  /** `undefined` when there is none. */
  readonly form: Form | undefined;
  /** Where the server is reached. */
  readonly origin: string;
}) {
  return (
    <>
      <section class="card" aria-labelledby="first">
        <h2 id="first">First steps</h2>
        {form === undefined ? (
          <p>
            <a class="button main" href="/dashboard/forms#new">
              Create a form
            </a>
          </p>
        ) : (
          <ol class="steps">
            <li>
              Paste what is below into your page; it posts to{" "}
              <a href={`/dashboard/forms/${form.id}`}>
                <Text of={form.name} />
              </a>
              .
            </li>
            <li>
              Send it once, or <a href={`/try/${form.uuid}`}>try the form out</a>: it arrives here.
            </li>
            <li>
              Have each submission sent on: <a href="/dashboard/webhooks">add a webhook</a>. Or
              fetch them: <a href="/dashboard/keys">make a key</a>.
            </li>
          </ol>
        )}
      </section>
      {form === undefined ? null : <Snippet form={form} origin={origin} />}
    </>
  );
}
