/** The code of a system error. */
/** Node's code for a failed system call, such as ENOENT; the message where there is none. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
