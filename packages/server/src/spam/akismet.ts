/** Classifies a post with Akismet (akismet.com/developers, comment-check). */
import type { Finding } from "../domain/finding.ts";
import type { ExternalServices, Sender } from "./external-services.ts";
import { textsOf } from "./text.ts";
import type { SpamCheckInput } from "./verdict.ts";

const COMMENT_CHECK_URL = "https://rest.akismet.com/1.1/comment-check";
const NAME_FIELD = /name|nom$|nombre|имя/i;

/** @throws Error if Akismet cannot be reached or rejects the key. */
export async function callAkismet(
  { fields, email, honeypot }: SpamCheckInput,
  { ip, userAgent, referrer }: Sender,
  key: string,
  { request, publicUrl }: Pick<ExternalServices, "request" | "publicUrl">,
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
  const response = (await request(COMMENT_CHECK_URL, form)).trim();
  if (response === "false") return undefined;
  if (response !== "true") throw new Error("Akismet rejected the key in INTRAY_AKISMET_KEY.");
  return { check: "akismet", weight: 1, sentence: "Akismet classified the post as spam." };
}
