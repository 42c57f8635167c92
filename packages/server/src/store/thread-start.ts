/** What a thread of the store starts with, and how it calls a query. */
import type { SecretBox } from "../secret-box.ts";
import type { Db } from "./schema.ts";

export interface StoreThreadData {
  readonly file: string;
  /** The first seals, all of them open. */
  readonly encryptionKeys: readonly Uint8Array[];
}

/** One of the reads or writes by name; few take the box. */
export type StoreQuery = (db: Db, args: never, box: SecretBox) => Promise<unknown>;
