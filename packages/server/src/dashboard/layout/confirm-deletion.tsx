/** Deletion of a form or webhook, confirmed by typing its name. */
import type { Child } from "hono/jsx";
import { AppError } from "../../domain/errors.ts";
import type { Posted } from "../http/body.ts";
import { TextField } from "./fields.tsx";
import { ErrorMessage } from "./error-page.tsx";

type Deletable = "form" | "webhook";

const NAME_FIELD = "confirm_name";

/** Returns an error unless the name was typed correctly. */
export function deletionError(posted: Posted, what: Deletable, name: string): AppError | undefined {
  if (posted.text(NAME_FIELD).trim() === name.trim()) return undefined;
  return new AppError(
    "invalid",
    `Nothing was deleted. To confirm, type the ${what}'s exact name: ${name}`,
  );
}

interface DeletionCardProps {
  readonly what: Deletable;
  readonly name: string;
  readonly action: string;
  readonly error: AppError | undefined;
  readonly children: Child;
}

/** @param props.children What else is deleted. */
export function DeletionCard({ what, name, action, error, children }: DeletionCardProps) {
  return (
    <section class="card" id="delete">
      <h2>Delete {what}</h2>
      <ErrorMessage error={error} />
      <p>{children}</p>
      <form class="fields" method="post" action={action}>
        <TextField
          name={NAME_FIELD}
          label={`Name of the ${what}`}
          hint={`To confirm, type ${name}`}
          autocomplete="off"
          required
        />
        <div>
          <button class="danger">{`Delete ${what} permanently`}</button>
        </div>
      </form>
    </section>
  );
}
