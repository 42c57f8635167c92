/** Reads the location from a database record; the databases of different vendors differ slightly. */
import type { GeoLocation } from "../domain/submission/geo-location.ts";

const MAX_CHARACTERS = 200;

/** `null` if the record names no country, region or city. */
export function locationIn(record: unknown): GeoLocation | null {
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
