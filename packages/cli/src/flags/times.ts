/** Parses durations, times and expiry dates of flags. */
import type { Clock } from "../clock.ts";
import { type Failure, usageFailure } from "../errors/failure.ts";
import type { ApiKeyInput } from "@intray/sdk";

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION = /^(\d{1,9})(ms|s|m|h|d)$/;
/** The limit of Node's timers, 2^31 - 1 ms or about 24 days. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Milliseconds; `undefined` when the text is not a duration. `0s` is valid. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = DURATION.exec(text) ?? [];
  return amount === undefined || !isUnit(unit) ? undefined : Number(amount) * UNIT_MS[unit];
}

const isUnit = (text: string | undefined): text is keyof typeof UNIT_MS =>
  text !== undefined && Object.hasOwn(UNIT_MS, text);

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;
const HAS_OFFSET = /(Z|[+-]\d{2}:?\d{2})$/;

/** The time in ISO 8601, UTC. A time without an offset is UTC, as in the API. Throws Failure 2. */
export function parseSince(flag: string, text: string, clock: Clock): string {
  const ago = parseDuration(text);
  const moment = ago === undefined ? new Date(asUtc(text)) : new Date(clock.now() - ago);
  if (Number.isNaN(moment.getTime())) {
    throw usageFailure(
      `${flag} is "${text}", which is not a time.`,
      "Write it as 2h (two hours ago), 2026-01-31 or 2026-01-31T12:00:00Z.",
    );
  }
  return moment.toISOString();
}

/** The text with the offset of UTC if it has none; not a valid time if it is none. */
function asUtc(text: string): string {
  if (DAY.test(text)) return `${text}T00:00:00Z`;
  // the dashes of the date are not an offset, so only the rest is checked
  if (!TIME.test(text)) return "not a time";
  return HAS_OFFSET.test(text.slice(10)) ? text : `${text}Z`;
}

const MIN_MS = 60_000;
const MAX_DAYS = 3_650;

/** The members of a new key. The server's clock decides what a duration means. Throws Failure 2. */
export function parseExpiry(text: string): Pick<ApiKeyInput, "expires_at" | "expires_in"> {
  if (text === "never") return { expires_at: null };
  const ms = parseDuration(text);
  if (ms !== undefined) {
    if (ms < MIN_MS || ms > MAX_DAYS * 86_400_000) {
      throw badExpiry(`--expires is ${text}; it must be between 1m and ${MAX_DAYS}d.`);
    }
    return { expires_in: Math.round(ms / 1_000) };
  }
  const at = asUtc(text);
  if (Number.isNaN(Date.parse(at))) {
    throw badExpiry(`--expires is "${text}", which is neither a duration nor a time.`);
  }
  // As it was typed: the server rejects days that no calendar has.
  return { expires_at: at };
}

const badExpiry = (message: string): Failure =>
  usageFailure(
    message,
    "Write it as 90d (90 days from now), 2026-12-31, 2026-12-31T12:00:00Z or never.",
  );
