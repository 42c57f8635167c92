/** Names a system error. */

/** Node's code of a failed system call, such as ENOENT; the message of an error without a code. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
