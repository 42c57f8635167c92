/** Limits requests per API key, and attempts with unknown and expired keys per address. */
import { AppError } from "../../domain/errors.ts";
import { isUnauthenticated } from "./authenticate.ts";
import type { Caller } from "./caller.ts";
import type { ApiContext, ApiParts, KeyRates } from "./env.ts";

/**
 * Wraps `authenticate`. A valid key is never rejected because others at its address guess keys: several clients
 * may share an address.
 *
 * @returns A function that throws AppError `rate_limited` above a limit, and what `authenticate` throws.
 */
export function limitKeys(
  authenticate: (c: ApiContext) => Promise<Caller>,
  { keyRates, clientAddress }: Pick<ApiParts, "keyRates" | "clientAddress">,
): (c: ApiContext) => Promise<Caller> {
  return async (c) => {
    let caller: Caller;
    try {
      caller = await authenticate(c);
    } catch (error) {
      if (isUnauthenticated(error) && hasKey(c)) {
        requireFewFailures(keyRates, clientAddress(c.env.incoming));
      }
      throw error;
    }
    if (caller.via === "key") requireFewRequests(keyRates, caller);
    return caller;
  };
}

/**
 * Counts an attempt of `address` with an unknown or expired key, or to get a key.
 *
 * @throws AppError `rate_limited` above the limit.
 */
export function requireFewFailures({ failures }: KeyRates, address: string | null): void {
  const verdict = failures.count("unknown key", address);
  if (verdict.kind === "within") return;
  throw tooMany(
    "There were too many requests with unknown or expired API keys, or for new ones, from your address. Check the key",
    verdict.retryAfterS,
  );
}

function requireFewRequests({ requests }: KeyRates, { keyId, key_name }: Caller): void {
  const verdict = requests.count(keyId, null);
  if (verdict.kind === "within") return;
  throw tooMany(
    `The API key "${key_name}" has been used more often this minute than INTRAY_KEY_RATE_LIMIT allows. Send fewer requests`,
    verdict.retryAfterS,
  );
}

/**
 * Counts submissions that a form key has sent to webhooks again: many people may have such a key, and each re-fire is
 * a request to a receiver.
 *
 * @param times 0 asks without counting.
 * @throws AppError `rate_limited` above the limit.
 */
export function requireFewRefires(
  { refires }: KeyRates,
  { kind, keyId, key_name }: Caller,
  times = 1,
): void {
  if (kind !== "form") return;
  const verdict = refires.count(keyId, null, times);
  if (verdict.kind === "within") return;
  throw tooMany(
    `The form key "${key_name}" has sent too many submissions to webhooks again this minute: 100 are allowed. Send fewer at once, or use an account key`,
    verdict.retryAfterS,
  );
}

const tooMany = (what: string, retryAfterS: number) =>
  new AppError("rate_limited", `${what}, and try again in ${retryAfterS} seconds.`, {
    headers: { "Retry-After": String(retryAfterS) },
  });

/** A request without any key guesses none. */
const hasKey = (c: ApiContext) =>
  [c.req.header("authorization"), c.req.header("x-apikey"), c.req.query("api_token")].some(Boolean);
