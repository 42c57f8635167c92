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

/** Seconds after which a process has warmed up, and how long each of the two halves is at least that are compared. */
const WARM_S = 60;
const HALF_S = 30;

/**
 * By which factor the memory of each process grew that lived long enough, after it had warmed up: the lowest
 * figure of the second half by that of the first. Between two collections of old objects, minutes apart, memory
 * grows by 100 MB and more, so neither a mean nor the last figure tells what is kept.
 */
export function growths(memory: Ledger["memory"]): number[] {
  return [...memory.values()]
    .map((samples) => samples.slice(WARM_S))
    .filter((samples) => samples.length >= 2 * HALF_S)
    .map((samples) => {
      const half = Math.floor(samples.length / 2);
      return Math.min(...samples.slice(half)) / Math.min(...samples.slice(0, half));
    });
}

export function countOutcome({ outcomes }: Ledger, what: string): void {
  outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
}
