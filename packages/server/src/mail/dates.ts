/** Dates in mails, in the time zone and the language of the form. */
import { intlLocale } from "../platform/language.ts";
import { languageOf, type MailForm } from "./envelope.ts";

/** Returns `Monday 23 November 2026 at 14:05 CET`. @param ms Unix milliseconds. */
export function longDate(form: MailForm, ms: number): string {
  return new Intl.DateTimeFormat(intlLocale(languageOf(form)), {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone: form.timezone,
  }).format(ms);
}

/** Returns `23 Nov, 14:05`. @param ms Unix milliseconds. */
export function shortDate(form: MailForm, ms: number): string {
  return new Intl.DateTimeFormat(intlLocale(languageOf(form)), {
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
    timeZone: form.timezone,
  }).format(ms);
}
