/** What a post says of the headers of its notification. The visitor may have typed it. */
import type { Field, Fields } from "../domain/submission/submission.ts";
import { mailFieldsOf, type OriginService } from "../domain/origin-service.ts";
import { replyToAddress } from "./compose.ts";
import { headerText } from "./header-text.ts";

export interface PostedHeaders {
  /** One line; `null` if the post has none. */
  readonly subject: string | null;
  /** `null` if the post has none, or none that is an address. */
  readonly replyTo: string | null;
}

const MAX_SUBJECT_CHARACTERS = 250;

/**
 * The first usable value of a repeated field counts. Names are compared without regard to case.
 *
 * @param service Where the form's page came from: some services have names of their own.
 */
export function postedHeaders(fields: Fields, service: OriginService | null): PostedHeaders {
  const names = mailFieldsOf(service);
  return {
    subject:
      valuesOf(fields, names.subject)
        .map((value) => headerText(value, MAX_SUBJECT_CHARACTERS))
        .find((line) => line !== "") ?? null,
    replyTo:
      valuesOf(fields, names.replyTo)
        .map(replyToAddress)
        .find((address) => address !== undefined) ?? null,
  };
}

const valuesOf = (fields: Fields, names: readonly string[]): readonly string[] =>
  names.flatMap((wanted) => {
    const named = fields.filter(([name]: Field) => name.toLowerCase() === wanted);
    return named.flatMap(([, value]) => value);
  });
