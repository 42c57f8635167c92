/** Every query on the table audit. */
import type { Selectable } from "kysely";
import type { AuditAction, AuditActor, AuditEntry } from "../../domain/audit.ts";
import { storable } from "../../platform/storable-text.ts";
import { tryMaintenanceLock } from "../engine/dialect.ts";
import type { AuditTable, Db } from "../engine/schema.ts";

export type AuditRecord = Omit<Selectable<AuditTable>, "account_id">;

/** Of a name or a detail; what is longer is cut. */
const MAX_CHARACTERS = 300;
/** Wrong passwords for one address are one entry for so long. */
const WRONG_PASSWORDS_MS = 3_600_000;
/** So many of the newest such entries are looked at for one to add to. */
const MAX_LOOKED_AT = 50;

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
      actor: cut(actor.name),
      ip: actor.ip,
      action,
      subject_kind: subject?.kind ?? null,
      subject_id: subject?.id ?? null,
      subject: subject?.name == null ? null : cut(subject.name),
      detail: detail === undefined ? null : cut(detail),
    })
    .execute();
}

/** As {@link recordAudit}, of a command beside the server. */
export function recordCommandAudit(
  db: Db,
  {
    command,
    ...noted
  }: Omit<Parameters<typeof recordAudit>[1], "actor"> & { readonly command: string },
): Promise<void> {
  return recordAudit(db, { ...noted, actor: { kind: "server", name: command, ip: null } });
}

/**
 * Somebody tried an address with a wrong password. Within an hour it is one entry with a number,
 * whoever tries: guessing fills no disk.
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
    /** Somebody's: what else is typed may be a password in the wrong field. */
    readonly email: string;
    readonly ip: string | null;
    readonly now: number;
  },
): Promise<void> {
  const lately = await db
    .selectFrom("audit")
    .select(["id", "actor", "at"])
    .where("account_id", "=", account_id)
    .where("action", "=", "password.wrong")
    .orderBy("id", "desc")
    .limit(MAX_LOOKED_AT)
    .execute();
  const name = cut(email);
  const known = lately.find(({ actor, at }) => actor === name && at > now - WRONG_PASSWORDS_MS);
  if (known === undefined) {
    const actor = { kind: "session", name, ip } as const;
    return recordAudit(db, { account_id, actor, entry: { action: "password.wrong" }, now });
  }
  await db
    .updateTable("audit")
    .set((old) => ({ times: old("times", "+", 1), ip }))
    .where("id", "=", known.id)
    .execute();
}

/** Newest first. */
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
  if (actor !== undefined) query = query.where("actor", "=", cut(actor));
  if (action !== undefined) query = query.where("action", "=", action);
  if (before_id !== undefined) query = query.where("id", "<", before_id);
  return query.orderBy("id", "desc").limit(limit).execute();
}

/** Forgets what is older. @returns How many; ask again while it is `limit`. */
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

/** To cut may leave half of a surrogate pair. */
const cut = (text: string) => storable(text.slice(0, MAX_CHARACTERS));
