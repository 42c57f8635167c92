/** Describes an API key for people. */
import type { Me } from "@intray/sdk";
import { keysPage } from "../config/settings.ts";
import { failure } from "../errors/failure.ts";
import { relativeTime } from "../terminal/text.ts";

const DESCRIPTIONS: Readonly<Record<Me["kind"], (me: Me, name: string) => string>> = {
  account: (_me, name) => `Account API key${name}`,
  project: ({ project_ids }, name) =>
    `Project API key${name} of project ${project_ids?.[0] ?? "?"}`,
  form: ({ form_id }, name) => `Form API key${name} of form ${form_id}`,
};

export const describeKey = (me: Me): string =>
  DESCRIPTIONS[me.kind](me, me.key_name ? ` "${me.key_name}"` : "");

/** What a key may do, and until when. Older servers do not tell: their keys may do everything for ever. */
export type KeyLimits = Partial<Pick<Me, "scope" | "expires_at">>;

const RIGHTS = {
  read: "read: changes nothing and reads no signing secrets",
  "submissions:read": "submissions:read: reads submissions",
  "submissions:mark": "submissions:mark: reads and marks submissions",
  export: "export: lists submissions",
  refire: "refire: reads the log of deliveries and sends them again",
  write: "write: may change everything",
} as const satisfies Record<Me["scope"], string>;
export type KeyScope = Me["scope"];
export const KEY_SCOPES = Object.keys(RIGHTS) as readonly KeyScope[];
const RIGHTS_OF_FORM_KEY = "write: may change submissions of its form";

/** What a key may do, and until when, as rows. @param now Milliseconds since the epoch. */
export function describeRights(
  { kind, scope, expires_at = null }: KeyLimits & Pick<Me, "kind">,
  now: number,
): [name: string, text: string][] {
  if (scope === undefined) return [];
  const left = expires_at === null ? "" : relativeTime(expires_at, now);
  const hint = left.startsWith("in ") ? ` (${left})` : "";
  const rights = kind === "form" && scope === "write" ? RIGHTS_OF_FORM_KEY : RIGHTS[scope];
  return [
    ["scope", rights],
    ["expires", expires_at === null ? "never" : `${expires_at}${hint}`],
  ];
}

const SOON_MS = 14 * 86_400_000;

/** Whether the key expires within two weeks. */
export const expiresSoon = ({ expires_at = null }: KeyLimits, now: number): boolean =>
  expires_at !== null && Date.parse(expires_at) - now <= SOON_MS;

/** What to do about a key that a job uses and that expires soon; `undefined` for any other key. */
export function expiryWarning(me: Me, now: number, baseUrl: string): string | undefined {
  if (me.expires_at == null || !expiresSoon(me, now)) return undefined;
  const left = relativeTime(me.expires_at, now);
  return `The ${describeKey(me)} expires ${left} (${me.expires_at}), and requests fail from then on. Create another one at ${keysPage(baseUrl)}.`;
}

/** `scope read, expires 2026-12-31T00:00:00.000Z`. */
export const describeLimits = ({ scope = "write", expires_at = null }: KeyLimits): string =>
  `scope ${scope}, ${expires_at === null ? "never expires" : `expires ${expires_at}`}`;

/** @throws Failure if the connection was lost after the key was made: the response to the retry has no text. */
export function withText<Made extends { readonly id: number; readonly key: string | null }>(
  made: Made,
): Made & { readonly key: string } {
  const { id, key } = made;
  if (key !== null) return { ...made, key };
  throw failure("key_lost", `Key ${id} was created, but the response with the key was lost.`, {
    hint: `Revoke it with intray keys revoke ${id}, and create another.`,
  });
}
