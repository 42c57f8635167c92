/** Parses the value of `--since`: an age, a day or a time. */
import type { Clock } from "../clock.ts";
import { parseDuration } from "./duration.ts";
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;
const HAS_OFFSET = /(Z|[+-]\d{2}:?\d{2})$/;

/** The time in ISO 8601, UTC. A time without an offset is UTC, as in the API. Throws Failure 2. */
export function parseSince(flag: string, text: string, clock: Clock): string {
  const ago = parseDuration(text);
  const moment = ago === undefined ? new Date(asUtc(text)) : new Date(clock.now() - ago);
  if (Number.isNaN(moment.getTime())) {
    throw new Failure({
      exit: EXIT.usage,
      code: "usage",
      message: `${flag} is "${text}", which is not a time.`,
      hint: "Write it as 2h (two hours ago), 2026-01-31 or 2026-01-31T12:00:00Z.",
    });
  }
  return moment.toISOString();
}

/** The text with the offset of UTC if it has none; not a valid time if it is none. */
export function asUtc(text: string): string {
  if (DAY.test(text)) return `${text}T00:00:00Z`;
  // the dashes of the date are not an offset, so only the rest is checked
  if (!TIME.test(text)) return "not a time";
  return HAS_OFFSET.test(text.slice(10)) ? text : `${text}Z`;
}
