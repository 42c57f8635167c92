/** API keys: list, create, revoke, and the lookup of a request: on SQLite a synchronous read on the HTTP thread. */
import { type Selectable, sql, type SqlBool } from "kysely";
import type { KeyScope } from "../../domain/account/api-key.ts";
import { mayAs, type Role, roleOfKey } from "../../domain/account/role.ts";
import { AppError } from "../../domain/errors.ts";
import { apiKeyNotFound } from "../../domain/not-found.ts";
import { type AccountPage, type ListPage, pageById, ROW_COUNT } from "../engine/paging.ts";
import type { Db, Flag, Schema } from "../engine/schema.ts";
import { requireHistory } from "../engine/history.ts";
import { ofForms } from "../forms/live-forms.ts";
import { takeDeviceLogin } from "./device-logins.ts";
import type SQLite from "better-sqlite3";
import { prepare } from "../engine/prepared.ts";

export type ApiKeyRecord = Omit<Selectable<Schema["api_key"]>, "hash" | "account_id">;

const COLUMNS = [
  "id",
  "form_id",
  "project_id",
  "login_id",
  "name",
  "can_delete",
  "prefix",
  "scope",
  "allowed_ips",
  "replaces",
  "expires_at",
  "last_used_at",
  "last_used_ip",
  "created_at",
] as const;

/** Which keys of an account. */
interface Reach {
  /** Only those that this person made. */
  readonly maker_id?: number | undefined;
  /** Only those of this project and of its forms. */
  readonly within?: number | undefined;
}

const isWithin = ({ maker_id, within }: Reach) =>
  sql<SqlBool>`${maker_id === undefined ? sql`1 = 1` : sql`login_id = ${maker_id}`}${
    within === undefined ? sql`` : sql` and ${ofProject(within)}`
  }`;

const ofProject = (id: number) =>
  sql<SqlBool>`(project_id = ${id} or ${ofForms("form_id", { project_id: id })})`;

/** API keys of the account, or of it and of a project and its forms; oldest first. */
export async function listApiKeys(
  db: Db,
  page: AccountPage & Reach,
): Promise<ListPage<ApiKeyRecord>> {
  await requireHistory(db, "api_key", page);
  let all = db
    .selectFrom("api_key")
    .where("account_id", "=", page.account_id)
    .where(isWithin(page));
  if (page.project_id !== undefined)
    all = all.where(
      sql<SqlBool>`((form_id is null and project_id is null) or ${ofProject(page.project_id)})`,
    );
  const records = await pageById(all.select(COLUMNS), page).execute();
  const { n: count } = await all.select(ROW_COUNT).executeTakeFirstOrThrow();
  return { records, count };
}

type NewApiKey = {
  readonly account_id: number;
  readonly form_id: number | null;
  readonly project_id: number | null;
  /** Who makes it. */
  readonly login_id: number | null;
  readonly name: string;
  readonly can_delete: boolean;
  readonly scope: KeyScope;
  readonly allowed_ips: string | null;
  readonly expires_at: number | null;
  readonly now: number;
} & (
  | { readonly hash: Uint8Array; readonly prefix: string; readonly user_code?: undefined }
  /** Of the program that has the text of the key already. */
  | { readonly hash?: undefined; readonly prefix?: undefined; readonly user_code: string }
);

/** @throws AppError `not_found` if no program waits with the code. */
export async function createApiKey(
  db: Db,
  { hash, prefix, user_code, can_delete, now, ...key }: NewApiKey,
): Promise<ApiKeyRecord> {
  const text =
    user_code === undefined ? { hash, prefix } : await takeDeviceLogin(db, { user_code, now });
  return db
    .insertInto("api_key")
    .values({
      ...key,
      can_delete: can_delete ? 1 : 0,
      hash: Buffer.from(text.hash),
      prefix: text.prefix,
      created_at: now,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

type WhichKey = Reach & { readonly account_id: number; readonly id: number };

/** @throws AppError `not_found`. */
export async function findApiKey(
  db: Db,
  { account_id, id, ...reach }: WhichKey,
): Promise<ApiKeyRecord> {
  const key = await db
    .selectFrom("api_key")
    .select(COLUMNS)
    .where("id", "=", id)
    .where("account_id", "=", account_id)
    .where(isWithin(reach))
    .executeTakeFirst();
  if (key === undefined) throw apiKeyNotFound(id);
  return key;
}

interface RotateArgs {
  readonly account_id: number;
  readonly old: ApiKeyRecord;
  /** Of the caller, and what it may do: the new key cannot do more. */
  readonly login_id: number | null;
  readonly role: Role;
  readonly hash: Uint8Array;
  readonly prefix: string;
  /** Until when the old key works, if it does not expire before. */
  readonly until: number;
  readonly now: number;
}

/**
 * Creates a key like another one, which ends.
 *
 * @throws AppError `not_found` if the old one was revoked meanwhile, `conflict` if it was rotated before.
 */
export async function rotateApiKey(
  db: Db,
  { account_id, old, login_id, role, hash, prefix, until, now }: RotateArgs,
): Promise<ApiKeyRecord> {
  const { id: replaces, created_at, expires_at, last_used_at: _, last_used_ip: __, ...same } = old;
  const ends = Math.max(created_at + 1, Math.min(until, expires_at ?? until));
  const { numUpdatedRows: found } = await db
    .updateTable("api_key")
    .set({ expires_at: ends })
    .where("id", "=", replaces)
    .executeTakeFirst();
  if (found === 0n) throw apiKeyNotFound(replaces);
  const next = await db
    .selectFrom("api_key")
    .select("id")
    .where("replaces", "=", replaces)
    .executeTakeFirst();
  if (next !== undefined)
    throw new AppError(
      "conflict",
      `The key ${replaces} was rotated before. Rotate the key that replaced it, ${next.id}.`,
    );
  const maker = await db
    .selectFrom("login")
    .select("role")
    .where("id", "=", old.login_id ?? 0)
    .executeTakeFirst();
  return db
    .insertInto("api_key")
    .values({
      ...same,
      account_id,
      replaces,
      login_id: mayAs(role, roleOfKey(old, maker?.role ?? null)) ? old.login_id : login_id,
      hash: Buffer.from(hash),
      prefix,
      expires_at: expires_at === null ? null : now + expires_at - created_at,
      created_at: now,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Revokes a key immediately. @throws AppError `not_found`. */
export async function deleteApiKey(
  db: Db,
  { account_id, id, ...reach }: WhichKey,
): Promise<ApiKeyRecord> {
  const deleted = await db
    .deleteFrom("api_key")
    .where("id", "=", id)
    .where("account_id", "=", account_id)
    .where(isWithin(reach))
    .returning(COLUMNS)
    .executeTakeFirst();
  if (deleted === undefined) throw apiKeyNotFound(id);
  return deleted;
}

/** Records when and from where a key was used; does nothing for a revoked key. */
export async function touchApiKey(
  db: Db,
  { id, ip, now }: { readonly id: number; readonly ip: string | null; readonly now: number },
): Promise<void> {
  const use = { last_used_at: now, last_used_ip: ip };
  await db.updateTable("api_key").set(use).where("id", "=", id).execute();
}

const LOOKUP_COLUMNS = [
  "id",
  "account_id",
  "form_id",
  "project_id",
  "login_id",
  "name",
  "can_delete",
  "scope",
  "allowed_ips",
  "expires_at",
  "last_used_at",
] as const;

/** An API key as stored, without its text, and what its maker may do. */
export type StoredKey = Pick<Selectable<Schema["api_key"]>, (typeof LOOKUP_COLUMNS)[number]> & {
  readonly role: Role | null;
  readonly limited: Flag | null;
};

const byHash = (db: Db, hash: Uint8Array) =>
  db
    .selectFrom("api_key")
    .leftJoin("login", "login.id", "api_key.login_id")
    .select(LOOKUP_COLUMNS.map((name) => `api_key.${name}` as const))
    .select(["login.limited", sql<Role | null>`login.role`.as("role")])
    .where("hash", "=", hash as Buffer);

/** Finds a key by the SHA-256 of its text; `undefined` if it is unknown or revoked. */
export type KeyLookup = (
  hash: Uint8Array,
) => StoredKey | undefined | Promise<StoredKey | undefined>;

/** A {@link KeyLookup} on the connection of `db`. */
export async function readKey(db: Db, hash: Uint8Array): Promise<StoredKey | undefined> {
  return byHash(db, Buffer.from(hash)).executeTakeFirst();
}

export function prepareKeyLookup(db: Db, sqlite: SQLite.Database): KeyLookup {
  const found = prepare<{ hash: Uint8Array }>(sqlite, (p) => byHash(db, p.hash));
  return (hash) => found.get({ hash }) as StoredKey | undefined;
}
