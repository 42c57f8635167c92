/** Dates in mails, in a time zone and a language. */
import { intlLocale, type Language } from "../platform/language.ts";

export interface Zone {
  readonly language: Language;
  /** A name such as `Europe/Berlin`. */
  readonly timezone: string;
}

/** Returns `Monday 23 November 2026 at 14:05 CET`. @param ms Unix milliseconds. */
export function longDate({ language, timezone }: Zone, ms: number): string {
  return new Intl.DateTimeFormat(intlLocale(language), {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone: timezone,
  }).format(ms);
}

/** Returns `23 Nov, 14:05`. @param ms Unix milliseconds. */
export function shortDate({ language, timezone }: Zone, ms: number): string {
  return new Intl.DateTimeFormat(intlLocale(language), {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: timezone,
  }).format(ms);
}
