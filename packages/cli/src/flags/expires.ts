/** Parses the value of `keys create --expires`: a duration, a day or a time. */
import type { ApiKeyInput } from "@intray/sdk";
import { parseDuration } from "./duration.ts";
import { asUtc } from "./since.ts";
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";

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

function badExpiry(message: string): Failure {
  return new Failure({
    exit: EXIT.usage,
    code: "usage",
    message,
    hint: "Write it as 90d (90 days from now), 2026-12-31, 2026-12-31T12:00:00Z or never.",
  });
}
