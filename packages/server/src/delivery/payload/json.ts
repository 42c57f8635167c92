/** Format `json`: every field at the top level, plus id and attachments. */
import type { PayloadSource } from "../../domain/delivery/delivery.ts";
import { objectText } from "./object-text.ts";

export function json(source: PayloadSource) {
  return { contentType: "application/json", text: jsonText(source) };
}

/** The id and attachments of Intray replace fields with these names. */
export function jsonText({ submissionId, fields, attachments }: PayloadSource): string {
  const links = attachments.map(({ attachment_proxy_url, public_url }) => ({
    attachment_proxy_url,
    public_url,
  }));
  return objectText(fields, [
    ["id", submissionId],
    ["attachments", links],
  ]);
}
