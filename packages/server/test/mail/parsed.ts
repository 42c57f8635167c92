/** Composes mails and reads them again, as a mail program does. */
import PostalMime, { type Email } from "postal-mime";
import { compose, type Mail } from "../../src/mail/compose.ts";

export type ParsedMail = Email & { readonly text: string; readonly html: string };

/** The parsed message; its parts without the line break that one may end in. */
export async function parsedMail(mail: Mail): Promise<ParsedMail> {
  const email = await PostalMime.parse(await compose(mail));
  return { ...email, text: email.text?.trimEnd() ?? "", html: email.html?.trimEnd() ?? "" };
}

/** The values of a header, by its name in lower case. */
export const headerOf = ({ headers }: Email, name: string): readonly string[] =>
  headers.filter(({ key }) => key === name).map(({ value }) => value);
