// What the clients and receivers of a soak have seen, which is compared with the server at the end.

/** One request that a receiver got. */
export interface Receipt {
  readonly webhookId: string;
  /** The token of the post, from the body. */
  readonly token: string;
  readonly body: string;
}

export interface Ledger {
  /** Tokens that were posted, answered or not. */
  readonly posted: Set<string>;
  /** Tokens whose post was answered 2xx, with the id that the answer named. */
  readonly stored: Map<string, number>;
  /** Tokens that were posted with an Idempotency-Key, and repeated until they were answered. */
  readonly keyed: Set<string>;
  /** SHA-256 of the uploaded file, by token. */
  readonly files: Map<string, string>;
  /** Requests that each receiver got, in order. */
  readonly received: Map<string, Receipt[]>;
  /** Ids of submissions that consumers have marked read, after the answer 2xx. */
  readonly done: Set<number>;
  /** Ids that the event stream announced as created. */
  readonly announced: Set<number>;
  /** Ids that one ascending walk has seen. */
  readonly walked: Set<number>;
  /** Sentences about broken promises that were seen while the soak ran. */
  readonly broken: string[];
  /** Requests of clients, by what they were for and how they ended. */
  readonly outcomes: Map<string, number>;
  /** Resident memory of each server process, in bytes: a list of samples, one a second. */
  readonly memory: Map<number, number[]>;
}

export const newLedger = (): Ledger => ({
  posted: new Set(),
  stored: new Map(),
  keyed: new Set(),
  files: new Map(),
  received: new Map(),
  done: new Set(),
  announced: new Set(),
  walked: new Set(),
  broken: [],
  outcomes: new Map(),
  memory: new Map(),
});

/** Seconds after which a process has warmed up, and over which memory is averaged. */
const WARM_S = 60;
const AVERAGED_S = 30;

/** By which factor the memory of each process grew that lived long enough, after it had warmed up. */
export function growths(memory: Ledger["memory"]): number[] {
  const mean = (samples: readonly number[]) =>
    samples.reduce((sum, bytes) => sum + bytes, 0) / samples.length;
  return [...memory.values()]
    .filter((samples) => samples.length >= WARM_S + 2 * AVERAGED_S)
    .map(
      (samples) =>
        mean(samples.slice(-AVERAGED_S)) / mean(samples.slice(WARM_S, WARM_S + AVERAGED_S)),
    );
}

export function countOutcome({ outcomes }: Ledger, what: string): void {
  outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
}
