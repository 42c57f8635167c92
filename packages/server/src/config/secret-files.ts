/** Secrets that are in files: `<name>_FILE` instead of `<name>`. */
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type Given, SECRETS } from "./settings.ts";

/** Far more than any secret has: the setting names another file. */
const MAX_BYTES = 64 * 1_024;

/**
 * Returns the settings with the content of each file as the value of its secret, without white space around it,
 * and a sentence for each file that cannot be used. No sentence contains anything of the file.
 */
export function readSecretFiles(given: Given): {
  readonly values: Given;
  readonly problems: readonly string[];
} {
  const values = { ...given };
  const problems: string[] = [];
  for (const name of SECRETS) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
    if (name in given) {
      problems.push(`${name} and ${name}_FILE are both set. Remove one of them.`);
      continue;
    }
    const read = secretIn(resolve(path));
    if ("secret" in read) values[name] = read.secret;
    else problems.push(`The file ${resolve(path)} of ${name}_FILE ${read.problem}`);
  }
  return { values, problems };
}

function secretIn(path: string): { readonly secret: string } | { readonly problem: string } {
  try {
    const found = statSync(path);
    // Reading a device such as /dev/zero would never end. A shell passes secrets through pipes.
    const isReadable = found.isFile() || found.isFIFO() || found.isDirectory();
    if (!isReadable || found.size > MAX_BYTES) {
      return { problem: `is no file of at most ${MAX_BYTES} bytes. Set one with only the secret.` };
    }
    const secret = readFileSync(path, "utf8").trim();
    if (secret === "") {
      return { problem: "is empty. Write the secret into it, or set another file." };
    }
    // A list may have a line for each entry.
    return /\uFFFD|\p{Cc}(?<!,\s+)/u.test(secret)
      ? { problem: "must contain one line of text. Set a file with only the secret." }
      : { secret };
  } catch (error) {
    const [detail] = (error as Error).message.split(",", 1);
    return {
      problem: `cannot be read (${detail}). Give this user read permission, or set another file.`,
    };
  }
}
