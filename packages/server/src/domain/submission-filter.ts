/** Which submissions a list's `filter_by`, `unread` and `spam_status` ask for, taken together. */

type Flag = 0 | 1;

/** The value each flag must have; an absent one is free. */
export interface SubmissionStates {
  readonly read?: Flag;
  readonly spam?: Flag;
  readonly trash?: Flag;
}

export type FilterBy = "new" | "spam" | "trash" | "all";

const STATES_OF = {
  new: { read: 0, spam: 0, trash: 0 },
  spam: { spam: 1, trash: 0 },
  trash: { trash: 1 },
  all: { spam: 0, trash: 0 },
} as const satisfies Record<FilterBy, SubmissionStates>;

/**
 * All given filters narrow together. Without `filterBy`, `unread` and `spamStatus` range over
 * everything not trashed; with none of the three it is `all`.
 *
 * @returns `"nothing"` when they contradict each other.
 */
export function submissionStates({
  filterBy,
  unread,
  spamStatus,
}: {
  readonly filterBy?: FilterBy | undefined;
  readonly unread?: boolean | undefined;
  readonly spamStatus?: boolean | undefined;
}): SubmissionStates | "nothing" {
  const isPlain = unread === undefined && spamStatus === undefined;
  const base: SubmissionStates =
    filterBy === undefined ? (isPlain ? STATES_OF.all : { trash: 0 }) : STATES_OF[filterBy];
  const wanted: SubmissionStates = {
    ...(unread === undefined ? {} : { read: unread ? 0 : 1 }),
    ...(spamStatus === undefined ? {} : { spam: spamStatus ? 1 : 0 }),
  };
  const isContradiction = (["read", "spam"] as const).some(
    (name) => base[name] !== undefined && wanted[name] !== undefined && base[name] !== wanted[name],
  );
  return isContradiction ? "nothing" : { ...base, ...wanted };
}
