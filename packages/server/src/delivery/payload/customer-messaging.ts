/** Format `customer_messaging`: the fields and `submission_id` inside a member `data`. */
import type { PayloadSource } from "../../domain/delivery/delivery.ts";
import { objectText } from "./object-text.ts";

export function customerMessaging({ submissionId, fields }: PayloadSource) {
  const data = objectText(fields, [["submission_id", submissionId]]);
  return { contentType: "application/json", text: `{"data":${data}}` };
}
