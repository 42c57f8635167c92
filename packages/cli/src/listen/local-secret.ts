/** Generates a signing secret in the server's format. */
import { randomBytes } from "node:crypto";

export function makeLocalSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}
