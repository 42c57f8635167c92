/** What happened since a position, read page by page; nothing is kept for those who read. */
import { type SqlBool, sql } from "kysely";
import type { EventPosition, ServiceEvent } from "../../domain/event.ts";
import { isPostgres } from "../engine/dialect.ts";
import type { DeliveryItem } from "./record-events.ts";
import type { Db, EventTable } from "../engine/schema.ts";
import { isFinal, newestFinalId } from "../engine/id-order.ts";

/** Rows that one page looks at, whoever they belong to: so much work it is, and no more. */
const MAX_CREATED = 500;
const MAX_NOTED = 50;

export interface EventPage {
  readonly kind: "page";
  /** In order. Where a position is missing, the next one that is there covers it. */
  readonly events: readonly {
    readonly event: ServiceEvent;
    readonly position: EventPosition | undefined;
  }[];
  /** Behind everything that was looked at. */
  readonly position: EventPosition;
  /** There is more to read at once. */
  readonly hasMore: boolean;
  /** Something is written already that can be shown only when another process has committed. */
  readonly isWaiting: boolean;
}

/** Events behind the position are forgotten, or it was never one of this database. */
export interface EventGap {
  readonly kind: "gap";
}

interface Scope {
  readonly account_id: number;
  /** `undefined` = every form of the account. */
  readonly form_id: number | undefined;
}

/** Where someone stands who wants only what happens from now on. */
export async function newestEventPosition(db: Db, _: object): Promise<EventPosition> {
  if (!isPostgres(db)) return given(db);
  const { rows } = await sql<{ transaction_id: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as transaction_id`.execute(db);
  return {
    submission: await newestFinalId(db),
    transaction_id: rows[0]?.transaction_id ?? 0,
    event: 0,
  };
}

/**
 * The next events behind `after`. That a submission is there is told before anything else of it, so of
 * the two tables that are merged here, the notes are read first and told last.
 */
export async function readEvents(
  db: Db,
  { after, ...scope }: Scope & { readonly after: EventPosition },
): Promise<EventPage | EventGap> {
  const noted = await notedBehind(db, after);
  // After the read: what is forgotten between the two shows.
  if (await isGap(db, after)) return { kind: "gap" };
  const created = await createdBehind(db, after);

  const events: EventPage["events"][number][] = [];
  let position = after;
  for (const { id, ...row } of created.rows) {
    position = { ...position, submission: id };
    if (!isMine(row, scope)) continue;
    const data = { id, form_id: row.form_id };
    events.push({ event: { kind: "submission.created", data }, position });
  }
  let isHeldBack = false;
  for (const row of noted.rows) {
    // A submission whose creation is on a later page.
    isHeldBack = created.hasMore && newestSubject(row) > position.submission;
    if (isHeldBack) break;
    position = { ...position, transaction_id: row.transaction_id, event: row.id };
    if (!isMine(row, scope)) continue;
    const told = eventsOf(row);
    const last = told.length - 1;
    for (const [n, event] of told.entries()) {
      events.push({ event, position: n === last ? position : undefined });
    }
  }
  return {
    kind: "page",
    events,
    position,
    hasMore: created.hasMore || noted.hasMore || isHeldBack,
    isWaiting: created.isWaiting || noted.isWaiting,
  };
}

const isMine = (
  row: { readonly account_id: number; readonly form_id: number },
  { account_id, form_id }: Scope,
) => row.account_id === account_id && (form_id === undefined || row.form_id === form_id);

/** The query of one page; exported so that a test can ask how it is planned. */
export function createdSubmissionsQuery(db: Db, { submission }: EventPosition) {
  return db
    .selectFrom("submission")
    .select(["id", "account_id", "form_id", isFinal(db).as("is_settled")])
    .where("id", ">", submission)
    .orderBy("id")
    .limit(MAX_CREATED);
}

/** The query of one page; exported so that a test can ask how it is planned. */
export function deliveryEventsQuery(db: Db, { transaction_id, event }: EventPosition) {
  const rows = db
    .selectFrom("event")
    .select(["id", "account_id", "form_id", "kind", "items"])
    .limit(MAX_NOTED);
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

const createdBehind = async (db: Db, after: EventPosition) =>
  cut(await createdSubmissionsQuery(db, after).execute(), MAX_CREATED);

const notedBehind = async (db: Db, after: EventPosition) =>
  cut(await deliveryEventsQuery(db, after).execute(), MAX_NOTED);

/** Up to the first row that another one may still be put before. */
function cut<Row extends { readonly is_settled: SqlBool }>(found: readonly Row[], limit: number) {
  // SQLite says 1 for true.
  const border = found.findIndex((row) => !row.is_settled);
  const isWaiting = border !== -1;
  return {
    rows: isWaiting ? found.slice(0, border) : found,
    hasMore: !isWaiting && found.length === limit,
    isWaiting,
  };
}

type NotedRow = Pick<EventTable, "form_id" | "kind" | "items">;

function eventsOf({ kind, form_id, items }: NotedRow): readonly ServiceEvent[] {
  return kind === "delivery.updated"
    ? (JSON.parse(items) as DeliveryItem[]).map(([id, submission_id, webhook_id, state]) => ({
        kind,
        data: { id, form_id, submission_id, webhook_id, state },
      }))
    : (JSON.parse(items) as number[]).map((id) => ({ kind, data: { id, form_id } }));
}

/** The newest submission that the events of a row are about. */
function newestSubject(row: NotedRow): number {
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
  const isForgotten =
    horizon !== undefined &&
    (after.transaction_id < horizon.transaction_id ||
      (after.transaction_id === horizon.transaction_id && after.event < horizon.id));
  if (isForgotten) return true;
  // Of a database that was put back to an older state since.
  const newest = await given(db);
  return (
    after.submission > newest.submission ||
    after.transaction_id > newest.transaction_id ||
    (after.transaction_id === newest.transaction_id && after.event > newest.event)
  );
}

/** Nothing that was given out is larger; some of it may not be committed, or be deleted again. */
async function given(db: Db): Promise<EventPosition> {
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
