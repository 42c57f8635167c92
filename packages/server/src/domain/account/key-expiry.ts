/** When an API key expires. */
import { isoTime } from "../../platform/iso-time.ts";
import { invalid } from "../errors.ts";
import { parseTime } from "../parse-time.ts";

/** Ten years. A time further ahead is a typing error; a key that is needed for longer never expires. */
const MAX_LIFE_MS = 3_653 * 86_400_000;

/**
 * Returns when a new key expires, in milliseconds since the epoch; `null` if it never does.
 *
 * @param given A time, or seconds from `now`.
 * @throws AppError `invalid` for a time that is not in the future or further ahead than ten years, and for both.
 */
export function expiryOf(
  given: {
    readonly expires_at?: string | null | undefined;
    readonly expires_in?: number | undefined;
  },
  now: number,
): number | null {
  const { expires_at = null, expires_in } = given;
  if (expires_in !== undefined) {
    if (expires_at === null) return now + expires_in * 1_000;
    throw invalid("expires_in", "Send either expires_at or expires_in, not both.");
  }
  const at = parseTime("expires_at", expires_at ?? undefined);
  if (at === undefined) return null;
  if (at <= now) {
    throw invalid(
      "expires_at",
      `expires_at must be in the future, not ${isoTime(at)}: by the clock of the server it is ${isoTime(now)}.`,
    );
  }
  if (at - now > MAX_LIFE_MS) {
    throw invalid(
      "expires_at",
      `expires_at must be at most ten years ahead, not ${isoTime(at)}. Leave it out for a key that never expires.`,
    );
  }
  return at;
}

/** For the audit log: `scope read, expires 2026-12-31T00:00:00.000Z`. @param expires_at ISO 8601. */
export const keyLimits = (scope: string, expires_at: string | null): string =>
  `scope ${scope}, ${expires_at === null ? "never expires" : `expires ${expires_at}`}`;
