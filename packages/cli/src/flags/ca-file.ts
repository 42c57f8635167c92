/** Reads `--ca-file`. */
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";
import { readInput } from "./input-file.ts";

/**
 * The PEM certificates in the file.
 *
 * @throws Failure 66 when it cannot be read, 78 when it contains no PEM certificate.
 */
export async function readCertificates(path: string): Promise<string> {
  const text = (await readInput(path, "The certificate authority")).toString("latin1");
  if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
  throw new Failure({
    exit: EXIT.badConfiguration,
    code: "bad_ca_file",
    message: `${path} contains no PEM certificate.`,
    hint: "A PEM file has a line -----BEGIN CERTIFICATE-----. Convert DER with openssl x509 -inform der.",
  });
}
