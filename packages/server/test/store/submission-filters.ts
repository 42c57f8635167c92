// For tests: values of each filter of the list of submissions, and which rows they select.
import type { Selectable } from "kysely";
import type { ValueFilters } from "../../src/domain/submission/submission-filter.ts";
import type { Schema } from "../../src/store/engine/schema.ts";

type Row = Selectable<Schema["submission"]>;

interface Samples<Value> {
  /** The first one must not select every submission of `query-parameters.test.ts`; a flag has both of its values. */
  readonly values: readonly Value[];
  readonly selects: (row: Row, value: Value) => boolean;
}

/** A new filter does not compile until it is here: the tests of lists, of parameters and of query plans take it from here. */
const FILTER_SAMPLES: {
  readonly [Name in keyof ValueFilters]: Samples<NonNullable<ValueFilters[Name]>>;
} = {
  delivery_state: {
    values: ["none", "waiting", "failed", "partly"],
    selects: ({ deliveries_waiting, deliveries_failed }, value) => {
      if (deliveries_waiting !== 0) return value === "waiting";
      return value === (deliveries_failed === 0 ? "none" : "failed");
    },
  },
  // The tests put their second form into this project.
  project_id: { values: [3], selects: ({ form_id }) => form_id === 2 },
  snoozed: {
    values: [true, false],
    selects: ({ snoozed_until }, value) => (snoozed_until ?? 0) > 0 === value,
  },
};

/** The same, for code that handles all filters alike. */
const SAMPLES: Readonly<
  Record<string, Pick<Samples<never>, "selects"> & { readonly values: readonly unknown[] }>
> = FILTER_SAMPLES;

export const filterSamples: readonly Partial<ValueFilters>[] = Object.entries(SAMPLES).flatMap(
  ([name, { values }]) => values.map((value) => ({ [name]: value })),
);

/** The first value of every filter, as in a URL. */
export const firstSamples: readonly (readonly [string, string])[] = Object.entries(SAMPLES).map(
  ([name, { values }]) => [name, String(values[0])],
);

export const isSelected = (row: Row, filter: Partial<ValueFilters>): boolean =>
  Object.entries(SAMPLES).every(([name, { selects }]) => {
    const value = filter[name as keyof ValueFilters];
    return value === undefined || selects(row, value as never);
  });
