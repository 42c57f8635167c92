/** Reads the events since a position, page by page. Nothing is stored per reader. */
import { type SqlBool, sql } from "kysely";
import type { EventPosition, ServiceEvent } from "../../domain/event.ts";
import { isPostgres } from "../engine/dialect.ts";
import type { DeliveryItem } from "./record-events.ts";
import type { Db } from "../engine/schema.ts";
import type { EventTable } from "../engine/submission-tables.ts";
import { isFinal, newestFinalId } from "../engine/id-order.ts";

/** Rows of all accounts that one page reads, which bounds its work. */
const MAX_SUBMISSION_ROWS = 500;
const MAX_EVENT_ROWS = 50;

export interface EventPage {
  readonly kind: "page";
  /** In order. An event without a position is covered by the next position. */
  readonly events: readonly {
    readonly event: ServiceEvent;
    readonly position: EventPosition | undefined;
  }[];
  /** After every row that was read. */
  readonly position: EventPosition;
  /** More can be read immediately. */
  readonly hasMore: boolean;
  /** A row exists that can be shown only after another transaction ends. */
  readonly isWaiting: boolean;
}

/** Events after the position were pruned, or the position is not one of this database. */
export interface EventGap {
  readonly kind: "gap";
}

interface Scope {
  readonly account_id: number;
  /** `undefined` for every form of the account. */
  readonly form_id: number | undefined;
}

/** The position of a reader that wants only later events. */
export async function newestEventPosition(db: Db, _: object): Promise<EventPosition> {
  if (!isPostgres(db)) return newestAssigned(db);
  const { rows } = await sql<{ transaction_id: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as transaction_id`.execute(db);
  return {
    submission: await newestFinalId(db),
    transaction_id: rows[0]?.transaction_id ?? 0,
    event: 0,
  };
}

/**
 * The next events after `after`, merged from two tables. The creation of a submission comes before its
 * other events, so the event table is read first and returned last.
 */
export async function readEvents(
  db: Db,
  { after, ...scope }: Scope & { readonly after: EventPosition },
): Promise<EventPage | EventGap> {
  const recorded = await recordedAfter(db, after);
  // Checked after the read, so that events pruned in between are noticed.
  if (await isGap(db, after)) return { kind: "gap" };
  const created = await createdAfter(db, after);

  const events: EventPage["events"][number][] = [];
  let position = after;
  for (const { id, ...row } of created.rows) {
    position = { ...position, submission: id };
    if (!isInScope(row, scope)) continue;
    const data = { id, form_id: row.form_id };
    events.push({ event: { kind: "submission.created", data }, position });
  }
  let isHeldBack = false;
  for (const row of recorded.rows) {
    // The event is about a submission whose creation is on a later page.
    isHeldBack = created.hasMore && newestSubject(row) > position.submission;
    if (isHeldBack) break;
    position = { ...position, transaction_id: row.transaction_id, event: row.id };
    if (!isInScope(row, scope)) continue;
    const own = eventsOf(row);
    const last = own.length - 1;
    for (const [n, event] of own.entries()) {
      events.push({ event, position: n === last ? position : undefined });
    }
  }
  return {
    kind: "page",
    events,
    position,
    hasMore: created.hasMore || recorded.hasMore || isHeldBack,
    isWaiting: created.isWaiting || recorded.isWaiting,
  };
}

const isInScope = (
  row: { readonly account_id: number; readonly form_id: number },
  { account_id, form_id }: Scope,
) => row.account_id === account_id && (form_id === undefined || row.form_id === form_id);

/** New submissions of one page; exported so that tests can check its plan. */
export function createdSubmissionsQuery(db: Db, { submission }: EventPosition) {
  return db
    .selectFrom("submission")
    .select(["id", "account_id", "form_id", isFinal(db).as("is_settled")])
    .where("id", ">", submission)
    .orderBy("id")
    .limit(MAX_SUBMISSION_ROWS);
}

/** Recorded events of one page; exported so that tests can check its plan. */
export function recordedEventsQuery(db: Db, { transaction_id, event }: EventPosition) {
  const rows = db
    .selectFrom("event")
    .select(["id", "account_id", "form_id", "kind", "items"])
    .limit(MAX_EVENT_ROWS);
  if (!isPostgres(db)) {
    return rows
      .select([sql<number>`0`.as("transaction_id"), sql<SqlBool>`true`.as("is_settled")])
      .where("id", ">", event)
      .orderBy("id");
  }
  return rows
    .select([
      "transaction_id",
      sql<SqlBool>`transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`.as(
        "is_settled",
      ),
    ])
    .where(sql<SqlBool>`(transaction_id, id) > (${transaction_id}, ${event})`)
    .orderBy("transaction_id")
    .orderBy("id");
}

const createdAfter = async (db: Db, after: EventPosition) =>
  settledRows(await createdSubmissionsQuery(db, after).execute(), MAX_SUBMISSION_ROWS);

const recordedAfter = async (db: Db, after: EventPosition) =>
  settledRows(await recordedEventsQuery(db, after).execute(), MAX_EVENT_ROWS);

/** The rows before the first one that a row of an open transaction may still precede. */
function settledRows<Row extends { readonly is_settled: SqlBool }>(
  found: readonly Row[],
  limit: number,
) {
  // SQLite says 1 for true.
  const border = found.findIndex((row) => !row.is_settled);
  const isWaiting = border !== -1;
  return {
    rows: isWaiting ? found.slice(0, border) : found,
    hasMore: !isWaiting && found.length === limit,
    isWaiting,
  };
}

type RecordedRow = Pick<EventTable, "form_id" | "kind" | "items">;

function eventsOf({ kind, form_id, items }: RecordedRow): readonly ServiceEvent[] {
  return kind === "delivery.updated"
    ? (JSON.parse(items) as DeliveryItem[]).map(([id, submission_id, webhook_id, state]) => ({
        kind,
        data: { id, form_id, submission_id, webhook_id, state },
      }))
    : (JSON.parse(items) as number[]).map((id) => ({ kind, data: { id, form_id } }));
}

/** The newest submission that the events of a row are about. */
function newestSubject(row: RecordedRow): number {
  return Math.max(
    0,
    ...eventsOf(row).map(({ kind, data }) =>
      kind === "delivery.updated" ? (data.submission_id ?? 0) : data.id,
    ),
  );
}

async function isGap(db: Db, after: EventPosition): Promise<boolean> {
  const horizon = await db
    .selectFrom("event_horizon")
    .select(["transaction_id", "id"])
    .executeTakeFirst();
  const isPruned =
    horizon !== undefined &&
    (after.transaction_id < horizon.transaction_id ||
      (after.transaction_id === horizon.transaction_id && after.event < horizon.id));
  if (isPruned) return true;
  // A position of a database that was restored to an older state since.
  const newest = await newestAssigned(db);
  return (
    after.submission > newest.submission ||
    after.transaction_id > newest.transaction_id ||
    (after.transaction_id === newest.transaction_id && after.event > newest.event)
  );
}

/** The largest ids that were assigned; their rows may not be committed, or may be deleted. */
async function newestAssigned(db: Db): Promise<EventPosition> {
  const { rows } = await (
    isPostgres(db)
      ? sql<EventPosition>`
          select last_value as submission, 0 as event,
            pg_snapshot_xmax(pg_current_snapshot())::text::bigint as transaction_id
          from submission_id_seq`
      : sql<EventPosition>`
          select 0 as transaction_id, coalesce(max(iif(name = 'submission', seq, 0)), 0) as submission,
            coalesce(max(iif(name = 'event', seq, 0)), 0) as event
          from sqlite_sequence`
  ).execute(db);
  return rows[0] ?? { submission: 0, transaction_id: 0, event: 0 };
}
