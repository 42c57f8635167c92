/** Codec of a submission for the writer thread: a list, which costs a third of an object to clone. */
import {
  type NewSubmission,
  POST_COLUMNS,
  type RoutedPost,
} from "../submissions/new-submission.ts";
import { membersAt } from "./codecs.ts";

/** The members that are sent as they are, in this order. */
const NAMES = Object.keys({
  ...POST_COLUMNS,
  content_hash: true,
  duplicate_window_ms: true,
  attachments: true,
  lead: true,
  hops: true,
  key_hash: true,
  now: true,
} satisfies Record<keyof Omit<NewSubmission, "routed">, true>) as readonly (keyof NewSubmission)[];
const ROUTED = ["decisions", "assignee_id", "tags", "skip"] as const satisfies (keyof RoutedPost)[];

/** What was decided goes one by one, since an object with lists takes longer to clone than the rest. */
export function encodeSubmission(of: NewSubmission): readonly unknown[] {
  const encoded: unknown[] = [];
  for (const name of NAMES) encoded.push(of[name]);
  if (of.routed !== undefined) for (const name of ROUTED) encoded.push(of.routed[name]);
  return encoded;
}

export const decodeSubmission = (encoded: readonly unknown[]): NewSubmission => ({
  ...membersAt<NewSubmission>(encoded, 0, NAMES),
  routed:
    encoded.length === NAMES.length
      ? undefined
      : membersAt<RoutedPost>(encoded, NAMES.length, ROUTED),
});
