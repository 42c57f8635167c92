/** Shared parts of the formats for people. */
import type { PayloadSource } from "../../domain/delivery/delivery.ts";

export const titleOf = ({ formName }: PayloadSource) => `New submission: ${formName}`;

/** A list on one line, with its items separated by commas. */
export const valueText = (value: string | readonly string[]) =>
  typeof value === "string" ? value : value.join(", ");

/** The URL of the page with the form, if it is an http or https URL. */
export function sourcePage({ sourceUrl }: PayloadSource): URL | undefined {
  if (sourceUrl === null || !URL.canParse(sourceUrl)) return undefined;
  const url = new URL(sourceUrl);
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
}

/** Truncates to `maxLength` UTF-16 units with a final "…", without splitting a surrogate pair. */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, Math.max(0, maxLength - 1)).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
