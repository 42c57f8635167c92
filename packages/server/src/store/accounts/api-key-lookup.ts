/** Finds the API key of a request. On SQLite this is a synchronous read on the HTTP thread. */
import type SQLite from "better-sqlite3";
import type { Selectable } from "kysely";
import { prepare } from "../engine/prepared.ts";
import type { ApiKeyTable } from "../engine/account-tables.ts";
import type { Db } from "../engine/schema.ts";

const COLUMNS = [
  "id",
  "account_id",
  "form_id",
  "name",
  "can_delete",
  "scope",
  "expires_at",
  "last_used_at",
] as const;

/** An API key as stored, without its text. */
export type StoredKey = Pick<Selectable<ApiKeyTable>, (typeof COLUMNS)[number]>;

/** Finds a key by the SHA-256 of its text; `undefined` if it is unknown or revoked. */
export type KeyLookup = (
  hash: Uint8Array,
) => StoredKey | undefined | Promise<StoredKey | undefined>;

/** A {@link KeyLookup} on the connection of `db`. */
export async function readKey(db: Db, hash: Uint8Array): Promise<StoredKey | undefined> {
  return db
    .selectFrom("api_key")
    .select(COLUMNS)
    .where("hash", "=", Buffer.from(hash))
    .executeTakeFirst();
}

export function prepareKeyLookup(db: Db, sqlite: SQLite.Database): KeyLookup {
  const byHash = prepare<{ hash: Uint8Array }>(sqlite, (p) =>
    db
      .selectFrom("api_key")
      .select(COLUMNS)
      .where("hash", "=", p.hash as Buffer),
  );
  return (hash) => byHash.get({ hash }) as StoredKey | undefined;
}
