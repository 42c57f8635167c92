/** Dates in mails, in a time zone and a language. */
import { intlLocale, type Language } from "../platform/language.ts";
import { timeZoneOrUtc } from "../platform/time-zone.ts";

export interface Zone {
  readonly language: Language;
  /** A name such as `Europe/Berlin`. One that this version of Node does not know counts as UTC. */
  readonly timezone: string;
}

const LONG = {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const satisfies Intl.DateTimeFormatOptions;
const SHORT = {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
} as const satisfies Intl.DateTimeFormatOptions;

/** Returns `Monday 23 November 2026 at 14:05 CET`. @param ms Unix milliseconds. */
export const longDate = (zone: Zone, ms: number): string => formatter("long", zone).format(ms);

/** Returns `23 Nov, 14:05`. @param ms Unix milliseconds. */
export const shortDate = (zone: Zone, ms: number): string => formatter("short", zone).format(ms);

const MAX_CACHED = 500;
const cache = new Map<string, Intl.DateTimeFormat>();

/** Cached, since creating one takes longer than the rest of a mail. */
function formatter(length: "long" | "short", { language, timezone }: Zone): Intl.DateTimeFormat {
  const key = `${length} ${language} ${timezone}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const parts = length === "long" ? LONG : SHORT;
  const created = new Intl.DateTimeFormat(intlLocale(language), {
    ...parts,
    timeZone: timeZoneOrUtc(timezone),
  });
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, created);
  return created;
}
