/** Identifies the caller of a request by its API key. */
import type { Caller } from "./caller.ts";
import { AppError, HTTP_STATUS } from "../../domain/errors.ts";
import { type Role, roleOfKey } from "../../domain/account/role.ts";
import { requireAllowedIp } from "../../domain/account/allowed-ips.ts";
import { hashKey, isMistyped, kindOf } from "../../domain/account/api-key.ts";
import type { StoredKey } from "../../store/accounts/api-keys.ts";
import { isoTimeOrNull } from "../../platform/iso-time.ts";
import type { ApiContext, ApiParts } from "./env.ts";
import type { KeyExpiry } from "./expired-keys.ts";

const RECORD_USE_EVERY_MS = 60_000;

/**
 * Creates the function that identifies callers. It reads `Authorization: Bearer` or `Token`; without
 * that header `X-Apikey`, or else the query parameter `api_token`. It throws AppError `unauthenticated` for a missing or
 * unknown key, `key_expired` for an expired one, `forbidden` for one that is not for the address of the client.
 */
export function createAuthentication(
  {
    store,
    clock,
    log,
    clientAddress,
    takesKeysInUrls,
  }: Pick<ApiParts, "store" | "clock" | "log" | "clientAddress" | "takesKeysInUrls">,
  keyExpiry: KeyExpiry,
): (c: ApiContext) => Promise<Caller> {
  const reportRejected = reportRejectedKeys({ store, clock, log });
  /** When this process last recorded the use of each key; the write itself may still be pending. */
  const recordedAt = new Map<number, number>();
  return async (c) => {
    if (c.env.internalCaller !== undefined) return c.env.internalCaller();
    const key = keyText(c, takesKeysInUrls);
    const stored = await store.findKey(hashKey(key));
    if (stored === undefined) {
      reportRejected(clientAddress(c.env.incoming));
      throw unauthenticated(unknownKey(key));
    }
    if (keyExpiry.hasExpired(stored)) throw expired(stored);
    const ip = clientAddress(c.env.incoming);
    requireAllowedIp(stored, ip);
    const now = clock.now();
    const last = recordedAt.get(stored.id) ?? stored.last_used_at;
    if (last === null || now - last >= RECORD_USE_EVERY_MS) {
      recordedAt.set(stored.id, now);
      store.writes.touchApiKey({ id: stored.id, ip, now }).catch((error: unknown) => {
        log.warn({ err: error }, "Could not record the use of an API key.");
      });
    }
    return toCaller(stored);
  };
}

/** A dashboard session has the permissions of its person. */
export const callerOfSession = (session: {
  readonly id: number;
  readonly account_id: number;
  readonly email: string | null;
  readonly login_id: number | null;
  readonly role: Role;
  readonly member_id: number | undefined;
}): Caller => ({
  via: "session",
  kind: "account",
  // Negative, so that it cannot equal the id of a key.
  keyId: -session.id,
  key_name: session.email ?? "Dashboard",
  account_id: session.account_id,
  email: session.email,
  login_id: session.login_id,
  form_id: undefined,
  project_id: undefined,
  member_id: session.member_id,
  role: session.role,
  can_delete: true,
  scope: "write",
  allowed_ips: null,
  expires_at: null,
});

const unknownKey = (key: string) =>
  isMistyped(key)
    ? "This API key is mistyped: its checksum is wrong. Copy the whole key again."
    : "This API key is unknown or was revoked. Create a new key, or use another one.";

const toCaller = (key: StoredKey): Caller => ({
  via: "key",
  email: null,
  login_id: key.login_id,
  kind: kindOf(key),
  keyId: key.id,
  key_name: key.name,
  account_id: key.account_id,
  form_id: key.form_id ?? undefined,
  project_id: key.project_id ?? undefined,
  member_id: key.limited === 1 && key.login_id !== null ? key.login_id : undefined,
  role: roleOfKey(key, key.role),
  can_delete: key.scope === "write" && (key.form_id === null || key.can_delete === 1),
  scope: key.scope,
  allowed_ips: key.allowed_ips,
  expires_at: key.expires_at,
});

function keyText(c: ApiContext, takesKeysInUrls: boolean): string {
  const header = c.req.header("authorization")?.trim() ?? "";
  if (header !== "") {
    const [, text] = /^(?:bearer|token)\s+(\S+)$/i.exec(header) ?? [];
    if (text !== undefined) return text;
    throw unauthenticated(
      "The Authorization header cannot be read. Send it as: Authorization: Bearer <key>.",
    );
  }
  const plain = c.req.header("x-apikey")?.trim() ?? "";
  if (plain !== "") return plain;
  const token = c.req.query("api_token");
  if (token !== undefined && token !== "") {
    if (takesKeysInUrls) return token;
    throw unauthenticated(
      "This server takes no API key in a URL. Send it as: Authorization: Bearer <key>.",
    );
  }
  throw unauthenticated("This request needs an API key. Send it as: Authorization: Bearer <key>.");
}

const expired = ({ name, expires_at }: StoredKey) =>
  reject(
    "key_expired",
    `The API key "${name}" expired at ${isoTimeOrNull(expires_at)}. Create a new key, or use another one.`,
  );

const unauthenticated = (message: string) => reject("unauthenticated", message);

const reject = (code: "unauthenticated" | "key_expired", message: string) =>
  new AppError(code, message, { headers: { "WWW-Authenticate": "Bearer" } });

/** Whether {@link createAuthentication} threw the error since the request has no valid key, or no longer has. */
export const isUnauthenticated = (error: unknown): boolean =>
  error instanceof AppError && HTTP_STATUS[error.code] === 401;

const REPORT_EVERY_MS = 60_000;

/** Returns a function that is called for each such request, with the address that it came from. */
export function reportRejectedKeys({
  store,
  clock,
  log,
}: Pick<ApiParts, "store" | "clock" | "log">): (ip: string | null) => void {
  let times = 0;
  let newest: string | null = null;
  let isWaiting = false;

  function report(): void {
    isWaiting = times > 0;
    if (!isWaiting) return;
    const rejected = { times, ip: newest };
    times = 0;
    log.warn(rejected, "Requests with unknown API keys were rejected.");
    store.writes
      .recordStranger({ action: "key.unknown", ...rejected, now: clock.now() })
      .catch((error: unknown) => {
        log.warn({ err: error }, "Could not write rejected API keys to the audit log.");
      });
    clock.after(REPORT_EVERY_MS, report);
  }

  return (ip) => {
    times += 1;
    newest = ip;
    if (!isWaiting) report();
  };
}
