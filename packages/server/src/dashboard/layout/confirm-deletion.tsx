/** Deleting by typing the name, so that nothing is deleted by a slip. */
import type { Child } from "hono/jsx";
import { AppError } from "../../domain/errors.ts";
import type { Posted } from "../http/body.ts";
import { TextField } from "./fields.tsx";
import { ErrorMessage } from "./error-page.tsx";

export type Deletable = "form" | "webhook";

const NAME_FIELD = "confirm_name";

/** Why it is not deleted: another name was typed. */
export function deletionError(posted: Posted, what: Deletable, name: string): AppError | undefined {
  if (posted.text(NAME_FIELD).trim() === name.trim()) return undefined;
  return new AppError(
    "invalid",
    `Nothing was deleted: type the ${what}'s name, ${name}, as it is written.`,
  );
}

/** The card at the end of its page; `children` say what goes with it. */
export function DeletionCard({
  what,
  name,
  action,
  button,
  error,
  children,
}: {
  readonly what: Deletable;
  readonly name: string;
  readonly action: string;
  readonly button: string;
  readonly error: AppError | undefined;
  readonly children: Child;
}) {
  return (
    <section class="card" id="delete">
      <h2>Delete this {what}</h2>
      <ErrorMessage error={error} />
      <p>{children}</p>
      <form class="fields" method="post" action={action}>
        <TextField
          name={NAME_FIELD}
          label={`Name of the ${what}`}
          hint={`Type ${name}.`}
          autocomplete="off"
          required
        />
        <div>
          <button class="danger">{button}</button>
        </div>
      </form>
    </section>
  );
}
