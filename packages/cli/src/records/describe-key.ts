/** Describes an API key for people. */
import type { Me } from "@intray/sdk";

const DESCRIPTIONS: Readonly<Record<Me["kind"], (me: Me, name: string) => string>> = {
  account: (_me, name) => `Account API key${name}`,
  form: ({ form_id }, name) => `Form API key${name} of form ${form_id}`,
};

export function describeKey(me: Me): string {
  return DESCRIPTIONS[me.kind](me, me.key_name ? ` "${me.key_name}"` : "");
}

/** What a key may do, and until when. Older servers do not tell: their keys may do everything for ever. */
export type KeyLimits = Partial<Pick<Me, "scope" | "expires_at">>;

/** `scope read, expires 2026-12-31T00:00:00.000Z`. */
export function describeLimits({ scope = "write", expires_at = null }: KeyLimits): string {
  return `scope ${scope}, ${expires_at === null ? "never expires" : `expires ${expires_at}`}`;
}
