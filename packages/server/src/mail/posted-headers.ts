/** What the fields `_subject` and `_replyto` of a post mean for its notification. The visitor may have typed them. */
import type { Field, Fields } from "../domain/submission/submission.ts";
import { replyAddress } from "./compose.ts";
import { headerText } from "./header-text.ts";

export interface PostedHeaders {
  /** One line; `null` if the post has none. */
  readonly subject: string | null;
  /** `null` if the post has none, or none that is an address. */
  readonly replyTo: string | null;
}

const MAX_SUBJECT_CHARACTERS = 250;

/** The first usable value of a repeated field counts. Names are compared without regard to case. */
export function postedHeaders(fields: Fields): PostedHeaders {
  return {
    subject:
      valuesOf(fields, "_subject")
        .map((value) => headerText(value, MAX_SUBJECT_CHARACTERS))
        .find((line) => line !== "") ?? null,
    replyTo:
      valuesOf(fields, "_replyto")
        .map(replyAddress)
        .find((address) => address !== undefined) ?? null,
  };
}

function valuesOf(fields: Fields, wanted: string): readonly string[] {
  const named = fields.filter(([name]: Field) => name.toLowerCase() === wanted);
  return named.flatMap(([, value]) => value);
}
