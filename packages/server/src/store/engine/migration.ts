/** The forms of a migration. */
import type { Migration } from "kysely/migration";

/** A change of the schema, in one transaction with the migrations before and after it. */
export type SchemaChange = Pick<Migration, "up">;

/** An index that PostgreSQL builds while other processes go on writing. SQLite builds it in the transaction. */
export interface OnlineIndex {
  readonly name: string;
  readonly isUnique?: boolean;
  /** As in SQL after the name: `on delivery (webhook_id, state)`. */
  readonly definition: string;
}

/** Indexes that are built one after the other, each on its own; after an interruption they are continued. */
export type IndexMigration = { readonly indexes: readonly OnlineIndex[] };

export type AnyMigration = SchemaChange | IndexMigration;

export type NamedMigration = { readonly name: string; readonly migration: AnyMigration };

export const createIndex = (
  { name, isUnique = false, definition }: OnlineIndex,
  mode: "" | "concurrently",
) => `create ${isUnique ? "unique " : ""}index ${mode} "${name}" ${definition}`;
