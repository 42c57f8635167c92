/** Format `json`: every field at the top level, plus id and attachments. */
import type { PayloadSource } from "../../delivery.ts";

export function json(source: PayloadSource) {
  return { contentType: "application/json", text: jsonText(source) };
}

/**
 * Written member by member, since an object would put names such as "10" first. A field that is
 * named `id` or `attachments` yields to the service's own.
 */
export function jsonText({ submissionId, fields, attachments }: PayloadSource): string {
  const links = attachments.map(({ attachment_proxy_url, public_url }) => ({
    attachment_proxy_url,
    public_url,
  }));
  const members = [
    ...fields.filter(([name]) => name !== "id" && name !== "attachments"),
    ["id", submissionId] as const,
    ["attachments", links] as const,
  ];
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;
}
