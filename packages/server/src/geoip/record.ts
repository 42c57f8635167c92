/** What a record of a database of places says; databases of several makers differ a little. */
import type { Place } from "../domain/geo-location.ts";

const MAX_CHARACTERS = 200;

/** `null` when it names no place at all. */
export function placeIn(record: unknown): Place | null {
  const country = nameOf(member(record, "country") ?? member(record, "registered_country"));
  const subdivisions = member(record, "subdivisions");
  const region = nameOf(
    Array.isArray(subdivisions) ? (subdivisions[0] as unknown) : member(record, "region"),
  );
  const city = nameOf(member(record, "city"));
  return country === null && region === null && city === null ? null : { country, region, city };
}

/** The English name, else the code. */
function nameOf(part: unknown): string | null {
  if (typeof part === "string") return short(part);
  const name = member(member(part, "names"), "en") ?? member(part, "iso_code");
  return typeof name === "string" ? short(name) : null;
}

function short(name: string): string | null {
  return name === "" ? null : name.slice(0, MAX_CHARACTERS).toWellFormed();
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
