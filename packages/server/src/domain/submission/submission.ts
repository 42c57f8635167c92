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

/** What a form says of the field with the submitter's address. */
export interface EmailHints {
  /** The name of that field; `null` if it has to be found. */
  readonly email_field: string | null;
  /** The rules of the form's fields. */
  readonly rules: readonly { readonly name: string; readonly type: string }[];
}

/** Names of such a field without case, accents and punctuation: `your-email`, `E-Mail-Adresse`, `emailAddress`. */
const EMAIL_NAME =
  /^(?:your|user|my|contact|customer|client|sender|from|work|business|billing|ihre|deine|votre|adresse|tu|su)?(?:e?mail|courriel|correo|correoelectronico)(?:address|adresse|addr|id)?$/;

/**
 * Returns the submitter's address: the first that a value has of `email_field`, or without that setting of `email`, of
 * `_replyto`, of a field with a usual name, of one that a rule declares as e-mail; or else the only address among the
 * values. `null` if there is none.
 */
export function emailOf(
  fields: Fields,
  { email_field, rules }: EmailHints = { email_field: null, rules: [] },
): string | null {
  if (email_field) return addressIn(fields, (name) => isNamed(name, email_field));
  const declared = rules.filter(({ type }) => type === "email");
  return (
    addressIn(fields, (name) => isNamed(name, "email")) ??
    addressIn(fields, (name) => isNamed(name, "_replyto")) ??
    addressIn(fields, hasEmailName) ??
    addressIn(fields, (name) => declared.some((rule) => rule.name === name)) ??
    onlyOne(addressesIn(fields, () => true))
  );
}

const isNamed = (name: string, wanted: string) => name.toLowerCase() === wanted.toLowerCase();

/** Of `contact[email]` the part in brackets counts. */
function hasEmailName(name: string): boolean {
  const inner = /\[([^\][]+)\]$/.exec(name)?.[1] ?? name;
  const letters = inner.normalize("NFD").replaceAll(/[^a-z]/gi, "");
  return EMAIL_NAME.test(letters.toLowerCase());
}

const onlyOne = (addresses: readonly string[]): string | null =>
  new Set(addresses).size === 1 ? (addresses[0] ?? null) : null;

const addressIn = (fields: Fields, isWanted: (name: string) => boolean): string | null =>
  addressesIn(fields, isWanted)[0] ?? null;

const addressesIn = (fields: Fields, isWanted: (name: string) => boolean): readonly string[] =>
  fields
    .filter(([name]) => isWanted(name))
    .flatMap(([, value]) => value)
    .map((text) => text.trim())
    .filter(isEmail);
