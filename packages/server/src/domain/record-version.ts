/** Versions of records, so that a change does not overwrite one that its caller has not seen. */
import { hash } from "node:crypto";
import { AppError } from "./errors.ts";

/** The versions that a record may have for a change to be made; `*` for any. */
export type ExpectedVersions = "*" | readonly string[];

/**
 * What changes of a record can set, by the names of the API, in a fixed order. Secrets as ciphertext, which is
 * another one each time they are set.
 */
export type Members = Readonly<Record<string, unknown>>;

/** Of the hash of all members, which decides whether a record has a version. */
const CHARACTERS = 16;
/** Of the hash of each member, which only names the members that differ: one in 262,144 is missed. */
const MEMBER_CHARACTERS = 3;

/** Returns the version of a record: hashes of its members, so it needs no column. */
export function versionOf(members: Members): string {
  const each = Object.values(members).map((value) => digest(value, MEMBER_CHARACTERS));
  return [digest(members, CHARACTERS), ...each].join("");
}

/** For {@link requireVersion}. */
export interface Versioned {
  readonly version: string;
  /** Of the record's {@link Members}. */
  readonly names: readonly string[];
}

export const versioned = (members: Members): Versioned => ({
  version: versionOf(members),
  names: Object.keys(members),
});

const digest = (value: unknown, characters: number): string =>
  hash("sha256", JSON.stringify(value) ?? "", "base64url").slice(0, characters);

/** The version as a strong entity tag (RFC 9110, section 8.8.3). */
export const etagOf = (version: string): string => `"${version}"`;

/**
 * Call in the transaction of the change, with the row locked.
 *
 * @throws AppError `precondition_failed`, with the names of the members that differ, if the record has another version
 * than those expected.
 */
export function requireVersion(
  { version, names }: Versioned,
  expected: ExpectedVersions | undefined,
): void {
  if (expected === undefined || expected === "*" || expected.includes(version)) return;
  const changed = findChangedMembers(version, names, expected);
  const what = changed.length === 0 ? "it was changed" : `${changed.join(", ")} changed`;
  throw new AppError(
    "precondition_failed",
    `The record is not in the version that If-Match names: ${what} since. Nothing was changed by this request. Read the record again, and repeat the request with its new ETag if you still want it.`,
    {
      headers: { ETag: etagOf(version) },
      fields: changed.map((field) => ({
        field,
        code: "changed",
        message: `${field} was changed since the version that If-Match names.`,
      })),
    },
  );
}

/** Empty for a version of other software, whose records have other members, and for a text that never was a version. */
function findChangedMembers(
  version: string,
  names: readonly string[],
  expected: readonly string[],
): string[] {
  const known = expected.find((one) => one.length === version.length);
  if (known === undefined) return [];
  return names.filter((_, index) => {
    const start = CHARACTERS + index * MEMBER_CHARACTERS;
    const end = start + MEMBER_CHARACTERS;
    return known.slice(start, end) !== version.slice(start, end);
  });
}
