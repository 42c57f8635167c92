/** A submission filter as SQL conditions on rows of `submission`, shared by lists, counts and searches. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import {
  STATE_FLAGS,
  type StateFlag,
  type SubmissionFilter,
  type SubmissionStates,
} from "../../domain/submission/submission-filter.ts";
import { type IdRange, idRange } from "../engine/id-order.ts";
import {
  codeOfDeliveryState,
  type DeliveryStateCode,
} from "../../domain/submission/delivery-state.ts";
import type { Flag } from "../engine/column-types.ts";
import type { Db } from "../engine/schema.ts";
import { ofLiveForm } from "../forms/live-forms.ts";
import { DELIVERY_STATE } from "./delivery-state.ts";

/** A filter whose dates have been converted to ids, and its delivery state to a code. */
export interface RowFilter extends Omit<
  SubmissionFilter,
  "created_after" | "created_before" | "delivery_state"
> {
  readonly delivery_state: DeliveryStateCode | undefined;
  /** Only larger ids. */
  readonly above: number | undefined;
  /** Only smaller ids. */
  readonly below: number | undefined;
}

type Condition = RawBuilder<SqlBool>;

/** The condition of each member of a filter. A new member does not compile until it has one here. */
const CONDITIONS: {
  readonly [Name in keyof RowFilter]: (filter: Pick<RowFilter, Name>) => Condition | undefined;
} = {
  account_id: ({ account_id }) => sql`account_id = ${account_id}`,
  form_id: ({ form_id }) =>
    form_id === undefined ? ofLiveForm("submission.form_id") : sql`form_id = ${form_id}`,
  states: ({ states }) => stateIs(states),
  above: ({ above }) => (above === undefined ? undefined : sql`submission.id > ${above}`),
  below: ({ below }) => (below === undefined ? undefined : sql`submission.id < ${below}`),
  delivery_state: ({ delivery_state }) =>
    delivery_state === undefined ? undefined : sql`${DELIVERY_STATE} = ${delivery_state}`,
};

export const FILTER_MEMBERS = Object.keys(CONDITIONS) as readonly (keyof RowFilter)[];

/** The members that `submission_count` has counters for. */
const COUNTER_MEMBERS: readonly (keyof RowFilter)[] = ["account_id", "form_id", "states"];

const UNCOUNTED_MEMBERS = FILTER_MEMBERS.filter((name) => !COUNTER_MEMBERS.includes(name));

/** Replaces the dates of a filter by the range of ids that they select. */
export async function rowFilter(db: Db, filter: SubmissionFilter): Promise<RowFilter> {
  return withRange(filter, await idRange(db, filter));
}

/** The filter with its dates replaced by a range of ids. */
export function withRange(
  { created_after: _after, created_before: _before, delivery_state, ...same }: SubmissionFilter,
  { above, below }: IdRange,
): RowFilter {
  const code = delivery_state === undefined ? undefined : codeOfDeliveryState(delivery_state);
  return { ...same, above, below, delivery_state: code };
}

/** Everything that a row of `submission` must fulfill. */
export const conditionsOf = (filter: RowFilter): readonly Condition[] =>
  allOf(filter, FILTER_MEMBERS);

/** The part of {@link conditionsOf} that `submission_count` has no counter for. */
export const uncountedConditionsOf = (filter: RowFilter): readonly Condition[] =>
  allOf(filter, UNCOUNTED_MEMBERS);

/** Whether counters alone answer how many rows the filter selects. */
export const isCounted = (filter: RowFilter): boolean =>
  UNCOUNTED_MEMBERS.every((name) => filter[name] === undefined);

/** Whether an index holds exactly the ids of this form in this state of spam and trash, in order. */
export function isInIndexOrder({
  form_id,
  states,
  delivery_state,
}: Pick<SubmissionFilter, "form_id" | "states"> & { readonly delivery_state: unknown }) {
  const { spam, trash } = states;
  return (
    form_id !== undefined &&
    spam !== undefined &&
    trash !== undefined &&
    delivery_state === undefined &&
    !isInUnreadIndex(states)
  );
}

/** The unread index is partitioned further: into free, leased and dead submissions. */
export const isInUnreadIndex = ({ read, trash }: SubmissionStates): boolean =>
  read === 0 && trash === 0;

/** Flags in a query that runs once for each counter, which it joins as `counter`. */
const COUNTER_CONDITIONS: {
  readonly [Name in StateFlag]: (value: Flag | undefined) => Condition | undefined;
} = {
  read: (value) => (value === undefined ? undefined : flagIs("read", value)),
  spam: () => sql`spam = counter.spam`,
  trash: (value) => (value === undefined ? sql`trash = counter.trash` : flagIs("trash", value)),
};

/** Selects the rows that `counter` counts and `states` select. */
export const counterConditionsOf = (states: SubmissionStates): readonly Condition[] => [
  sql`form_id = counter.form_id`,
  ...STATE_FLAGS.flatMap((name) => COUNTER_CONDITIONS[name](states[name]) ?? []),
];

/**
 * As {@link counterConditionsOf} for counters of read and unread rows, which the index of delivery states keeps apart.
 * Ordered by `read` and id, the rows can only be read from that index: `read` is written as a range, since PostgreSQL
 * drops what is equal to one value from an order, and would then walk the whole table by id for a state that has no rows.
 */
export const flagsOfCounter = (): readonly Condition[] => [
  sql`form_id = counter.form_id`,
  ...STATE_FLAGS.map((name): Condition => {
    const value = sql.ref(`counter.${name}`);
    return name === "read"
      ? sql`read between ${value} and ${value}`
      : sql`${sql.ref(name)} = ${value}`;
  }),
];

const allOf = (filter: RowFilter, names: readonly (keyof RowFilter)[]) =>
  names.flatMap((name) => CONDITIONS[name](filter) ?? []);

function stateIs(states: SubmissionStates): Condition | undefined {
  const conditions = STATE_FLAGS.flatMap((name) => {
    const value = states[name];
    return value === undefined ? [] : [flagIs(name, value)];
  });
  return conditions.length === 0 ? undefined : sql`${sql.join(conditions, sql` and `)}`;
}

/** With a literal, since SQLite uses a partial index only for a query that repeats its condition. */
const flagIs = (name: StateFlag, value: Flag): Condition =>
  sql`${sql.ref(name)} = ${sql.lit(value)}`;
