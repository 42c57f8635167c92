/** Whether a file or folder of the queue is ours alone, and can be written. */
import { accessSync, constants, statSync } from "node:fs";
import { EXIT } from "../errors/exit-codes.ts";
import { errorCode } from "../errors/error-code.ts";
import type { CheckResult } from "./finding.ts";

const OTHERS = 0o077;
const MODES = { file: "600", folder: "700" } as const;

/**
 * What is wrong with it; `undefined` when nothing is.
 *
 * @throws an error of the file system when it cannot even be looked at.
 */
export function privacyProblem(path: string, kind: "file" | "folder"): CheckResult | undefined {
  const { uid, mode } = statSync(path);
  const enter = kind === "folder" ? constants.X_OK : 0;
  try {
    accessSync(path, constants.R_OK | constants.W_OK | enter);
  } catch (error) {
    return {
      state: "failed",
      message: `${path} cannot be read and written by this user (${errorCode(error)}).`,
      hint: "Run the queue as the user whose it is, or make it yours with chown.",
      exit: EXIT.badConfiguration,
    };
  }
  const own = process.getuid?.();
  if (own === undefined) return undefined; // Windows tells neither modes nor owners
  if (uid !== own) {
    return {
      state: "warning",
      message: `${path} belongs to user ${uid}, and this is user ${own}.`,
      hint: "Run the queue as one user always: what one makes, the other may not be able to write.",
    };
  }
  if ((mode & OTHERS) === 0) return undefined;
  return {
    state: "warning",
    message: `${path} is open to other users (mode ${(mode & 0o777).toString(8)}).`,
    hint: `chmod ${MODES[kind]} '${path}'`,
  };
}
