/** Describes an API key for people. */
import type { Me } from "@intray/sdk";

export function describeKey({ kind, form_id, key_name }: Me): string {
  const name = key_name ? ` "${key_name}"` : "";
  return kind === "form" ? `Form API key${name} of form ${form_id}` : `Account API key${name}`;
}
