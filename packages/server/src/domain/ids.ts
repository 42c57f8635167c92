/** Generates random identifiers and secrets. Ids of rows are assigned by the database. */
import type { Random } from "../platform/random.ts";
import { newStorageKey } from "./storage-key.ts";

export type Ids = ReturnType<typeof createIds>;

const TIME_BYTES = 6;
const UID_BYTES = 16;
/** Random bytes are taken in blocks: asking for each uid by itself takes 15 times as long. */
const BLOCK_BYTES = 64 * UID_BYTES;

export function createIds(random: Random) {
  const process = random(6).toString("base64url");
  let requests = 0;
  let block: Buffer = Buffer.alloc(0);
  let used = 0;
  return {
    /** Twelve lower-case hex digits, for `/f/<uuid>`. */
    formUuid: () => random(6).toString("hex"),
    /** 128 bits, base64url: the public link of a file. */
    attachmentToken: () => random(16).toString("base64url"),
    /** 128 bits, base64url: for a link that only its reader may have. */
    linkToken: () => random(16).toString("base64url"),
    /** The key of a file that is stored at `now`. */
    storageKey: (now: number) => newStorageKey(now, random),
    /**
     * The uid of a submission, webhook or test that is made at `now`: 22 characters of base64url, of 48 bits of
     * time and 80 random bits. Unlike an id, it is never used again after an older backup is restored.
     */
    uid(now: number) {
      if (used === block.length) {
        block = random(BLOCK_BYTES);
        used = 0;
      }
      // The time keeps uids apart if a copy of this process's memory, as in a snapshot of a virtual machine,
      // runs again later with the rest of the block.
      block.writeUIntBE(now, used, TIME_BYTES);
      used += UID_BYTES;
      return block.toString("base64url", used - UID_BYTES, used);
    },
    /** 128 bits, hex: identifies the installation that a storage belongs to. */
    installationMark: () => random(16).toString("hex"),
    /** 128 bits, base64url: the fencing token of a lease. */
    leaseToken: () => random(16).toString("base64url"),
    /** `whsec_` and 32 bytes as base64. */
    signingSecret: () => `whsec_${random(32).toString("base64")}`,
    /** Unique within this process; for logs and `X-Request-Id`. */
    requestId: () => `req_${process}${(requests++).toString(36).padStart(4, "0")}`,
  };
}
