/**
 * Lets a user run the CLI whom the system does not know, as in a container with a uid of its own: without
 * this, what the CLI stands on asks for that user's home and shell, and ends with a stack. Imported first.
 */
import { homedir, userInfo } from "node:os";
import process from "node:process";

/** As daemons have it. Nothing is found there, and what would be written there is refused with a hint. */
const HOME = "/";
const SHELL = "/bin/sh";

// oxlint-disable no-restricted-properties -- it has to be done before anything reads the environment
if (!isKnown(homedir)) process.env["HOME"] = HOME;
if (!isKnown(userInfo)) process.env["SHELL"] ??= SHELL;
// oxlint-enable no-restricted-properties

function isKnown(ask: () => unknown): boolean {
  try {
    ask();
    return true;
  } catch {
    return false;
  }
}
