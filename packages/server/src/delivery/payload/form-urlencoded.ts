/** Format `form_urlencoded`: the pairs as received, lists as `name[]` pairs, then the id. */
import type { PayloadSource } from "../../domain/delivery/delivery.ts";

export function formUrlencoded({ submissionId, fields }: PayloadSource) {
  const pairs = new URLSearchParams();
  for (const [name, value] of fields) {
    if (typeof value === "string") pairs.append(name, value);
    else for (const item of value) pairs.append(`${name}[]`, item);
  }
  pairs.append("id", String(submissionId));
  return { contentType: "application/x-www-form-urlencoded", text: pairs.toString() };
}
