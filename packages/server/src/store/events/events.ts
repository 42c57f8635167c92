/** Reads the events since a position, page by page, and prunes old ones. Nothing is stored per reader. */
import { type EventPosition, NO_MARKS, type ServiceEvent } from "../../domain/event.ts";
import { isOfMark, markOf, uidOf } from "../../domain/uid.ts";
import { type AccountScope, isPartial } from "../engine/paging.ts";
import { ofForms } from "../forms/live-forms.ts";
import { isPostgres } from "../engine/dialect.ts";
import type { DeliveryItem } from "./record-events.ts";
import type { ExpiredRows } from "../engine/old-rows.ts";
import type { Db, Schema } from "../engine/schema.ts";
import { type IdOrder, readIdOrder } from "../engine/id-order.ts";
import { MAX_CLOCK_SKEW_MS, newestSubmissionUpTo } from "../engine/history.ts";

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
type EventGap = { readonly kind: "gap" };

/** The position of a reader that wants only later events. */
export async function newestEventPosition(db: Db, _: object): Promise<EventPosition> {
  const { final_submission, final_event } = await readIdOrder(db);
  const position = { submission: final_submission, event: final_event };
  const { submission, event } = await newestRows(db, position);
  const marks = {
    submission: submission === undefined ? NO_MARKS.submission : markOf(submission),
    eventAt: event?.created_at ?? NO_MARKS.eventAt,
  };
  return { ...position, marks };
}

/**
 * The next events after `after`, merged from two tables. The creation of a submission comes before its
 * other events, so the event table is read first and returned last.
 */
export async function readEvents(
  db: Db,
  { after, ...scope }: AccountScope & { readonly after: EventPosition },
): Promise<EventPage | EventGap> {
  const order = await readIdOrder(db);
  const recorded = finalRows(
    await db
      .selectFrom("event")
      .select(["id", "account_id", "form_id", "kind", "items", "created_at"])
      .where("id", ">", after.event)
      .orderBy("id")
      .limit(MAX_EVENT_ROWS)
      .execute(),
    order.final_event,
    MAX_EVENT_ROWS,
  );
  // Checked after the read, so that events pruned in between are noticed.
  if (await isGap(db, after, order)) return { kind: "gap" };
  const created = finalRows(
    await db
      .selectFrom("submission")
      .select(["id", "uid", "account_id", "form_id", "created_at", "imported_from"])
      .where("id", ">", after.submission)
      .orderBy("id")
      .limit(MAX_SUBMISSION_ROWS)
      .execute(),
    order.final_submission,
    MAX_SUBMISSION_ROWS,
  );

  const forms = isPartial({ ...scope, form_id: undefined }) ? await formsIn(db, scope) : undefined;
  const isInScope = (row: { readonly account_id: number; readonly form_id: number }) =>
    row.account_id === scope.account_id &&
    (scope.form_id === undefined || row.form_id === scope.form_id) &&
    forms?.has(row.form_id) !== false;
  const events: EventPage["events"][number][] = [];
  let position = after;
  let marks = after.marks ?? NO_MARKS;
  for (const row of created.rows) {
    const { id, form_id } = row;
    marks = { ...marks, submission: markOf(row) };
    position = { ...position, submission: id, marks };
    if (!isInScope(row) || row.imported_from !== null) continue;
    const data = { id, form_id, uid: uidOf(row) };
    events.push({ event: { kind: "submission.created", data }, position });
  }
  const isCreationLeft = created.hasMore || created.isWaiting;
  let isHeldBack = false;
  for (const row of recorded.rows) {
    // The event is about a submission whose creation is on a later page.
    isHeldBack = isCreationLeft && newestSubject(row) > position.submission;
    if (isHeldBack) break;
    marks = { ...marks, eventAt: row.created_at };
    position = { ...position, event: row.id, marks };
    if (!isInScope(row)) continue;
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
    hasMore: created.hasMore || (recorded.hasMore && !isHeldBack),
    isWaiting: created.isWaiting || recorded.isWaiting,
  };
}

async function formsIn(db: Db, { account_id, ...scope }: AccountScope) {
  const forms = db.selectFrom("form").select("id").where("account_id", "=", account_id);
  const rows = await forms.where(ofForms("id", scope)).execute();
  return new Set(rows.map(({ id }) => id));
}

/** The rows up to the newest id that is final: others may still precede the rest. */
function finalRows<Row extends { readonly id: number }>(
  found: readonly Row[],
  final: number,
  limit: number,
) {
  const border = found.findIndex(({ id }) => id > final);
  const isWaiting = border !== -1;
  return {
    rows: isWaiting ? found.slice(0, border) : found,
    hasMore: !isWaiting && found.length === limit,
    isWaiting,
  };
}

type RecordedRow = Pick<Schema["event"], "form_id" | "kind" | "items">;

const eventsOf = ({ kind, form_id, items }: RecordedRow): readonly ServiceEvent[] =>
  kind === "delivery.updated"
    ? (JSON.parse(items) as DeliveryItem[]).map(([id, submission_id, webhook_id, state]) => ({
        kind,
        data: { id, form_id, submission_id, webhook_id, state },
      }))
    : (JSON.parse(items) as number[]).map((id) => ({ kind, data: { id, form_id } }));

/** The newest submission that the events of a row are about. */
const newestSubject = (row: RecordedRow): number =>
  Math.max(
    0,
    ...eventsOf(row).map(({ kind, data }) =>
      kind === "delivery.updated" ? (data.submission_id ?? 0) : data.id,
    ),
  );

/** @param order Read before: later ids are none that a reader can have. */
async function isGap(db: Db, after: EventPosition, { newest_submission, newest_event }: IdOrder) {
  const horizon = await db.selectFrom("event_horizon").select("id").executeTakeFirst();
  const isPruned = horizon !== undefined && after.event < horizon.id;
  // A position of a database that was restored to an older state since.
  if (isPruned || after.submission > newest_submission || after.event > newest_event) return true;
  return !(await isOfThisHistory(db, after));
}

/** Whether the position's rows are still those with its ids: a restored database may have come so far again. */
async function isOfThisHistory(db: Db, after: EventPosition): Promise<boolean> {
  const { marks } = after;
  if (marks === undefined) return true;
  const { submission, event } = await newestRows(db, after);
  return (
    isOfMark(marks.submission, submission, {
      id: after.submission,
      toleranceMs: isPostgres(db) ? MAX_CLOCK_SKEW_MS : 0,
    }) &&
    (event === undefined ||
      event.created_at === marks.eventAt ||
      (event.id < after.event && event.created_at <= marks.eventAt + MAX_CLOCK_SKEW_MS))
  );
}

/** The newest rows up to a position. */
const newestRows = async (db: Db, { submission, event }: EventPosition) => ({
  submission: await newestSubmissionUpTo(db, submission),
  event: await db
    .selectFrom("event")
    .select(["id", "created_at"])
    .where("id", "<=", event)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst(),
});

/** How long a client can resume from an event. */
const EVENT_RETENTION_MS = 26 * 3_600 * 1_000;

/**
 * Deletes at most `limit` of the events that are older, oldest first. A client that resumes from before one of
 * them gets a gap. Call again until `isDone`.
 */
export async function pruneEvents(
  db: Db,
  { now, limit }: ExpiredRows,
): Promise<{ readonly isDone: boolean; readonly pruned: number }> {
  const oldest = await db
    .selectFrom("event")
    .select(["id", "created_at"])
    .orderBy("id")
    .limit(limit)
    .execute();
  const young = oldest.findIndex(({ created_at }) => created_at >= now - EVENT_RETENTION_MS);
  const old = young === -1 ? oldest : oldest.slice(0, young);
  const last = old.at(-1);
  if (last === undefined) return { isDone: true, pruned: 0 };
  await db.deleteFrom("event").where("id", "<=", last.id).execute();
  // If two processes prune, the later horizon stays.
  await db.updateTable("event_horizon").set({ id: last.id }).where("id", "<", last.id).execute();
  return { isDone: old.length < limit, pruned: old.length };
}
