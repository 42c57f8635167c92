/** Checks that a handler command can be started, before any submission is fetched. */
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, join } from "node:path";
import process from "node:process";
import { failure } from "../errors/failure.ts";

/**
 * Looks the command up as the system does: as a path if it contains a slash, else in PATH.
 *
 * @throws Failure 78 if it does not exist, is a folder or may not be executed.
 */
export async function requireCommand(command: string, path: string | undefined): Promise<void> {
  if (process.platform === "win32") return; // has rules of its own for extensions
  const isPath = command.includes("/");
  const candidates = isPath
    ? [command]
    : (path ?? "").split(delimiter).map((folder) => join(folder || ".", command));
  let isThere = false;
  for (const candidate of candidates) {
    const found = await stat(candidate).catch(() => undefined);
    if (found?.isFile() !== true) continue;
    isThere = true;
    if (await mayExecute(candidate)) return;
  }
  throw failure(
    "handler_missing",
    `The handler ${command} cannot be started: ${isThere ? "it may not be executed" : "there is no such command"}.`,
    {
      hint: isThere
        ? `Make it executable with chmod +x ${command}.`
        : isPath
          ? "The path is relative to the current folder; a cron job needs an absolute one."
          : "It is not in PATH, which is short in a cron job; name its absolute path.",
    },
  );
}

const mayExecute = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
