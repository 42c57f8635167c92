/** What a thread of the store starts with, how it calls a query, and how it gives back memory. */
import type SQLite from "better-sqlite3";
import { releaseMemory } from "../../platform/memory.ts";

export interface StoreThreadData {
  readonly file: string;
  /** The first seals, all of them open. */
  readonly encryptionKeys: readonly Uint8Array[];
}

/** Gives back the pages that SQLite keeps, and what the thread's heap does not need. */
export async function releaseThreadMemory(sqlite: SQLite.Database): Promise<void> {
  sqlite.pragma("shrink_memory");
  await releaseMemory();
}
