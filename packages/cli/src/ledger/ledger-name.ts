/** The file names of ledgers: one for each origin, key scope, filter and consumer. */
import { createHash } from "node:crypto";
import { join } from "node:path";

/** Identifies a queue. Runs with the same identity share a ledger. */
export interface QueueIdentity {
  /** Scheme, host and port of the server. */
  readonly origin: string;
  /** `form:3`, `account:acme`, or `key:<hash>` if the server does not report the key's owner. */
  readonly scope: string;
  readonly filter: string;
  readonly consumer: string;
}

/** The folder of all ledgers below the state folder of the XDG base directory specification. */
export const ledgerFolder = (stateHome: string): string => join(stateHome, "intray", "queue");

/**
 * Returns the ledger's file name: readable parts and a hash that makes it unique, e.g.
 * `127.0.0.1_8787-form_3-new-default-5f2b9c0d1e3a.db`.
 */
export function ledgerName({ origin, scope, filter, consumer }: QueueIdentity): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([origin, scope, filter, consumer]))
    .digest("hex")
    .slice(0, 12);
  const readable = [origin.replace(/^[a-z]+:\/\//, ""), scope, filter, consumer]
    .map((part) => part.replaceAll(/[^A-Za-z0-9.]+/g, "_").slice(0, 40))
    .join("-");
  return `${readable}-${hash}.db`;
}
