/** Separates control fields, which are instructions to Intray, from data. */
import { type FieldMeaning, meaningsOf, type OriginService } from "../domain/origin-service.ts";
import { isLanguage, type Language } from "../platform/language.ts";
import type { Pair } from "./parse/fields.ts";

export interface ControlFields {
  /** The value of the form's honeypot or a usual one; `null` if none was sent. */
  readonly honeypot: string | null;
  /** The page to open after the post; `null` if not sent. */
  readonly redirect: string | null;
  /** The URL of the form's page, as the page reports it. */
  readonly sourceUrl: string | null;
  /** When the page was opened, as the page reports it. */
  readonly started: string | null;
  /** The first non-empty captcha answer. */
  readonly captcha: string | null;
  /** The language that the page asks for; `null` without one, or if there are no texts in it. */
  readonly language: Language | null;
}

export interface ControlNames {
  readonly honeypot_field: string;
  readonly origin_service: OriginService | null;
}

/** What a field of this name means on a form; `undefined` = data. */
export type MeaningOf = (name: string) => FieldMeaning | undefined;

export function meaningOn({ honeypot_field, origin_service }: ControlNames): MeaningOf {
  const meanings = meaningsOf(origin_service);
  return (name) => (name === honeypot_field ? "honeypot" : meanings.get(name));
}

/** Splits `pairs` into control fields and data. The first non-empty value of a repeated control field counts. */
export function splitControlFields(
  pairs: readonly Pair[],
  names: ControlNames,
): { readonly control: ControlFields; readonly data: readonly Pair[] } {
  const meaningOf = meaningOn(names);
  const sent: { [Meaning in FieldMeaning]?: string } = {};
  const data = pairs.filter(([name, value]) => {
    const meaning = meaningOf(name);
    if (meaning === undefined) return true;
    sent[meaning] ||= value;
    return false;
  });
  const control = {
    honeypot: sent.honeypot ?? null,
    redirect: sent.redirect || null,
    sourceUrl: sent.sourceUrl || null,
    started: sent.started || null,
    captcha: sent.captcha || null,
    language: languageNamed(sent.language),
  };
  return { control, data };
}

/** @param tag As in HTML: `de`, or with a region `de-AT`. */
function languageNamed(tag: string | undefined): Language | null {
  const name = tag?.slice(0, 2).toLowerCase();
  return isLanguage(name) && /^..(?:[-_]|$)/.test(tag ?? "") ? name : null;
}
