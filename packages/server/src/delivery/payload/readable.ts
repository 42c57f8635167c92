/** What the formats that people read have in common. */
import type { PayloadSource } from "../../domain/delivery.ts";

export const titleOf = ({ formName }: PayloadSource) => `New submission: ${formName}`;

/** A list as one line, so that its items stay apart. */
export const valueText = (value: string | readonly string[]) =>
  typeof value === "string" ? value : value.join(", ");

/** The page that the form stands on, when it is one that may be linked to. */
export function pageOf({ sourceUrl }: PayloadSource): URL | undefined {
  if (sourceUrl === null || !URL.canParse(sourceUrl)) return undefined;
  const url = new URL(sourceUrl);
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
}

/** At most `most` characters, never half of one; what was cut off ends with "…". */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, Math.max(0, most - 1)).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
