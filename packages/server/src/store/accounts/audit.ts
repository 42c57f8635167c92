/** The audit log: record, list and prune entries. */
import type { Selectable } from "kysely";
import type { AuditAction, AuditActor, AuditEntry } from "../../domain/audit.ts";
import { storable } from "../../platform/storable-text.ts";
import { tryMaintenanceLock } from "../engine/dialect.ts";
import type { AuditTable } from "../engine/account-tables.ts";
import type { Db } from "../engine/schema.ts";

export type AuditRecord = Omit<Selectable<AuditTable>, "account_id">;

/** A longer name or detail is truncated. */
const MAX_CHARACTERS = 300;
/** Failed sign-ins with one address within this time share an entry. */
const FAILED_SIGN_INS_MS = 3_600_000;
/** The entry to add to is searched among this many of the newest such entries. */
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
  "times",
] as const;

export async function recordAudit(
  db: Db,
  {
    account_id,
    actor,
    entry: { action, subject, detail },
    now,
  }: {
    readonly account_id: number;
    readonly actor: AuditActor;
    readonly entry: AuditEntry;
    readonly now: number;
  },
): Promise<void> {
  await db
    .insertInto("audit")
    .values({
      account_id,
      at: now,
      actor_kind: actor.kind,
      actor: truncated(actor.name),
      ip: actor.ip,
      action,
      subject_kind: subject?.kind ?? null,
      subject_id: subject?.id ?? null,
      subject: subject?.name == null ? null : truncated(subject.name),
      detail: detail === undefined ? null : truncated(detail),
    })
    .execute();
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

/**
 * Records a sign-in with a wrong password. Within an hour all of them for an address share one entry with a
 * count, from any sender, so that guessing passwords does not fill the disk.
 */
export async function recordFailedSignIn(
  db: Db,
  {
    account_id,
    email,
    ip,
    now,
  }: {
    readonly account_id: number;
    /** An existing login's: text of an unknown login may be a password typed into the wrong field. */
    readonly email: string;
    readonly ip: string | null;
    readonly now: number;
  },
): Promise<void> {
  const newest = await db
    .selectFrom("audit")
    .select(["id", "actor", "at"])
    .where("account_id", "=", account_id)
    .where("action", "=", "password.wrong")
    .orderBy("id", "desc")
    .limit(MAX_SEARCHED)
    .execute();
  const name = truncated(email);
  const entry = newest.find(({ actor, at }) => actor === name && at > now - FAILED_SIGN_INS_MS);
  if (entry === undefined) {
    const actor = { kind: "session", name, ip } as const;
    return recordAudit(db, { account_id, actor, entry: { action: "password.wrong" }, now });
  }
  await db
    .updateTable("audit")
    .set((old) => ({ times: old("times", "+", 1), ip }))
    .where("id", "=", entry.id)
    .execute();
}

/** Audit entries of the account, newest first. */
export async function listAudit(
  db: Db,
  {
    account_id,
    actor,
    action,
    limit,
    before_id,
  }: {
    readonly account_id: number;
    readonly actor?: string | undefined;
    readonly action?: AuditAction | undefined;
    readonly limit: number;
    readonly before_id?: number | undefined;
  },
): Promise<readonly AuditRecord[]> {
  let query = db.selectFrom("audit").select(COLUMNS).where("account_id", "=", account_id);
  if (actor !== undefined) query = query.where("actor", "=", truncated(actor));
  if (action !== undefined) query = query.where("action", "=", action);
  if (before_id !== undefined) query = query.where("id", "<", before_id);
  return query.orderBy("id", "desc").limit(limit).execute();
}

/** Deletes at most `limit` entries older than `before`. @returns How many; call again while it is `limit`. */
export async function pruneAudit(
  db: Db,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<number> {
  if (!(await tryMaintenanceLock(db, "audit"))) return 0;
  const old = await db
    .selectFrom("audit")
    .select("id")
    .where("at", "<", before)
    .orderBy("at")
    .limit(limit)
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom("audit").where("id", "in", ids).execute();
  return ids.length;
}

/** Truncation may leave half of a surrogate pair, which `storable` replaces. */
const truncated = (text: string) => storable(text.slice(0, MAX_CHARACTERS));
