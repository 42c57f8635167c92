/**
 * Sets HOME and SHELL for a uid without an account, as in a container with an arbitrary uid: oclif reads
 * the home folder and shell of the user, and throws when the system has none. Must be imported first.
 */
import { homedir, userInfo } from "node:os";
import process from "node:process";

/** The home of a daemon. It holds no configuration, and an ordinary user cannot write one there. */
const HOME = "/";
const SHELL = "/bin/sh";

// oxlint-disable no-restricted-properties -- must happen before anything else reads the environment
if (!succeeds(homedir)) process.env["HOME"] = HOME;
if (!succeeds(userInfo)) process.env["SHELL"] ??= SHELL;
// oxlint-enable no-restricted-properties

function succeeds(lookUp: () => unknown): boolean {
  try {
    lookUp();
    return true;
  } catch {
    return false;
  }
}
