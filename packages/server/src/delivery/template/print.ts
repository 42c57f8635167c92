/** How a tag's value is written where the tag stands. */
import { ESCAPES, type Escape, jsonContent } from "./escape.ts";
import type { Place } from "./place.ts";
import { textOf, type Value } from "./value.ts";

export interface Printing {
  readonly place: Place;
  /** `{{{x}}}`. */
  readonly isRaw: boolean;
  /** `JSONstringify x`. */
  readonly isJson: boolean;
  /** Quotes of the template's own stand right before and behind the tag. */
  readonly isBetweenQuotes: boolean;
}

/** Places whose own notation is that of JSON: what `JSONstringify` gives is at home there. */
const OF_JSON: ReadonlySet<Place> = new Set([
  "json_value",
  "json_string",
  "graphql_value",
  "graphql_string",
]);

/**
 * The place behind two ways that the text can go; `undefined` when a tag there would have to be written
 * now so, now otherwise.
 */
export function meeting(one: Place, other: Place): Place | undefined {
  if (ESCAPES[one] === ESCAPES[other]) return one;
  const isInTag = [one, other].every((place) => place === "xml_tag" || place === "xml_name");
  return isInTag ? "xml_name" : undefined;
}

/** Why nothing can be written there; `undefined` when it can. */
export function printingProblem({ place, isRaw }: Printing): string | undefined {
  const escape = ESCAPES[place];
  return isRaw || typeof escape === "function" ? undefined : escape.refused;
}

/** The writer of a value for one tag. */
export function writerFor(printing: Printing): (value: Value) => string {
  const { place, isRaw, isJson, isBetweenQuotes } = printing;
  const given = ESCAPES[place];
  const escape: Escape = isRaw || typeof given !== "function" ? (text) => text : given;
  if (!isJson) return (value) => escape(textOf(value));
  const isInString = OF_JSON.has(place) ? place.endsWith("_string") : isBetweenQuotes;
  const json = isInString
    ? (value: Value) => jsonContent(textOf(value))
    : (value: Value) => JSON.stringify(value);
  return OF_JSON.has(place) ? json : (value) => escape(json(value));
}
