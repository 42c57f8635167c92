/** The filters of a list of submissions, and the states that `filter_by`, `unread` and `spam_status` select. */

import type { DeliveryState } from "./delivery-state.ts";

type Flag = 0 | 1;

/** The columns of a submission that a list can filter by value. */
export const STATE_FLAGS = ["read", "spam", "trash"] as const;
export type StateFlag = (typeof STATE_FLAGS)[number];

/** The value that each flag must have. A flag that is absent may have either value. */
export type SubmissionStates = { readonly [Name in StateFlag]?: Flag };

/**
 * Every member narrows the list; `undefined` does not. Members are required so that code that builds a
 * filter does not compile until it handles a new one.
 */
export interface SubmissionFilter {
  readonly account_id: number;
  readonly form_id: number | undefined;
  readonly states: SubmissionStates;
  /** Milliseconds since the epoch; the bound itself is excluded. */
  readonly created_after: number | undefined;
  /** Milliseconds since the epoch; the bound itself is excluded. */
  readonly created_before: number | undefined;
  readonly delivery_state: DeliveryState | undefined;
}

/** Filter members that select every submission of an account, in any state. */
export const UNFILTERED = {
  form_id: undefined,
  states: {},
  created_after: undefined,
  created_before: undefined,
  delivery_state: undefined,
} as const satisfies Omit<SubmissionFilter, "account_id">;

export type FilterBy = "new" | "spam" | "trash" | "all";

const STATES_OF = {
  new: { read: 0, spam: 0, trash: 0 },
  spam: { spam: 1, trash: 0 },
  trash: { trash: 1 },
  all: { spam: 0, trash: 0 },
} as const satisfies Record<FilterBy, SubmissionStates>;

/**
 * Combines the three parameters; each one that is given narrows the result. `filterBy` defaults to `all`
 * if none of the three is given, and to everything outside the trash otherwise.
 *
 * @returns `"nothing"` if the parameters contradict each other.
 */
export function submissionStates({
  filterBy,
  unread,
  spamStatus,
  searched = {},
}: {
  readonly filterBy?: FilterBy | undefined;
  readonly unread?: boolean | undefined;
  readonly spamStatus?: boolean | undefined;
  /** Of the search: `is:spam` and `is:trash` replace the default, and narrow what is given. */
  readonly searched?: SubmissionStates | undefined;
}): SubmissionStates | "nothing" {
  const isPlain = unread === undefined && spamStatus === undefined;
  const base: SubmissionStates =
    filterBy === undefined
      ? isPlain
        ? defaultStates(searched)
        : { trash: 0 }
      : STATES_OF[filterBy];
  const requested: SubmissionStates = {
    ...(unread === undefined ? {} : { read: unread ? 0 : 1 }),
    ...(spamStatus === undefined ? {} : { spam: spamStatus ? 1 : 0 }),
  };
  return both(both(base, requested), searched);
}

/** Without filters a list holds what `all` holds, unless its search names spam or the trash. */
function defaultStates({ spam, trash }: SubmissionStates): SubmissionStates {
  if (trash === 1) return STATES_OF.trash;
  return spam === 1 ? STATES_OF.spam : STATES_OF.all;
}

function both(
  one: SubmissionStates | "nothing",
  other: SubmissionStates,
): SubmissionStates | "nothing" {
  if (one === "nothing") return one;
  const isContradiction = STATE_FLAGS.some(
    (name) => one[name] !== undefined && other[name] !== undefined && one[name] !== other[name],
  );
  return isContradiction ? "nothing" : { ...one, ...other };
}
