/** The start data of a store thread, and how it releases memory. */
import type SQLite from "better-sqlite3";
import type { DestinationKind } from "../../domain/delivery/destination.ts";
import { releaseMemory } from "../../platform/memory.ts";

export interface StoreThreadData {
  readonly file: string;
  /** The first encrypts; all of them decrypt. */
  readonly encryptionKeys: readonly Uint8Array[];
  readonly sendable: readonly DestinationKind[];
}

/** Releases SQLite's page cache and unused heap. */
export async function releaseThreadMemory(sqlite: SQLite.Database): Promise<void> {
  sqlite.pragma("shrink_memory");
  await releaseMemory();
}
