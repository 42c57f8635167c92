/** A signing secret for this run, of the form that the server gives to webhooks. */
import { randomBytes } from "node:crypto";

export function makeLocalSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}
