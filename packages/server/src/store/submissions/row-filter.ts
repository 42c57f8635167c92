/** A submission filter as SQL conditions on rows of `submission`, shared by lists, counts and searches. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import {
  STATE_FLAGS,
  type StateFlag,
  type SubmissionFilter,
  type SubmissionStates,
  VALUE_FILTER_NAMES,
  type ValueFilters,
} from "../../domain/submission/submission-filter.ts";
import { type IdRange, idRange } from "../engine/id-order.ts";
import { codeOfDeliveryState } from "../../domain/submission/delivery-state.ts";
import type { Flag, Db } from "../engine/schema.ts";
import { isOfGrantedForm, ofLiveForm } from "../forms/live-forms.ts";
import { DELIVERY_STATE } from "./delivery-state.ts";

/** A filter whose dates have been converted to ids, and its values to those of SQL. */
export interface RowFilter
  extends
    Pick<SubmissionFilter, "account_id" | "form_id" | "project_id" | "states">,
    Readonly<Record<Exclude<keyof ValueFilters, "project_id">, string | number | undefined>> {
  readonly member_id: number | undefined;
  /** Only larger ids. */
  readonly above: number | undefined;
  /** Only smaller ids. */
  readonly below: number | undefined;
}

type Condition = RawBuilder<SqlBool>;

/** A filter whose value is a parameter of the SQL, which is the same for every value. */
interface ByParameter<Value> {
  readonly kind: "parameter";
  readonly encode: (value: Value, now: number) => string | number;
  /** @param value Never the value itself, since a compiled query runs with other ones. */
  readonly condition: (value: RawBuilder<unknown>) => Condition;
  readonly otherwise: Condition | undefined;
}

/** A filter whose value decides the SQL. It has few values, since each is compiled on its own. */
interface ByShape<Value> {
  readonly kind: "shape";
  readonly condition: (value: Value) => Condition | undefined;
}

type FilterInSql<Value> =
  ByParameter<Value> | ([Value] extends [string | number] ? never : ByShape<Value>);

const byParameter = <Value>(
  condition: (value: RawBuilder<unknown>) => Condition,
  encode: (value: Value, now: number) => string | number,
  otherwise?: Condition,
): ByParameter<Value> => ({ kind: "parameter", condition, encode, otherwise });

const byNumber = (
  condition: (value: RawBuilder<unknown>) => Condition,
  otherwise?: Condition,
): ByParameter<number> => byParameter(condition, (value) => value, otherwise);

/** Every member of a filter in SQL. A new one does not compile until it is here. */
const FILTERS: {
  readonly [Name in keyof RowFilter]: FilterInSql<
    NonNullable<Name extends keyof ValueFilters ? ValueFilters[Name] : RowFilter[Name]>
  >;
} = {
  account_id: byNumber((id) => sql`account_id = ${id}`),
  form_id: byNumber((id) => sql`form_id = ${id}`, ofLiveForm("submission.form_id")),
  member_id: byNumber((id) => isOfGrantedForm("submission.form_id", id)),
  states: { kind: "shape", condition: stateIs },
  above: byNumber((id) => sql`submission.id > ${id}`),
  below: byNumber((id) => sql`submission.id < ${id}`),
  delivery_state: byParameter((code) => sql`${DELIVERY_STATE} = ${code}`, codeOfDeliveryState),
  project_id: byNumber(
    (id) => sql`submission.form_id in (select id from form where project_id = ${id})`,
  ),
  // Negative for those that are not snoozed at that time, so that both are the same SQL.
  snoozed: byParameter(
    (at) => sql`(case when cast(${at} as bigint) > 0 then coalesce(snoozed_until, 0) > ${at}
      else coalesce(snoozed_until, 0) <= -cast(${at} as bigint) end)`,
    (isSnoozed, now) => (isSnoozed ? now : -now),
  ),
};

/** The same, for code that handles all members alike. */
const IN_SQL: Readonly<Record<keyof RowFilter, ByParameter<never> | ByShape<never>>> = FILTERS;

const FILTER_MEMBERS = Object.keys(FILTERS) as readonly (keyof RowFilter)[];

/** The members that `submission_count` has counters for. */
const COUNTER_MEMBERS: readonly (keyof RowFilter)[] = [
  "account_id",
  "form_id",
  "member_id",
  "project_id",
  "states",
];

const UNCOUNTED_MEMBERS = FILTER_MEMBERS.filter((name) => !COUNTER_MEMBERS.includes(name));

/** Replaces the dates of a filter by the range of ids that they select. */
export const rowFilter = async (db: Db, filter: SubmissionFilter): Promise<RowFilter> =>
  withRange(filter, await idRange(db, filter));

/** The filter with its dates replaced by a range of ids. */
export function withRange(
  { account_id, form_id, member_id, states, now = 1, ...given }: SubmissionFilter,
  { above, below }: IdRange,
): RowFilter {
  const values = VALUE_FILTER_NAMES.map(
    (name) => [name, encodeValue(name, given[name], now)] as const,
  );
  const encoded = Object.fromEntries(values) as Pick<RowFilter, keyof ValueFilters>;
  return { account_id, form_id, member_id, states, above, below, ...encoded };
}

function encodeValue(name: keyof ValueFilters, value: unknown, now: number): unknown {
  const filter = IN_SQL[name];
  return value === undefined || filter.kind === "shape"
    ? value
    : filter.encode(value as never, now);
}

/** The values of a filter that decide its SQL, and `true` for every other one that is given. */
export type FilterShape = Readonly<Partial<Record<keyof RowFilter, unknown>>>;

export const shapeOf = (filter: RowFilter): FilterShape =>
  Object.fromEntries(
    FILTER_MEMBERS.flatMap((name) => {
      const value = filter[name];
      if (value === undefined) return [];
      return [[name, IN_SQL[name].kind === "shape" ? value : true]];
    }),
  );

/** The filter of a shape, with parameters for the values that do not decide its SQL. */
export const withValues = (shape: FilterShape, parameters: RowFilter): RowFilter =>
  Object.fromEntries(
    FILTER_MEMBERS.map((name) => [
      name,
      shape[name] !== undefined && IN_SQL[name].kind === "parameter"
        ? parameters[name]
        : shape[name],
    ]),
  ) as unknown as RowFilter;

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
  names.flatMap((name) => conditionOf(name, filter[name]) ?? []);

function conditionOf(name: keyof RowFilter, value: unknown): Condition | undefined {
  const filter = IN_SQL[name];
  if (filter.kind === "shape") {
    return value === undefined ? undefined : filter.condition(value as never);
  }
  return value === undefined ? filter.otherwise : filter.condition(sql`${value}`);
}

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
