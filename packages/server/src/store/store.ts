/** The database as the server sees it: typed writes and reads by name, whichever database it is. */
import type { Clock } from "../platform/clock.ts";
import type { RequestKey } from "../domain/idempotency-key.ts";
import type { Log } from "../platform/log.ts";
import type { NewSubmission } from "./submissions/new-submission.ts";
import type { AcceptedSubmission } from "../domain/accepted-submission.ts";
import type { IntakeForm } from "./forms/form-lookup.ts";
import type { Outcome } from "./idempotency/idempotency-keys.ts";
import type { KeyLookup } from "./accounts/api-key-lookup.ts";
import type { READS } from "./reads.ts";
import type { OnceName, WriteArgs, WriteName, WriteResult } from "./writes.ts";

/** The third is the box that seals and opens secrets; few take it. */
type Queries = Record<string, (db: never, args: never, box: never) => Promise<unknown>>;
type Name<Q extends Queries> = keyof Q & string;
type Args<Q extends Queries, N extends Name<Q>> = Parameters<Q[N]>[1];
type Result<Q extends Queries, N extends Name<Q>> = Awaited<ReturnType<Q[N]>>;

export interface Store {
  /** How far the database's clock is ahead of this machine's, in milliseconds; 0 where they are one. */
  clockAheadMs(): number;
  /** Begins each of this process's lease tokens; empty where one process serves the database. */
  readonly owner: string;
  /** Stores a post with its deliveries; resolves once that is on the disk. */
  accept(submission: NewSubmission): Promise<AcceptedSubmission>;
  /** Runs one of the writes in writes.ts in a transaction; resolves once it is on the disk. */
  write<N extends WriteName>(name: N, args: WriteArgs<N>): Promise<WriteResult<N>>;
  /** The same once for an idempotency key: what was done before under it comes back as it was then. */
  writeOnce<N extends OnceName>(
    name: N,
    args: WriteArgs<N>,
    key: RequestKey & { readonly now: number },
  ): Promise<Outcome<WriteResult<N>>>;
  /** Runs one of {@link READS}; sees every write that was answered before. */
  read<N extends Name<typeof READS>>(
    name: N,
    args: Args<typeof READS, N>,
  ): Promise<Result<typeof READS, N>>;
  /** The form that a post names; mostly at once. */
  findForm(ref: string): IntakeForm | undefined | Promise<IntakeForm | undefined>;
  /** The key of a request. */
  readonly findKey: KeyLookup;
  /** Gives back memory that makes work quick, while there is none. */
  releaseMemory(): void;
  close(): Promise<void>;
}

/** Where the data is. */
export type Database =
  | { readonly kind: "sqlite"; /** Absolute. */ readonly file: string }
  | { readonly kind: "postgres"; readonly url: string };

export interface StoreOptions {
  readonly database: Database;
  /** Of webhooks' secrets: the first seals, all of them open. */
  readonly encryptionKeys: readonly Uint8Array[];
  readonly clock: Clock;
  readonly log: Log;
  /** A thread of the store died; the process cannot go on. */
  readonly onDeath: (error: Error) => void;
  /** Another process has queued a delivery. A hint: it may not come. */
  readonly onDue: () => void;
  /** Something was committed, here or in another process: there may be events to read. A hint as well. */
  readonly onChange?: (() => void) | undefined;
  /** So many writes reached the disk together, after so many milliseconds. */
  readonly onCommit?: ((writes: number, ms: number) => void) | undefined;
}
