/** Checks owner and permissions of a file or folder of the queue. */
import { accessSync, constants, statSync } from "node:fs";
import { EXIT, errorReason } from "../errors/failure.ts";
import type { CheckResult } from "./finding.ts";

const OTHERS = 0o077;
const MODES = { file: "600", folder: "700" } as const;

/** The problem with owner or permissions; `undefined` without one. Throws the error of `stat`. */
export function privacyProblem(path: string, kind: "file" | "folder"): CheckResult | undefined {
  const { uid, mode } = statSync(path);
  const enter = kind === "folder" ? constants.X_OK : 0;
  try {
    accessSync(path, constants.R_OK | constants.W_OK | enter);
  } catch (error) {
    return {
      state: "failed",
      message: `${path} cannot be read and written by this user (${errorReason(error)}).`,
      hint: "Run the queue as the owner, or change the owner with chown.",
      exit: EXIT.badConfiguration,
    };
  }
  const own = process.getuid?.();
  if (own === undefined) return undefined; // Windows reports neither modes nor owners
  if (uid !== own) {
    return {
      state: "warning",
      message: `${path} belongs to user ${uid}, but this is user ${own}.`,
      hint: "Always run the queue as the same user: files of one user may not be writable for another.",
    };
  }
  if ((mode & OTHERS) === 0) return undefined;
  return {
    state: "warning",
    message: `${path} is open to other users (mode ${(mode & 0o777).toString(8)}).`,
    hint: `chmod ${MODES[kind]} '${path}'`,
  };
}
