/** Types the fields of a submission by a schema of the caller's: of zod, valibot, arktype and others. */
import type { Submission } from "./api-types.ts";
import { InvalidFieldsError } from "./errors.ts";

/** What is used of the interface that such libraries share, version 1. https://standardschema.dev */
export interface FieldSchema<Fields> {
  readonly "~standard": {
    readonly version: 1;
    readonly validate: (value: unknown) => Checked<Fields> | Promise<Checked<Fields>>;
    readonly types?: { readonly output: Fields } | undefined;
  };
}
type Checked<Fields> =
  { readonly value: Fields; readonly issues?: undefined } | { readonly issues: readonly Issue[] };
interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A submission, with what a schema made of `payload_params` in `fields`. */
export interface ParsedSubmission<Fields> extends Submission {
  readonly fields: Fields;
}

/** @throws InvalidFieldsError if the schema does not accept `payload_params`. */
export async function parseFields<Fields>(
  submission: Submission,
  schema: FieldSchema<Fields>,
): Promise<ParsedSubmission<Fields>> {
  const checked = await schema["~standard"].validate(submission.payload_params);
  if (checked.issues === undefined) return { ...submission, fields: checked.value };
  const problems = checked.issues.map(({ path = [], message }) => ({
    path: path.map((part) => String(typeof part === "object" ? part.key : part)).join("."),
    message,
  }));
  throw new InvalidFieldsError(submission.id, problems);
}
