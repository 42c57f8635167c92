/** The location of an IP address, as a geolocation database reports it. `null` = unknown. */
export interface GeoLocation {
  readonly country: string | null;
  readonly region: string | null;
  readonly city: string | null;
}

/** What the API serves in place of an unknown country, region or city. */
export const UNKNOWN_PLACE = "Unknown";

/** Encodes the column `geocoded`: a JSON array of country, region and city. */
export const locationToJson = ({ country, region, city }: GeoLocation): string =>
  JSON.stringify([country, region, city]);

/** Decodes the column `geocoded`. */
export function locationFromJson(json: string | null): GeoLocation | null {
  if (json === null) return null;
  const [country = null, region = null, city = null] = JSON.parse(json) as (string | null)[];
  return { country, region, city };
}

/** `Munich, Bavaria, Germany`; `null` if no part of it is known. */
export function locationText(location: GeoLocation | null): string | null {
  const known = [location?.city, location?.region, location?.country].filter(
    (name) => name != null,
  );
  return known.length === 0 ? null : known.join(", ");
}
