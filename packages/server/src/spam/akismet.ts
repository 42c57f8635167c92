/** Akismet, which is sent the post and says what it thinks of it (akismet.com/developers, comment-check). */
import type { Finding } from "../domain/finding.ts";
import type { AskOutside } from "./external-request.ts";
import type { Sender } from "./sender.ts";
import type { Suspect } from "./screen.ts";
import { textsOf } from "./text.ts";

const URL_OF_CHECK = "https://rest.akismet.com/1.1/comment-check";
const NAME_FIELD = /name|nom$|nombre|имя/i;

/** @throws Error when it cannot be asked, or refuses the key. */
export async function askAkismet(
  { fields, email, honeypot }: Suspect,
  { ip, userAgent, referrer }: Sender,
  key: string,
  { ask, publicUrl }: { readonly ask: AskOutside; readonly publicUrl: () => string },
): Promise<Finding | undefined> {
  const texts = [...textsOf(fields)];
  const [, author] = texts.find(([name]) => NAME_FIELD.test(name)) ?? [];
  const form = new URLSearchParams({
    api_key: key,
    blog: publicUrl(),
    user_ip: ip ?? "",
    comment_type: "contact-form",
    comment_content: texts.map(([name, text]) => `${name}: ${text}`).join("\n"),
  });
  for (const [member, value] of Object.entries({
    user_agent: userAgent,
    referrer,
    comment_author: author,
    comment_author_email: email,
    honeypot_field_name: honeypot === null ? null : "honeypot",
    honeypot,
  })) {
    if (value != null) form.set(member, value);
  }
  const answer = (await ask(URL_OF_CHECK, form)).trim();
  if (answer === "false") return undefined;
  if (answer !== "true") throw new Error("Akismet does not take the key in INTRAY_AKISMET_KEY.");
  return { check: "akismet", weight: 1, sentence: "Akismet takes it for spam." };
}
