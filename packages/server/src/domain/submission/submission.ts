/** A submission: the stored form of a post. */

/** One field, in the order received. A repeated name, or one written `name[]`, has several values. */
export type Field = readonly [name: string, value: string | readonly string[]];
export type Fields = readonly Field[];

/** The columns of a submission that intake sets from a post. JSON columns are text. */
export interface PostColumns {
  /** Random, assigned before the id; `null` for a submission that is older than the column. */
  readonly uid: string | null;
  readonly email: string | null;
  /** `[[name, value | values], …]`. */
  readonly fields: string;
  readonly spam: 0 | 1;
  readonly spam_reason: string | null;
  /** `[{"check","weight","sentence"}, …]`; `null` for ham. */
  readonly spam_findings: string | null;
  readonly source_url: string | null;
  readonly source_host: string | null;
  readonly source_path: string | null;
  readonly source_fragment: string | null;
  /** `[[name, value], …]`. */
  readonly source_query: string | null;
  readonly ip: string | null;
  readonly referrer: string | null;
  readonly user_agent: string | null;
  /** `[country, region, city]`. */
  readonly geocoded: string | null;
}

const LOOKS_LIKE_EMAIL = /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[^\s@<>(),;:".]+$/;
const MAX_EMAIL_CHARACTERS = 254;

/** Whether the text looks like an e-mail address. No DNS lookup is made. */
export const isEmail = (text: string): boolean =>
  text.length <= MAX_EMAIL_CHARACTERS && LOOKS_LIKE_EMAIL.test(text);

/**
 * Returns the first value of a field named email (in any letter case) that looks like an address, or else of one named
 * `_replyto`: some pages have no other field for it. `null` if there is none.
 */
export const emailOf = (fields: Fields): string | null =>
  addressIn(fields, "email") ?? addressIn(fields, "_replyto");

function addressIn(fields: Fields, fieldName: string): string | null {
  for (const [name, value] of fields) {
    if (name.toLowerCase() !== fieldName) continue;
    for (const text of typeof value === "string" ? [value] : value) {
      const candidate = text.trim();
      if (isEmail(candidate)) return candidate;
    }
  }
  return null;
}
