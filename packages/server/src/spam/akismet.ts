/** Classifies a post with Akismet (akismet.com/developers). */
import type { Finding } from "../domain/submission/finding.ts";
import type { ExternalServices, PostSender } from "./external-services.ts";
import { textsOf } from "./text.ts";
import type { SpamCheckInput } from "./verdict.ts";

const API = "https://rest.akismet.com/1.1";
const NAME_FIELD = /name|nom$|nombre|имя/i;

/** @throws Error if Akismet cannot be reached or rejects the key. */
export async function callAkismet(
  { fields, email, honeypot }: SpamCheckInput,
  { ip, userAgent, referrer }: PostSender,
  key: string,
  { request, publicUrl }: Pick<ExternalServices, "request" | "publicUrl">,
): Promise<Finding | undefined> {
  const texts = [...textsOf(fields)];
  const form = new URLSearchParams({
    api_key: key,
    blog: publicUrl(),
    user_ip: ip ?? "",
    comment_type: "contact-form",
    comment_content: texts.map(([name, text]) => `${name}: ${text}`).join("\n"),
    ...(honeypot !== null && { honeypot_field_name: "honeypot", honeypot }),
  });
  const [, author] = texts.find(([name]) => NAME_FIELD.test(name)) ?? [];
  for (const [member, value] of Object.entries({
    user_agent: userAgent,
    referrer,
    comment_author: author,
    comment_author_email: email,
  })) {
    if (value != null) form.set(member, value);
  }
  const response = (await request(`${API}/comment-check`, form)).trim();
  if (response === "false") return undefined;
  if (response !== "true") throw new Error("Akismet rejected the key in INTRAY_AKISMET_KEY.");
  return { check: "akismet", weight: 1, sentence: "Akismet classified the post as spam." };
}
