/** Who asks: the key of a request. */
import type { Caller } from "./caller.ts";
import { AppError } from "../../domain/errors.ts";
import { hashKey, isMistyped } from "../../domain/api-key.ts";
import type { StoredKey } from "../../store/accounts/api-key-lookup.ts";
import type { ApiContext, ApiParts } from "./env.ts";

const USE_NOTED_EVERY_MS = 60_000;

/**
 * Reads `Authorization: Bearer` or `Token`, else the query's `api_token`. A header that is there wins.
 *
 * @returns What throws AppError `unauthenticated` when there is no such key.
 */
export function createAuthentication({
  store,
  clock,
  log,
}: Pick<ApiParts, "store" | "clock" | "log">): (c: ApiContext) => Promise<Caller> {
  /** When the use of each key was last noted: known here before it is on the disk. */
  const notedAt = new Map<number, number>();
  return async (c) => {
    if (c.env.vouch !== undefined) return c.env.vouch();
    const key = keyText(c);
    const stored = await store.findKey(hashKey(key));
    if (stored === undefined) throw refused(unknownKey(key));
    const now = clock.now();
    const last = notedAt.get(stored.id) ?? stored.last_used_at;
    if (last === null || now - last >= USE_NOTED_EVERY_MS) {
      notedAt.set(stored.id, now);
      store.write("touchApiKey", { id: stored.id, now }).catch((error: unknown) => {
        log.warn({ err: error }, "The use of a key could not be noted.");
      });
    }
    return toCaller(stored);
  };
}

/** Somebody who is signed in: as mighty as an account key. */
export const callerOfSession = (session: {
  readonly id: number;
  readonly account_id: number;
  readonly email: string | null;
}): Caller => ({
  via: "session",
  kind: "account",
  // Keys count from 1.
  key_id: -session.id,
  key_name: session.email ?? "Dashboard",
  account_id: session.account_id,
  form_id: undefined,
  can_delete: true,
});

const unknownKey = (key: string) =>
  isMistyped(key)
    ? "This API key is mistyped: its last characters do not fit the rest. Copy it again."
    : "This API key is unknown or was revoked. Create a new one, or use another.";

function toCaller(key: StoredKey): Caller {
  return {
    via: "key",
    kind: key.form_id === null ? "account" : "form",
    key_id: key.id,
    key_name: key.name,
    account_id: key.account_id,
    form_id: key.form_id ?? undefined,
    can_delete: key.form_id === null || key.can_delete === 1,
  };
}

function keyText(c: ApiContext): string {
  const header = c.req.header("authorization")?.trim() ?? "";
  if (header !== "") {
    const [, text] = /^(?:bearer|token)\s+(\S+)$/i.exec(header) ?? [];
    if (text !== undefined) return text;
    throw refused(
      "The Authorization header cannot be read. Write it as: Authorization: Bearer <key>.",
    );
  }
  const token = c.req.query("api_token");
  if (token !== undefined && token !== "") return token;
  throw refused("This needs an API key. Send it as: Authorization: Bearer <key>.");
}

const refused = (message: string) =>
  new AppError("unauthenticated", message, { headers: { "WWW-Authenticate": "Bearer" } });
