/** The interface of both databases. */
import type { Clock, WallReading } from "../platform/clock.ts";
import type { DestinationKind } from "../domain/delivery/destination.ts";
import type { Log } from "../platform/log.ts";
import type { NewSubmission } from "./submissions/new-submission.ts";
import type { AcceptedSubmission } from "../domain/submission/accepted-submission.ts";
import type { IntakeForm } from "./forms/form-lookup.ts";
import type { DeadOwners } from "./postgres/presence.ts";
import type { KeyLookup } from "./accounts/api-keys.ts";
import type { Reads } from "./reads.ts";
import type { Writes } from "./writes.ts";

export interface Store {
  /** The last reading of PostgreSQL's clock; `undefined` for SQLite, which has none. */
  databaseTime(): WallReading | undefined;
  /** Prefix of this process's lease tokens; empty if only one process serves the database. */
  readonly owner: string;
  /** The processes that died with leases. None on SQLite, which one process serves at a time. */
  deadOwners(): Promise<DeadOwners>;
  /** Stores a post with its deliveries; resolves once they are synced to disk. */
  accept(submission: NewSubmission): Promise<AcceptedSubmission>;
  /** Each runs in a transaction; resolves once it is synced to disk. */
  readonly writes: Writes;
  /** Each sees every write that has resolved. */
  readonly reads: Reads;
  /** The form that a post names; a promise only if it is not cached. */
  findForm(ref: string): IntakeForm | undefined | Promise<IntakeForm | undefined>;
  readonly findKey: KeyLookup;
  /** Sends a text to the other processes that serve the database; SQLite has none. A hint: it may be lost. */
  tellPeers(text: string): void;
  /** Calls `hear` with the texts of other processes. */
  hearPeers(hear: (text: string) => void): void;
  /** Releases memory and disk. To be called while the server is idle. */
  tidyUp(): void;
  close(): Promise<void>;
}

export type Database =
  | { readonly kind: "sqlite"; /** Absolute. */ readonly file: string }
  | { readonly kind: "postgres"; readonly url: string };

export interface StoreOptions {
  readonly database: Database;
  /** The kinds of destinations that this server can send to: only for these, posts queue deliveries. */
  readonly sendable: readonly DestinationKind[];
  /** The first key encrypts secrets, all of them decrypt. */
  readonly encryptionKeys: readonly Uint8Array[];
  /** Whether SQLite is copied before it is migrated. */
  readonly copiesFirst?: boolean | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** A thread of the store died; the process cannot go on. */
  readonly onDeath: (error: Error) => void;
  /** Another process has queued a delivery. A hint: a call may be missing. */
  readonly onDue: () => void;
  /** This or another process has committed, so there may be new events. Also a hint. */
  readonly onChange?: (() => void) | undefined;
  /** A transaction with `writes` writes was synced to disk after `ms` milliseconds. */
  readonly onCommit?: ((writes: number, ms: number) => void) | undefined;
}
