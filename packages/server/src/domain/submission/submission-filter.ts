/** The filters of a list of submissions, and the states that `filter_by`, `unread` and `spam_status` select. */

import type { DeliveryState } from "./delivery-state.ts";

type Flag = 0 | 1;

export const STATE_FLAGS = ["read", "spam", "trash"] as const;
export type StateFlag = (typeof STATE_FLAGS)[number];

/** The value that each flag must have. A flag that is absent may have either value. */
export type SubmissionStates = { readonly [Name in StateFlag]?: Flag };

/**
 * Filters by one value. Each is a query parameter of the list with this name and type. Parsing, lists, counts,
 * searches, cursors and caches follow from its member here, and from its condition in
 * store/submissions/row-filter.ts.
 */
export interface ValueFilters {
  readonly delivery_state: DeliveryState | undefined;
  readonly project_id: number | undefined;
  /** Whether it is snoozed at the time `now` of the filter. */
  readonly snoozed: boolean | undefined;
}

const NO_VALUES: ValueFilters = {
  delivery_state: undefined,
  project_id: undefined,
  snoozed: undefined,
};

export const VALUE_FILTER_NAMES = Object.keys(NO_VALUES) as readonly (keyof ValueFilters)[];

/** Every member narrows the list; `undefined` does not. */
export interface SubmissionFilter extends ValueFilters {
  readonly account_id: number;
  readonly form_id: number | undefined;
  /** The login of a person whose access is limited to projects. */
  readonly member_id?: number | undefined;
  readonly states: SubmissionStates;
  /** Milliseconds since the epoch; the bound itself is excluded. */
  readonly created_after: number | undefined;
  /** Milliseconds since the epoch; the bound itself is excluded. */
  readonly created_before: number | undefined;
  /** Milliseconds since the epoch; needed with `snoozed`. Cursors and caches do not depend on it. */
  readonly now?: number;
}

/** How many of these counts people have to do: the queue without what is snoozed. */
export const toDoOf = (counts: {
  readonly unread_count: number;
  readonly snoozed_count?: number;
}): number => counts.unread_count - (counts.snoozed_count ?? 0);

/** Filter members that select every submission of an account, in any state. */
export const UNFILTERED: Omit<SubmissionFilter, "account_id"> = {
  form_id: undefined,
  states: {},
  created_after: undefined,
  created_before: undefined,
  ...NO_VALUES,
};

/** The query if its members are the value filters; a mistake otherwise. */
type OfValueFilters<Query> = keyof Query extends keyof ValueFilters
  ? keyof ValueFilters extends keyof Query
    ? Query
    : never
  : never;

/** Reads the rest of a query. Does not compile if `query` lacks a value filter, or has another member. */
export const readValueFilters = <Query extends Partial<ValueFilters>>(
  query: Query & OfValueFilters<Query>,
): ValueFilters => ({ ...NO_VALUES, ...query });

/** Both filters together. @returns `"nothing"` if they contradict each other. */
export function bothValues(
  one: ValueFilters,
  other: Partial<ValueFilters>,
): ValueFilters | "nothing" {
  const isContradiction = VALUE_FILTER_NAMES.some(
    (name) => one[name] !== undefined && other[name] !== undefined && one[name] !== other[name],
  );
  if (isContradiction) return "nothing";
  const given = VALUE_FILTER_NAMES.map((name) => [name, one[name] ?? other[name]] as const);
  return { ...NO_VALUES, ...Object.fromEntries(given) };
}

export type FilterBy = "new" | "spam" | "trash" | "all" | "any";

const STATES_OF = {
  new: { read: 0, spam: 0, trash: 0 },
  spam: { spam: 1, trash: 0 },
  trash: { trash: 1 },
  all: { spam: 0, trash: 0 },
  any: {},
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
