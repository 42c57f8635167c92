/** The audit log: record, list and prune entries. */
import { type Selectable, sql } from "kysely";
import type { AuditAction, AuditActor, AuditEntry } from "../../domain/account/audit.ts";
import { FOLDED_ACTIONS, STRANGERS } from "../../domain/account/audit.ts";
import { storable } from "../../platform/text/safe-text.ts";
import { lockName } from "../engine/dialect.ts";
import { deleteOldest, type OldRows } from "../engine/old-rows.ts";
import { ROW_COUNT } from "../engine/paging.ts";
import type { Db, Schema } from "../engine/schema.ts";

export type AuditRecord = Omit<Selectable<Schema["audit"]>, "account_id" | "project_id">;

/** A longer name or detail is truncated. */
const MAX_CHARACTERS = 300;
/** Equal entries of {@link FOLDED_ACTIONS} within this time become one. */
const FOLDED_WITHIN_MS = 3_600_000;
/** The entry to add to is searched among this many of the actor's newest ones. */
const MAX_SEARCHED = 50;

const COLUMNS = [
  "id",
  "at",
  "actor_kind",
  "actor",
  "ip",
  "action",
  "subject_kind",
  "subject_id",
  "subject",
  "detail",
  "changes",
  "times",
] as const;

interface RecordAuditArgs {
  readonly account_id: number;
  readonly actor: AuditActor;
  readonly entry: AuditEntry;
  readonly now: number;
  readonly times?: number;
}

/** @param times How often it was done since the last call. Default: once. */
export async function recordAudit(
  db: Db,
  { entry, times = 1, ...by }: RecordAuditArgs,
): Promise<void> {
  const { account_id, actor, now } = by;
  const row = comparableOf(actor, entry);
  const equal = FOLDED_ACTIONS.has(entry.action)
    ? await findEqual(db, { account_id, row, after: now - FOLDED_WITHIN_MS })
    : undefined;
  if (equal === undefined) return insertEntries(db, { ...by, entries: [entry], times });
  await db
    .updateTable("audit")
    .set((old) => ({ times: old("times", "+", times), ip: actor.ip }))
    .where("id", "=", equal.id)
    .execute();
}

/** Entries that one statement inserts: a database takes some 32,000 parameters. */
const INSERTED_ROWS = 1_000;

interface RecordAuditsArgs extends Omit<RecordAuditArgs, "entry"> {
  /** Of actions that are not folded. */
  readonly entries: readonly AuditEntry[];
}

/** Records what one request changed of several records. */
export async function recordAudits(db: Db, { entries, ...by }: RecordAuditsArgs): Promise<void> {
  for (let n = 0; n < entries.length; n += INSERTED_ROWS) {
    await insertEntries(db, { ...by, entries: entries.slice(n, n + INSERTED_ROWS) });
  }
}

async function insertEntries(
  db: Db,
  { account_id, actor, entries, now, times = 1 }: RecordAuditsArgs,
): Promise<void> {
  // Entries appear in the order of their ids, so that a reader of later ones misses none.
  await lockName(db, "audit");
  await db
    .insertInto("audit")
    .values(
      entries.map((entry) => ({
        ...comparableOf(actor, entry),
        account_id,
        at: now,
        ip: actor.ip,
        subject: entry.subject?.name == null ? null : truncate(entry.subject.name),
        project_id: projectOf(entry.subject),
        changes: entry.changes?.length ? storable(JSON.stringify(entry.changes)) : null,
        times,
      })),
    )
    .execute();
}

const comparableOf = (actor: AuditActor, { action, subject, detail }: AuditEntry): Comparable => ({
  actor_kind: actor.kind,
  actor: truncate(actor.name),
  action,
  subject_kind: subject?.kind ?? null,
  subject_id: subject?.id ?? null,
  detail: detail === undefined ? null : truncate(detail),
});

/** The project that a record belongs to; `null` for one of the account. */
function projectOf(subject: AuditEntry["subject"]) {
  if (subject?.kind === "project") return subject.id;
  const { project_id, form_id = subject?.kind === "form" ? subject.id : undefined } = subject ?? {};
  if (project_id !== undefined) return project_id;
  if (form_id !== undefined) {
    return sql<number | null>`(select project_id from form where id = ${sql.lit(form_id)})`;
  }
  return subject?.kind === "webhook"
    ? sql<number | null>`(select form.project_id from webhook
        join form on form.id = webhook.form_id where webhook.id = ${sql.lit(subject.id)})`
    : null;
}

type Comparable = Pick<
  AuditRecord,
  "actor_kind" | "actor" | "action" | "subject_kind" | "subject_id" | "detail"
>;

/** The entry that one like `row` is added to: the newest equal one, not before `after`. */
async function findEqual(
  db: Db,
  {
    account_id,
    row,
    after,
  }: { readonly account_id: number; readonly row: Comparable; readonly after: number },
): Promise<{ readonly id: number } | undefined> {
  const newest = await db
    .selectFrom("audit")
    .select(["id", "at", "actor_kind", "actor", "action", "subject_kind", "subject_id", "detail"])
    .where("account_id", "=", account_id)
    .where("actor", "=", row.actor)
    .orderBy("id", "desc")
    .limit(MAX_SEARCHED)
    .execute();
  const names = Object.keys(row) as (keyof Comparable)[];
  return newest.find(
    ({ at, ...old }) => at > after && names.every((name) => old[name] === row[name]),
  );
}

/** Like {@link recordAudit}, for an admin command, which runs outside the server. */
export function recordCommandAudit(
  db: Db,
  {
    command,
    ...entry
  }: Omit<Parameters<typeof recordAudit>[1], "actor"> & { readonly command: string },
): Promise<void> {
  return recordAudit(db, { ...entry, actor: { kind: "server", name: command, ip: null } });
}

interface RecordStrangerArgs {
  readonly action: keyof typeof STRANGERS;
  readonly ip: string | null;
  readonly now: number;
  readonly times?: number;
}

/** Records attempts of somebody unknown in the first account, whose owner runs the server. */
export async function recordStranger(
  db: Db,
  { action, ip, now, times = 1 }: RecordStrangerArgs,
): Promise<void> {
  const { first } = await db
    .selectFrom("account")
    .select((account) => account.fn.min("id").as("first"))
    .executeTakeFirstOrThrow();
  if (first === null) return;
  const actor = { ...STRANGERS[action], ip };
  await recordAudit(db, { account_id: first, actor, entry: { action }, now, times });
}

export interface AuditFilter {
  readonly account_id: number;
  readonly actor?: string | undefined;
  readonly action?: AuditAction | undefined;
  /** Only entries about the project, its forms, and what belongs to them. */
  readonly project_id?: number | undefined;
  /** Later than this. */
  readonly created_after?: number | undefined;
  /** Earlier than this. */
  readonly created_before?: number | undefined;
}

interface ListAuditArgs extends AuditFilter {
  readonly limit: number;
  readonly offset?: number;
  readonly beforeId?: number | undefined;
  /** Only later ones, the oldest first. */
  readonly afterId?: number;
}

function entriesOf(db: Db, filter: AuditFilter) {
  const { account_id, actor, action, project_id, created_after, created_before } = filter;
  let all = db.selectFrom("audit").where("account_id", "=", account_id);
  if (actor !== undefined) all = all.where("actor", "=", truncate(actor));
  if (action !== undefined) all = all.where("action", "=", action);
  if (project_id !== undefined) all = all.where("project_id", "=", project_id);
  if (created_after !== undefined) all = all.where("at", ">", created_after);
  if (created_before !== undefined) all = all.where("at", "<", created_before);
  return all;
}

/** Audit entries of the account, newest first unless they are later than one. */
export async function listAudit(
  db: Db,
  { limit, offset = 0, beforeId, afterId, ...filter }: ListAuditArgs,
): Promise<readonly AuditRecord[]> {
  let query = entriesOf(db, filter).select(COLUMNS);
  if (beforeId !== undefined) query = query.where("id", "<", beforeId);
  if (afterId !== undefined) query = query.where("id", ">", afterId);
  const order = afterId === undefined ? "desc" : "asc";
  return query.orderBy("id", order).limit(limit).offset(offset).execute();
}

export async function countAudit(db: Db, filter: AuditFilter): Promise<number> {
  return (await entriesOf(db, filter).select(ROW_COUNT).executeTakeFirstOrThrow()).n;
}

/** Deletes at most `limit` entries older than `before`. @returns How many; call again while it is `limit`. */
export const pruneAudit = (db: Db, { before, limit }: OldRows): Promise<number> =>
  deleteOldest(db, { table: "audit", key: "id", time: "at" }, { until: before - 1, limit });

/** Truncation may leave half of a surrogate pair, which `storable` replaces. */
const truncate = (text: string) => storable(text.slice(0, MAX_CHARACTERS));
