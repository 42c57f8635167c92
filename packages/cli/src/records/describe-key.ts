/** Describes an API key for people. */
import type { Me } from "@intray/sdk";

const DESCRIPTIONS: Readonly<Record<Me["kind"], (me: Me, name: string) => string>> = {
  account: (_me, name) => `Account API key${name}`,
  form: ({ form_id }, name) => `Form API key${name} of form ${form_id}`,
};

export function describeKey(me: Me): string {
  return DESCRIPTIONS[me.kind](me, me.key_name ? ` "${me.key_name}"` : "");
}
