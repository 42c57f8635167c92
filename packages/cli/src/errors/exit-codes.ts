/** Exit codes of the CLI. */

export const EXIT = {
  /** Done, or nothing to do. */
  done: 0,
  /** A bug, or an invalid signature (`webhooks verify`). */
  unexpected: 1,
  usage: 2,
  notFound: 3,
  /** The API key is missing, invalid or out of scope. */
  denied: 4,
  /** The server rejected the request. */
  rejected: 5,
  /** Some items failed; the others are done. */
  partial: 10,
  /** Corrupt data or ledger (EX_DATAERR of sysexits.h). */
  corrupt: 65,
  /** An input file or standard input is missing (EX_NOINPUT). */
  inputMissing: 66,
  /** Output cannot be written (EX_IOERR). */
  outputFailed: 74,
  /** Network error, 408, 429, 5xx, or a lock held by another process (EX_TEMPFAIL). */
  tryLater: 75,
  /** Invalid configuration (EX_CONFIG). */
  badConfiguration: 78,
  /** SIGINT. */
  interrupted: 130,
  /** SIGTERM. */
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
