/** Tables of stored files: the sweep for orphans, files to remove, and totals. */
import type { Generated } from "kysely";

/** PostgreSQL only: the mark that must match the one in the attachment storage. */
export interface InstallationTable {
  only_one: Generated<boolean>;
  mark: string;
}

/** One row, which readiness checks overwrite. */
export interface WriteProbeTable {
  id: number;
  written_at: number;
  padding: Uint8Array;
}

/** One row: storage keys before this one are not orphans. */
export interface FileSweepTable {
  swept_to: string;
}

/** A file whose row was deleted, until it is deleted from storage. Filled by a trigger. */
export interface RemovedFileTable {
  storage_key: string;
}

/** Changes to an account's file totals; housekeeping merges the rows. */
export interface FileTotalTable {
  account_id: number;
  bytes: number;
  files: number;
}
