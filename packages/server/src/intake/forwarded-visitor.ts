/** A server that forwards the posts of its visitors names their address, and proves with an API key that it may. */
import type { IncomingHttpHeaders } from "node:http";
import { requireAllowedIp } from "../domain/account/allowed-ips.ts";
import { hashKey } from "../domain/account/api-key.ts";
import type { Clock } from "../platform/clock.ts";
import { tryOrUndefined } from "../platform/errors.ts";
import type { IntakeForm } from "../store/forms/form-lookup.ts";
import type { Store } from "../store/store.ts";
import { parseHop } from "./client-address.ts";

/** Intray's own names and those of a compatible service. */
const KEY_NAMES = ["intray-api-key", "basin-api-key"];
const ADDRESS_NAMES = ["intray-client-ip", "basin-true-client-ip"];

const valueOf = (headers: IncomingHttpHeaders, names: readonly string[]) =>
  names.map((name) => String(headers[name] ?? "").trim()).find((value) => value !== "");

/**
 * Returns the visitor's address that a request names, if it has a key with the scope `write` of the form or of its whole
 * account; otherwise `undefined`: a post is not lost because a key was revoked.
 *
 * @param peer The address that the request came from.
 */
export async function forwardedVisitor(
  headers: IncomingHttpHeaders,
  peer: string | null,
  form: Pick<IntakeForm, "id" | "account_id">,
  { store, clock }: { readonly store: Pick<Store, "findKey">; readonly clock: Clock },
): Promise<string | undefined> {
  const visitor = parseHop(valueOf(headers, ADDRESS_NAMES) ?? "");
  const text = valueOf(headers, KEY_NAMES);
  if (visitor === undefined || text === undefined) return undefined;
  const key = await store.findKey(hashKey(text));
  if (key?.account_id !== form.account_id || key.scope !== "write") return undefined;
  const isOfAccount = key.form_id === null && key.project_id === null && key.limited !== 1;
  const hasExpired = key.expires_at !== null && key.expires_at <= clock.now();
  if ((!isOfAccount && key.form_id !== form.id) || hasExpired) return undefined;
  return tryOrUndefined(() => {
    requireAllowedIp(key, peer);
    return visitor;
  });
}
