/** Parses the dates and times of query parameters and bodies. */
import { invalid } from "./errors.ts";

/** Returns milliseconds since the epoch. A time without an offset is UTC. @throws AppError `invalid`. */
export function parseTime(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const at = timeOf(text);
  if (at !== undefined) return at;
  throw invalid(
    name,
    `${name} must be a date or time such as 2026-01-31 or 2026-01-31T12:00:00Z, not "${text.slice(0, 60)}".`,
  );
}

/** As {@link parseTime}; `undefined` for a text that is no date or time. */
export function timeOf(text: string): number | undefined {
  const match =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?(Z|[+-]\d{2}:?\d{2})?$/i.exec(
      // A "+" in an unescaped query arrives as a space.
      text.replace(/ (\d{2}:?\d{2})$/, (ending, offset: string) =>
        /[T ]\d{2}:\d{2}.* \d/.test(text) ? `+${offset}` : ending,
      ),
    );
  const [, day, time = "00:00", offset = "Z"] = match ?? [];
  const isDay = day !== undefined && isCalendarDay(day);
  const at = isDay ? Date.parse(`${day}T${time}${offset.toUpperCase()}`) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** Date.parse accepts 2026-02-30 and returns March 2. */
function isCalendarDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}
