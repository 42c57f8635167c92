/** Reads inputs named on the command line: a file, or `-` for standard input. */
import { readFile } from "node:fs/promises";
import { errorReason, failure } from "../errors/failure.ts";

/** All bytes. `what` names the input in errors. Throws Failure 66 when it cannot be read. */
export async function readInput(path: string, what: string): Promise<Buffer> {
  if (path === "-") return readStdin(what);
  try {
    return await readFile(path);
  } catch (error) {
    throw failure("input_missing", `${what} cannot be read from ${path} (${errorReason(error)}).`, {
      hint: "Name a readable file, or - for standard input.",
      cause: error,
    });
  }
}

/** All bytes. Throws Failure 66 on a terminal, where the command would wait without saying so. */
export async function readStdin(what: string): Promise<Buffer> {
  if (process.stdin.isTTY) {
    throw failure(
      "input_missing",
      `${what} cannot be read from standard input, which is a terminal.`,
      { hint: "Pipe it in, or name a file." },
    );
  }
  return Buffer.concat(await Array.fromAsync<Uint8Array>(process.stdin));
}

/** The text of the file without one trailing newline, which editors and `echo` add. Throws Failure 66. */
export const readSecretFile = async (path: string, what: string): Promise<string> =>
  withoutNewline((await readInput(path, what)).toString("utf8"));

export const withoutNewline = (text: string): string => text.replace(/\r?\n$/, "");

/**
 * The PEM certificates in the file.
 *
 * @throws Failure 66 when it cannot be read, 78 when it contains no PEM certificate.
 */
export async function readCertificates(path: string): Promise<string> {
  const text = (await readInput(path, "The certificate authority")).toString("latin1");
  if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
  throw failure("bad_ca_file", `${path} contains no PEM certificate.`, {
    hint: "A PEM file has a line -----BEGIN CERTIFICATE-----. Convert DER with openssl x509 -inform der.",
  });
}
