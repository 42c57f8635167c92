/** Whose submissions a run works on, in a word that stays the same from run to run. */
import { createHash } from "node:crypto";
import type { Intray } from "@intray/sdk";
import type { Shard } from "@intray/sdk/queue";

/** Statuses of a service that has this API's lists but not `GET /me`. */
const NO_SUCH_ENDPOINT: readonly number[] = [404, 405, 501];
/** A uuid of a form has 12 digits, which may happen to be decimal ones only. */
const SURELY_AN_ID = /^[1-9]\d{0,10}$/;

export interface KeyScope {
  readonly scope: string;
  /** The one form, when `--form` names it. */
  readonly formId: number | undefined;
}

/** The scope by `--form`, else by what the server says of the key, else by a hash of the key. */
export async function keyScope(
  client: Intray,
  apiKey: string,
  form: string | undefined,
): Promise<KeyScope> {
  if (form !== undefined) {
    const formId = SURELY_AN_ID.test(form) ? Number(form) : (await client.forms.get(form)).id;
    return { scope: `form:${formId}`, formId };
  }
  try {
    const me = await client.me();
    return {
      scope: me.form_id === null ? `account:${me.account.id}` : `form:${me.form_id}`,
      formId: undefined,
    };
  } catch (error) {
    if (!isMissingEndpoint(error)) throw error;
    const hash = createHash("sha256").update(apiKey).digest("hex").slice(0, 12);
    return { scope: `key:${hash}`, formId: undefined };
  }
}

/** Parts of a queue have ledgers of their own, and may be at work on one machine at once. */
export function shardScope(scope: string, shard: Shard | undefined): string {
  return shard === undefined ? scope : `${scope}/${shard.index}of${shard.count}`;
}

/** Whether the service has this API, but not what was asked for. */
export function isMissingEndpoint(error: unknown): boolean {
  return (
    error instanceof Error &&
    "status" in error &&
    NO_SUCH_ENDPOINT.some((status) => status === error.status)
  );
}
