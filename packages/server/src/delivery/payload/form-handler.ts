/** Format `form_handler`: the pairs as received, lists as repeated names, then the id. */
import type { PayloadSource } from "../../domain/delivery/delivery.ts";

export function formHandler({ submissionId, fields }: PayloadSource) {
  const pairs = new URLSearchParams();
  for (const [name, value] of fields) {
    for (const item of typeof value === "string" ? [value] : value) pairs.append(name, item);
  }
  pairs.append("id", String(submissionId));
  return { contentType: "application/x-www-form-urlencoded", text: pairs.toString() };
}
