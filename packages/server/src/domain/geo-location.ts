/** Where an address is, as far as a database of networks knows. */

export interface Place {
  readonly country: string | null;
  readonly region: string | null;
  readonly city: string | null;
}

/** As it is kept: a short list. */
export function placeToJson({ country, region, city }: Place): string {
  return JSON.stringify([country, region, city]);
}

export function placeFromJson(json: string | null): Place | null {
  if (json === null) return null;
  const [country = null, region = null, city = null] = JSON.parse(json) as (string | null)[];
  return { country, region, city };
}

/** `Munich, Bavaria, Germany`; `null` when nothing of it is known. */
export function placeInWords(place: Place | null): string | null {
  const known = [place?.city, place?.region, place?.country].filter((name) => name != null);
  return known.length === 0 ? null : known.join(", ");
}
