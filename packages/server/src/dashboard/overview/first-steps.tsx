/** Instructions for an account without submissions. */
import type { Form } from "@intray/sdk/schemas";
import { Snippet } from "../forms/snippet.tsx";
import { Text } from "../layout/user-text.tsx";

export function FirstSteps({
  form,
  origin,
}: {
  /** `undefined` if the account has no form. */
  readonly form: Form | undefined;
  /** The server's public origin. */
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
              Copy the HTML snippet below into your page. It posts to the form{" "}
              <a href={`/dashboard/forms/${form.id}`}>
                <Text of={form.name} />
              </a>
              .
            </li>
            <li>
              Submit the form on your page or <a href={`/try/${form.uuid}`}>the test form</a>. The
              submission appears in the inbox.
            </li>
            <li>
              <a href="/dashboard/webhooks">Add a webhook</a> to deliver submissions, or{" "}
              <a href="/dashboard/keys">create an API key</a> to fetch them.
            </li>
          </ol>
        )}
      </section>
      {form === undefined ? null : <Snippet form={form} origin={origin} />}
    </>
  );
}
