/** The database as the server sees it: typed writes and reads by name, on threads of their own. */
import { startThread } from "../thread.ts";
import type { AcceptedSubmission, NewSubmission } from "./accept-submission.ts";
import { openSqlite } from "./database.ts";
import { type IntakeForm, prepareFormLookup } from "./form-lookup.ts";
import { type KeyLookup, prepareKeyLookup } from "./key-lookup.ts";
import type { READS } from "./reads.ts";
import { toSent } from "./sent-submission.ts";
import { openThreadPort } from "./thread-port.ts";
import type { StoreThreadData } from "./thread-start.ts";
import type { WRITES } from "./writes.ts";

/** The third is the box that seals and opens secrets; few take it. */
type Queries = Record<string, (db: never, args: never, box: never) => Promise<unknown>>;
type Name<Q extends Queries> = keyof Q & string;
type Args<Q extends Queries, N extends Name<Q>> = Parameters<Q[N]>[1];
type Result<Q extends Queries, N extends Name<Q>> = Awaited<ReturnType<Q[N]>>;

export interface Store {
  /** Stores a post with its deliveries; resolves once that is on the disk. */
  accept(submission: NewSubmission): Promise<AcceptedSubmission>;
  /** Runs one of {@link WRITES} in the writer's next transaction; resolves once it is on the disk. */
  write<N extends Name<typeof WRITES>>(
    name: N,
    args: Args<typeof WRITES, N>,
  ): Promise<Result<typeof WRITES, N>>;
  /** Runs one of {@link READS}; sees every write that was answered before. */
  read<N extends Name<typeof READS>>(
    name: N,
    args: Args<typeof READS, N>,
  ): Promise<Result<typeof READS, N>>;
  /** The form that a post names, at once; by a key, so it costs microseconds. */
  findForm(ref: string): IntakeForm | undefined;
  /** The key of a request, at once. */
  readonly findKey: KeyLookup;
  close(): Promise<void>;
}

/** After these the forms that intake remembers are read again. */
const CHANGES_FORMS: { readonly [N in Name<typeof WRITES>]?: true } = {
  firstStart: true,
  createForm: true,
  updateForm: true,
  deleteFormBatch: true,
};

const MOST_WAITING_WRITES = 10_000;
const MOST_WAITING_READS = 1_000;

/**
 * Opens the SQLite file `file`, bringing it to the newest schema first, with its secrets sealed.
 *
 * @param encryptionKeys The first seals, all of them open.
 * @param onDeath A thread of the store died; the process cannot go on.
 * @throws Error with a sentence for the person who starts the server.
 */
export async function openStore(
  file: string,
  encryptionKeys: readonly Uint8Array[],
  onDeath: (error: Error) => void,
): Promise<Store> {
  const workerData: StoreThreadData = { file, encryptionKeys };
  const writer = await openThreadPort(
    startThread("writer-thread", import.meta.url, { workerData }),
    {
      maxWaiting: MOST_WAITING_WRITES,
      onDeath,
    },
  );
  const reader = await openThreadPort(
    startThread("reader-thread", import.meta.url, { workerData }),
    {
      maxWaiting: MOST_WAITING_READS,
      onDeath,
    },
  );
  const { db, sqlite } = openSqlite(file, "reader");
  const findForm = prepareFormLookup(db, sqlite);
  return {
    accept: (submission) =>
      writer.call("acceptSubmission", toSent(submission)) as Promise<AcceptedSubmission>,
    async write(name, args) {
      const result = await writer.call(name, args);
      // Before the answer goes out: whoever reads it may post the next moment.
      if (name in CHANGES_FORMS) findForm.forget();
      return result as never;
    },
    read: (name, args) => reader.call(name, args) as ReturnType<Store["read"]> as never,
    findForm: (ref) => findForm.find(ref),
    findKey: prepareKeyLookup(db, sqlite),
    async close() {
      await reader.close();
      await writer.close();
      await db.destroy();
    },
  };
}
