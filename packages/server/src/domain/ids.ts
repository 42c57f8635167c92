/** Generates random identifiers and secrets. Ids of rows are assigned by the database. */
import type { Random } from "../platform/random.ts";
import { newStorageKey } from "./storage-key.ts";

export interface Ids {
  /** Twelve lower-case hex digits, for `/f/<uuid>`. */
  formUuid(): string;
  /** 128 bits, base64url: the public link of a file. */
  attachmentToken(): string;
  /** The key of a file that is stored at `now`. */
  storageKey(now: number): string;
  /** 128 bits, hex: identifies the installation that a storage belongs to. */
  installationMark(): string;
  /** 128 bits, base64url: the fencing token of a lease. */
  leaseToken(): string;
  /** `whsec_` and 32 bytes as base64. */
  signingSecret(): string;
  /** Unique within this process; for logs and `X-Request-Id`. */
  requestId(): string;
}

export function createIds(random: Random): Ids {
  const process = random(6).toString("base64url");
  let requests = 0;
  return {
    formUuid: () => random(6).toString("hex"),
    attachmentToken: () => random(16).toString("base64url"),
    storageKey: (now) => newStorageKey(now, random),
    installationMark: () => random(16).toString("hex"),
    leaseToken: () => random(16).toString("base64url"),
    signingSecret: () => `whsec_${random(32).toString("base64")}`,
    requestId: () => `req_${process}${(requests++).toString(36).padStart(4, "0")}`,
  };
}
