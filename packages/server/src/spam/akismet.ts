/** Classifies a post with Akismet, and tells it of corrections (akismet.com/developers). */
import type { Finding } from "../domain/submission/finding.ts";
import type { Fields } from "../domain/submission/submission.ts";
import type { ExternalServices, Sender } from "./external-services.ts";
import { textsOf } from "./text.ts";
import type { SpamCheckInput } from "./verdict.ts";

const API = "https://rest.akismet.com/1.1";
const NAME_FIELD = /name|nom$|nombre|имя/i;

/** @throws Error if Akismet cannot be reached or rejects the key. */
export async function callAkismet(
  { fields, email, honeypot }: SpamCheckInput,
  sender: Sender,
  key: string,
  { request, publicUrl }: Pick<ExternalServices, "request" | "publicUrl">,
): Promise<Finding | undefined> {
  const form = akismetForm({ fields, email, ...sender }, key, publicUrl());
  if (honeypot !== null) {
    form.set("honeypot_field_name", "honeypot");
    form.set("honeypot", honeypot);
  }
  const response = (await request(`${API}/comment-check`, form)).trim();
  if (response === "false") return undefined;
  if (response !== "true") throw new Error("Akismet rejected the key in INTRAY_AKISMET_KEY.");
  return { check: "akismet", weight: 1, sentence: "Akismet classified the post as spam." };
}

/** @throws Error if Akismet cannot be reached. */
export async function submitToAkismet(
  form: URLSearchParams,
  spam: boolean,
  { request }: Pick<ExternalServices, "request">,
): Promise<void> {
  await request(`${API}/submit-${spam ? "spam" : "ham"}`, form);
}

/** A post as every request to Akismet describes it. */
export function akismetForm(
  {
    fields,
    email,
    ip,
    userAgent,
    referrer,
  }: { readonly fields: Fields; readonly email: string | null } & Omit<Sender, "captchaAnswer">,
  key: string,
  blog: string,
): URLSearchParams {
  const texts = [...textsOf(fields)];
  const [, author] = texts.find(([name]) => NAME_FIELD.test(name)) ?? [];
  const form = new URLSearchParams({
    api_key: key,
    blog,
    user_ip: ip ?? "",
    comment_type: "contact-form",
    comment_content: texts.map(([name, text]) => `${name}: ${text}`).join("\n"),
  });
  for (const [member, value] of Object.entries({
    user_agent: userAgent,
    referrer,
    comment_author: author,
    comment_author_email: email,
  })) {
    if (value != null) form.set(member, value);
  }
  return form;
}
