/** Shared parts of the formats for people. */
import type { PayloadSource } from "../../domain/delivery/payload-source.ts";

export const titleOf = ({ form_name }: PayloadSource) => `New submission: ${form_name}`;

/** A list on one line, with its items separated by commas. */
export const valueText = (value: string | readonly string[]) =>
  typeof value === "string" ? value : value.join(", ");

/** The URL of the page with the form, if it is an http or https URL. */
export function sourcePage({ source_url }: PayloadSource): URL | undefined {
  if (source_url === null || !URL.canParse(source_url)) return undefined;
  const url = new URL(source_url);
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
}

/** Truncates to `maxLength` UTF-16 units with a final "…", without splitting a surrogate pair. */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, Math.max(0, maxLength - 1)).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Escapes the characters that are special in mrkdwn of Slack and in HTML, so that no field can add a link or mention people. */
export const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
