/** Secrets that are in files: `<name>_FILE` instead of `<name>`. */
import { closeSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { type Given, SECRETS } from "./settings.ts";

/** Far more than any secret has: the setting names another file, or a device. */
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
  let bytes: Buffer;
  try {
    bytes = firstBytes(path);
  } catch (error) {
    const [detail] = (error as Error).message.split(",", 1);
    return {
      problem: `cannot be read (${detail}). Give this user read permission, or set another file.`,
    };
  }
  const secret = bytes.toString("utf8").trim();
  if (bytes.length > MAX_BYTES)
    return { problem: `has more than ${MAX_BYTES} bytes. Set a file with only the secret.` };
  if (secret === "") return { problem: "is empty. Write the secret into it, or set another file." };
  // A list may have a line for each entry.
  return /\uFFFD|\p{Cc}(?<!,\s+)/u.test(secret)
    ? { problem: "must contain one line of text. Set a file with only the secret." }
    : { secret };
}

/** Reads one byte more than a secret may have, also of a pipe or a device that never ends. */
function firstBytes(path: string): Buffer {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(MAX_BYTES + 1);
    let length = 0;
    let read = 0;
    do {
      read = readSync(file, bytes, length, bytes.length - length, null);
      length += read;
    } while (read > 0 && length < bytes.length);
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}
