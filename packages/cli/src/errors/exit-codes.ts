/** What the process's exit code says to the script that started it. */

export const EXIT = {
  /** Done, or nothing to do. */
  done: 0,
  /** A bug, or a signature that is invalid (`webhooks verify`). */
  unexpected: 1,
  usage: 2,
  notFound: 3,
  /** The key is missing, refused or out of scope. */
  denied: 4,
  /** The server understood the request and refused it. */
  rejected: 5,
  /** Some items failed, the others are done. */
  partial: 10,
  /** Data or ledger corrupt (EX_DATAERR of sysexits.h). */
  corrupt: 65,
  /** An input file or standard input is missing (EX_NOINPUT). */
  inputMissing: 66,
  /** Output cannot be written (EX_IOERR). */
  outputFailed: 74,
  /** Network, 5xx, 429, a lock held by another process (EX_TEMPFAIL). */
  tryLater: 75,
  /** Bad configuration (EX_CONFIG). */
  badConfiguration: 78,
  /** SIGINT. */
  interrupted: 130,
  /** SIGTERM. */
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
