/** Whether a command that bash starts finds the environment that it was meant to find. */
import { execFile } from "node:child_process";

export const BASH = "/bin/bash";
/** No start-up file: bash reads them too when its input is a socket, as it is here. Nor BASH_ENV. */
export const PLAIN = ["--norc", "--noprofile", "-p"] as const;

/** Shells set these for themselves. */
const SET_BY_SHELLS = ["OLDPWD", "PWD", "SHLVL"] as const;
/** These change what bash does. */
const HEEDED = /^(?:BASH_(?!FUNC_)\w+|EXECIGNORE|POSIXLY_CORRECT|TMOUT)$/;
/** The command's own path, from whatever shell started it. */
const LAST_COMMAND = "_";
/** From this version on bash hands small inputs over by a pipe, and not by a file. */
const RECENT = "(( BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 501 ))";

/** Puts variables back to what they were before bash began; a line of its language. */
export function restoreEnvironment(environment: NodeJS.ProcessEnv): string {
  return SET_BY_SHELLS.map((name) => {
    const value = environment[name];
    return value === undefined ? `unset ${name}` : `export ${name}=${quoted(value)}`;
  }).join("; ");
}

/**
 * Asks a command that bash started. `false` too where there is no bash, or an old one, and off Linux,
 * where a process more is started for each command anyway, to ask when it began.
 */
export async function isFaithful(environment: NodeJS.ProcessEnv): Promise<boolean> {
  if (process.platform !== "linux") return false;
  if (Object.keys(environment).some((name) => HEEDED.test(name))) return false;
  const found = await environmentUnderBash(environment);
  return found !== undefined && found === listed(Object.entries(environment));
}

function environmentUnderBash(environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const script = `${restoreEnvironment(environment)}; ${RECENT} && (exec -- /usr/bin/env -0)`;
  return new Promise((resolve) => {
    execFile(BASH, [...PLAIN, "-c", script], { env: environment }, (error, stdout) => {
      if (error !== null) return resolve(undefined);
      const entries = stdout.split("\0").slice(0, -1);
      resolve(
        listed(
          entries.map((entry) => {
            const end = entry.indexOf("=");
            return [entry.slice(0, end), entry.slice(end + 1)];
          }),
        ),
      );
    });
  });
}

/** The same text for the same variables. */
function listed(entries: readonly (readonly [string, string | undefined])[]): string {
  return entries
    .filter(([name, value]) => name !== LAST_COMMAND && value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join("\0");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
