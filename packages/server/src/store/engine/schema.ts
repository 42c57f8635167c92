/** The types of the database, for Kysely. The build writes those of the tables from `store/schema/`. */
import type { Kysely } from "kysely";
import type { Tables } from "./tables.gen.ts";

export type { Flag, Json } from "./tables.gen.ts";

export interface Schema extends Tables {
  /** SQLite only: the trigrams of `search_text`. */
  search_index: { rowid: number; search_index: string };
}

export type Db = Kysely<Schema>;
