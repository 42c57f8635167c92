/** Format `email_marketing`: the email address, and all other fields in a member `fields`. */
import type { PayloadSource } from "../../domain/delivery/delivery.ts";
import { objectText } from "./object-text.ts";

/** `email` is empty if the submission has none. A field named email with another value remains a field. */
export function emailMarketing({ submissionId, email, fields }: PayloadSource) {
  const others = fields.filter(
    ([name, value]) => name.toLowerCase() !== "email" || value !== email,
  );
  const text = `{"email":${JSON.stringify(email ?? "")},"fields":${objectText(others, [["id", submissionId]])}}`;
  return { contentType: "application/json", text };
}
