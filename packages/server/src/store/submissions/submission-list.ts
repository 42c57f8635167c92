/** Pages of submissions: every plain filter walks an index in the order of ids. */
import { type SqlBool, sql } from "kysely";
import type { SubmissionStates } from "../../domain/submission-filter.ts";
import { compiledOnce } from "../engine/compiled.ts";
import { ofLiveForm } from "../forms/live-forms.ts";
import type { Db } from "../engine/schema.ts";
import { countedCells, firstOfCells, withHolds } from "./submission-counters.ts";
import { type IdRange, idRange, isSettled } from "../engine/id-order.ts";
import { getSubmissions, type SubmissionRecord } from "./submissions.ts";

export type SubmissionOrder = "date_desc" | "date_asc" | "email_asc" | "email_desc";

export interface SubmissionFilter {
  readonly account_id: number;
  readonly form_id?: number | undefined;
  readonly states: SubmissionStates;
  /** Strict bounds, milliseconds since the epoch. */
  readonly created_after?: number | undefined;
  readonly created_before?: number | undefined;
}

export interface SubmissionPage extends SubmissionFilter {
  readonly order: SubmissionOrder;
  readonly limit: number;
  readonly offset: number;
  /** Only ids behind this one in the order asked for. */
  readonly after_id?: number | undefined;
}

/** The records of one page, in order. */
export async function listSubmissions(
  db: Db,
  page: SubmissionPage,
): Promise<readonly SubmissionRecord[]> {
  return getSubmissions(db, { ids: await listSubmissionIds(db, page) });
}

/** Their ids alone. */
export async function listSubmissionIds(db: Db, page: SubmissionPage): Promise<readonly number[]> {
  const range = narrowed(await idRange(db, page), page);
  const { account_id, form_id, limit, offset } = page;
  const { above, below } = range;
  const values = { account_id, form_id, limit, offset, reach: limit + offset, above, below };
  const ids = await queryOf(page, range)(db, values);
  return ids.map(({ id }) => id);
}

/** What differs between two pages of one query. */
interface Values extends IdRange {
  readonly account_id: number;
  readonly form_id?: number | undefined;
  readonly limit: number;
  readonly offset: number;
  /** Both together. */
  readonly reach: number;
}

type Query = (db: Db, values: Values) => Promise<readonly { readonly id: number }[]>;
/** Some hundred at most: by order, states, and what is narrowed at all. */
const queries = new Map<string, Query>();

function queryOf({ order, states, form_id }: SubmissionPage, range: IdRange): Query {
  const isGiven = {
    form_id: form_id !== undefined,
    above: range.above !== undefined,
    below: range.below !== undefined,
  };
  const name = JSON.stringify([order, states.read, states.spam, states.trash, isGiven]);
  const known = queries.get(name);
  if (known !== undefined) return known;
  const query = compiledOnce((db, p: Values) =>
    idsOf(
      db,
      {
        account_id: p.account_id,
        form_id: isGiven.form_id ? p.form_id : undefined,
        states,
        order,
        limit: p.limit,
        offset: p.offset,
        reach: p.reach,
      },
      {
        above: isGiven.above ? p.above : undefined,
        below: isGiven.below ? p.below : undefined,
      },
    ),
  );
  queries.set(name, query);
  return query;
}

/** The query of one page's ids; exported so that a test can ask how it is planned. */
export function pageOfIds(db: Db, page: SubmissionPage, range: IdRange) {
  return idsOf(db, { ...page, reach: page.limit + page.offset }, range);
}

type Reaching = SubmissionPage & Pick<Values, "reach">;

function idsOf(db: Db, page: Reaching, range: IdRange) {
  const { order, limit, offset } = page;
  const [column, direction] = ORDER[order];
  const query = idsInOrder(db, page, range, { column, direction });
  return query.orderBy("submission.id", direction).limit(limit).offset(offset);
}

function idsInOrder(
  db: Db,
  page: Reaching,
  range: IdRange,
  { column, direction }: { readonly column: "id" | "email"; readonly direction: "asc" | "desc" },
) {
  if (column === "id") {
    // With a word about nulls PostgreSQL takes no index for the order, even where there are none.
    return isOneCell(page) ? matching(db, page, range) : acrossCells(db, page, range);
  }
  // The same on both databases: who gave no address comes before all who did.
  return matching(db, page, range).orderBy(column, (by) =>
    direction === "asc" ? by.asc().nullsFirst() : by.desc().nullsLast(),
  );
}

const ORDER = {
  date_desc: ["id", "desc"],
  date_asc: ["id", "asc"],
  email_asc: ["email", "asc"],
  email_desc: ["email", "desc"],
} as const satisfies Record<SubmissionOrder, readonly ["id" | "email", "asc" | "desc"]>;

/** What stands beside a submission in a list, whether it is in the list itself or not; `null` at the ends. */
export async function findNeighbours(
  db: Db,
  { id: after_id, ...filter }: SubmissionFilter & { readonly id: number },
): Promise<{ readonly newer: number | null; readonly older: number | null }> {
  const range = await idRange(db, filter);
  const next = async (order: "date_asc" | "date_desc") => {
    const page = { ...filter, order, after_id, limit: 1, offset: 0 };
    const found = await pageOfIds(db, page, narrowed(range, page)).executeTakeFirst();
    return found?.id ?? null;
  };
  return { newer: await next("date_asc"), older: await next("date_desc") };
}

/** Every submission that passes the filter, in no order yet. */
export function matching(
  db: Db,
  { account_id, form_id, states, order }: SubmissionFilter & { readonly order: SubmissionOrder },
  range: IdRange,
) {
  let query = db
    .selectFrom("submission")
    .select("submission.id")
    .where("account_id", "=", account_id)
    .where(stateIs(states))
    .where(isVisible(db, order));
  query =
    form_id === undefined
      ? query.where(ofLiveForm("submission.form_id"))
      : query.where("form_id", "=", form_id);
  if (range.above !== undefined) query = query.where("submission.id", ">", range.above);
  if (range.below !== undefined) query = query.where("submission.id", "<", range.below);
  return query;
}

/** Who walks upwards sees a row only when no smaller id can appear any more. */
const isVisible = (db: Db, order: SubmissionOrder) =>
  order === "date_asc" ? isSettled(db) : sql<SqlBool>`true`;

/** Of one form in one state of spam and trash, an index holds the ids in their order. */
export function isOneCell({ form_id, states }: SubmissionFilter): boolean {
  const { spam, trash } = states;
  return (
    form_id !== undefined && spam !== undefined && trash !== undefined && !isInUnreadIndex(states)
  );
}

/** Over several forms or states, from the counted cells: for each that has any, the first ids, by index. */
function acrossCells(
  db: Db,
  { account_id, form_id, states, order, reach }: Reaching,
  range: IdRange,
) {
  const isUnread = isInUnreadIndex(states);
  const conditions = [
    sql<SqlBool>`form_id = cell.form_id and spam = cell.spam`,
    // Written out as a literal where it can be, or the partial index would not serve.
    states.trash === undefined
      ? sql<SqlBool>`trash = cell.trash`
      : sql<SqlBool>`trash = ${sql.lit(states.trash)}`,
    ...(range.above === undefined ? [] : [sql<SqlBool>`id > ${range.above}`]),
    ...(range.below === undefined ? [] : [sql<SqlBool>`id < ${range.below}`]),
    ...(states.read === undefined ? [] : [sql<SqlBool>`read = ${sql.lit(states.read)}`]),
    ...(isUnread ? [sql<SqlBool>`hold = cell.hold`] : []),
    isVisible(db, order),
  ];
  const firstOfCell = sql<{ id: number }>`(
    select id from submission where ${sql.join(conditions, sql` and `)}
    order by id ${order === "date_asc" ? sql`asc` : sql`desc`} limit ${reach})`;
  const cells = countedCells(db, { account_id, form_id, states });
  return firstOfCells(db, isUnread ? withHolds(cells) : cells, firstOfCell);
}

/** There, what is unread and not in the trash lies apart by who may claim it. */
function isInUnreadIndex({ read, trash }: SubmissionStates): boolean {
  return read === 0 && trash === 0;
}

/** The part of a range that lies behind an id in the order asked for. */
export function narrowed(
  range: IdRange,
  { order, after_id }: Pick<SubmissionPage, "order" | "after_id">,
): IdRange {
  if (after_id === undefined) return range;
  return order === "date_asc"
    ? { ...range, above: Math.max(range.above ?? 0, after_id) }
    : { ...range, below: Math.min(range.below ?? after_id, after_id) };
}

/** Written out as literals: a partial index serves only a query that repeats its condition. */
function stateIs(states: SubmissionStates) {
  const conditions = (["read", "spam", "trash"] as const).flatMap((name) => {
    const value = states[name];
    return value === undefined ? [] : [sql<SqlBool>`${sql.ref(name)} = ${sql.lit(value)}`];
  });
  return conditions.length === 0
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}
