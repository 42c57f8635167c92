/** Tags: the short labels that people put on submissions. */
import { invalid } from "../errors.ts";
import { fold } from "../folded-text.ts";

/** Tags of one submission. */
const MAX_TAGS = 30;
const MAX_TAG_CHARACTERS = 50;

/** Separate tags in lists and quote them in searches, or cannot be seen. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[,"\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** How the tags of a submission change: `tags` replaces all of them, then the others add and remove some. */
export interface TagChange {
  readonly tags?: readonly string[] | undefined;
  readonly add_tags?: readonly string[] | undefined;
  readonly remove_tags?: readonly string[] | undefined;
}

export const changesTags = ({ tags, add_tags, remove_tags }: TagChange): boolean =>
  tags !== undefined || add_tags !== undefined || remove_tags !== undefined;

/** Returns the text by which tags are compared: VIP and vip are the same tag. */
export const tagKey = (tag: string): string => fold(normalTag(tag));

/** Without spaces at the ends and repeated ones in it. */
const normalTag = (tag: string): string => tag.normalize("NFC").trim().replaceAll(/\s+/g, " ");

/**
 * Returns a change whose tags are as they are stored.
 *
 * @throws AppError `invalid`, naming the member, for a tag that is empty, too long, or has a forbidden character.
 */
export function normalTagChange<Change extends TagChange>(change: Change, at: string): Change {
  const normal: { -readonly [Name in keyof TagChange]: readonly string[] } = {};
  for (const name of ["tags", "add_tags", "remove_tags"] as const) {
    const tags = change[name];
    if (tags !== undefined) normal[name] = tags.map((tag) => normalizeTag(tag, `${at}.${name}`));
  }
  return { ...change, ...normal };
}

function normalizeTag(text: string, member: string): string {
  if (FORBIDDEN.test(text)) {
    throw invalid(
      member,
      `The tag "${text.slice(0, MAX_TAG_CHARACTERS)}" contains a comma, a quotation mark or a control character. Remove it.`,
    );
  }
  const tag = normalTag(text);
  if (tag === "") throw invalid(member, "A tag cannot be empty.");
  const { length } = Array.from(tag);
  if (length <= MAX_TAG_CHARACTERS) return tag;
  throw invalid(
    member,
    `The tag "${tag.slice(0, MAX_TAG_CHARACTERS)}…" has ${length} characters. A tag has at most ${MAX_TAG_CHARACTERS}.`,
  );
}

/**
 * Returns the tags after a change, in the order in which they were added; each keeps its first spelling.
 *
 * @throws AppError `invalid` for more than {@link MAX_TAGS}.
 */
export function changeTags(
  current: readonly string[],
  { tags = current, add_tags = [], remove_tags = [] }: TagChange,
): readonly string[] {
  const removed = new Set(remove_tags.map(tagKey));
  const byKey = new Map<string, string>();
  for (const tag of [...tags, ...add_tags]) {
    const key = tagKey(tag);
    if (!byKey.has(key) && !removed.has(key)) byKey.set(key, tag);
  }
  if (byKey.size <= MAX_TAGS) return [...byKey.values()];
  throw invalid(
    "tags",
    `A submission has at most ${MAX_TAGS} tags; this change would make ${byKey.size}. Remove some first.`,
  );
}
