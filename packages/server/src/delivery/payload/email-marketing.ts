/** Format `email_marketing`: the address by itself, every other field beside it. */
import type { PayloadSource } from "../../domain/delivery.ts";
import { objectText } from "./object-text.ts";

/** `email` is empty when the post held none; a field named so that is no address stays a field. */
export function emailMarketing({ submissionId, email, fields }: PayloadSource) {
  const others = fields.filter(
    ([name, value]) => name.toLowerCase() !== "email" || value !== email,
  );
  const text = `{"email":${JSON.stringify(email ?? "")},"fields":${objectText(others, [["id", submissionId]])}}`;
  return { contentType: "application/json", text };
}
