/** The time zone of a page, and the days of time zones. */
import { createContext } from "hono/jsx";
import { Temporal } from "temporal-polyfill";

export interface PageZone {
  /** A name of the IANA database: `Europe/Berlin`. */
  readonly name: string;
  /**
   * `chosen` on the account page, reported by the `browser`, or the `default` if none is known: of the form, else
   * UTC. `form` = of the form, in addition to the person's own.
   */
  readonly source: "chosen" | "browser" | "default" | "form";
}

/** Returns whether the zone has to be named, since it is not the person's own. */
export const isForeign = ({ source }: PageZone): boolean =>
  source === "default" || source === "form";

export const UTC: PageZone = { name: "UTC", source: "default" };

/** The zone of the page that is rendered. */
export const ZoneContext = createContext<PageZone>(UTC);

/** Returns a label with the zone, if it is not the person's own: "From (UTC)". */
export const labelWithZone = (label: string, zone: PageZone): string =>
  isForeign(zone) ? `${label} (${zone.name})` : label;

/**
 * Returns the first millisecond of a day and that of the next one; they are 23 or 25 hours apart when the clock
 * changes. `undefined` if the text is not a day such as `2026-01-31`.
 */
export function dayRange(
  zone: string,
  day: string,
): { readonly start: number; readonly end: number } | undefined {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(day)) return undefined;
  const date = parseDay(day);
  if (date === undefined) return undefined;
  const startOf = (one: Temporal.PlainDate) => one.toZonedDateTime(zone).epochMilliseconds;
  return { start: startOf(date), end: startOf(date.add({ days: 1 })) };
}

/** Returns the day of a time in milliseconds since the epoch: `2026-01-31`. */
export const dayOf = (zone: string, at: number): string =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(at))
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString();

/** Returns `undefined` for a day that no calendar has, such as February 30. */
function parseDay(day: string): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from(day);
  } catch {
    return undefined;
  }
}
