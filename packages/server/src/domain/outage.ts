/** Faults of the machine or of the database that end without a restart of the server. */
import { AppError } from "./errors.ts";

/** What is wrong, for the person who sends a request, and after how many seconds to send it again. */
const OUTAGES = {
  disk_full: ["The server's disk is full", 30],
  read_only: ["The server's database or disk is read-only at the moment", 10],
  disk_error: ["The server's disk reports errors", 30],
  out_of_handles: ["The server has too many open files and connections", 5],
  out_of_memory: ["The server's database is out of memory", 10],
  too_many_connections: ["The database accepts no more connections at the moment", 5],
  restarting: ["The database is restarting", 3],
  locked: ["Another program has locked the database", 2],
  too_slow: ["The database took too long to answer", 5],
  unreachable: ["The database cannot be reached at the moment", 2],
} as const satisfies Record<string, readonly [sentence: string, retryAfterS: number]>;

export type OutageCause = keyof typeof OUTAGES;

interface OutageDetails {
  readonly cause?: unknown;
  /** The write may have been committed: the connection broke before the database answered. */
  readonly isUncertain?: boolean;
}

/** The error of every read and write that fails by an outage. It is answered with 503 and `Retry-After`. */
export class Outage extends AppError {
  readonly outage: OutageCause;
  /** What is wrong, without a full stop. */
  readonly sentence: string;

  constructor(outage: OutageCause, { cause, isUncertain = false }: OutageDetails = {}) {
    const [sentence, retryAfterS] = OUTAGES[outage];
    super("overloaded", `${sentence}; send this again in ${retryAfterS} seconds.`, {
      headers: { "Retry-After": String(retryAfterS) },
      cause,
      isUncertain,
    });
    this.outage = outage;
    this.sentence = sentence;
  }
}

const SYSTEM_ERRORS: Readonly<Record<string, OutageCause>> = {
  ENOSPC: "disk_full",
  EDQUOT: "disk_full",
  // A limit of the process on the size of a file.
  EFBIG: "disk_full",
  EROFS: "read_only",
  EACCES: "read_only",
  EPERM: "read_only",
  EIO: "disk_error",
  EMFILE: "out_of_handles",
  ENFILE: "out_of_handles",
  // Node could not start a thread, or read a package.json.
  ERR_WORKER_INIT_FAILED: "out_of_handles",
  ERR_INVALID_PACKAGE_CONFIG: "out_of_handles",
  ENOMEM: "out_of_memory",
};

/** The outage that an error of the operating system stands for; `undefined` if it is another error. */
export const outageOfSystemError = (error: unknown): OutageCause | undefined =>
  SYSTEM_ERRORS[codeOf(error)];

/** Whether a connection failed for want of a file handle. If several addresses were dialed, the error has one for each. */
export const lacksHandles = (error: unknown): boolean =>
  error instanceof AggregateError
    ? error.errors.some(lacksHandles)
    : outageOfSystemError(error) === "out_of_handles";

/** The code of an error of the system or of a database driver; `""` if it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
