/** Names a system error. */

/** Node's code of a failed system call, such as ENOENT; the message of an error without a code. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}

/** What common codes mean, for people who have not met them. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EADDRINUSE: "another program uses it",
  EDQUOT: "the quota of the disk is used up",
  EEXIST: "it exists",
  EISDIR: "it is a folder",
  EMFILE: "too many open files",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "no such file or folder",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of the path is no folder",
  EPERM: "operation not permitted",
  EROFS: "the file system is read-only",
};

/** Why a system call failed: `permission denied, EACCES`; the code or message alone if there are no words for it. */
export function errorReason(error: unknown): string {
  const code = errorCode(error);
  return code in WORDS ? `${WORDS[code]}, ${code}` : code;
}
