/** Seals short texts for the disk with AES-256-GCM, each bound to the place where it is kept. */
import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";
import type { Random } from "./random.ts";

export interface SecretBox {
  /**
   * The text sealed with the first key, that key's id in front.
   *
   * @param place Names row and column; the text opens there and nowhere else.
   */
  seal(text: string, place: string): string;
  /** @throws SealError when no key fits, or when the text was changed or moved. */
  open(sealed: string, place: string): string;
  /** Whether it was sealed with the first key. */
  isCurrent(sealed: string): boolean;
}

/** What is sealed does not open. The message names the place, never the text. */
export class SealError extends Error {
  override readonly name = "SealError";
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Opened texts that are remembered: a webhook that is busy is opened once, not once a delivery. */
const MAX_REMEMBERED = 1_000;

/** @param keys Of 32 bytes each; the first seals, all of them open. At least one. */
export function createSecretBox(keys: readonly Uint8Array[], random: Random): SecretBox {
  const byId = new Map(keys.map((key) => [keyId(key), key]));
  const [currentId] = byId.keys();
  const current = keys[0];
  if (current === undefined || currentId === undefined) throw new Error("A box needs a key.");
  const remembered = new Map<string, string>();

  const remember = (name: string, text: string) => {
    const [oldest] = remembered.keys();
    if (remembered.size >= MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    remembered.set(name, text);
    return text;
  };
  return {
    seal(text, place) {
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", current, nonce).setAAD(Buffer.from(place));
      const bytes = [nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
      return `${currentId}.${Buffer.concat(bytes).toString("base64url")}`;
    },
    open(sealed, place) {
      const name = `${place}\n${sealed}`;
      return remembered.get(name) ?? remember(name, opened(sealed, place, byId));
    },
    isCurrent: (sealed) => sealed.startsWith(`${currentId}.`),
  };
}

function opened(sealed: string, place: string, byId: ReadonlyMap<string, Uint8Array>): string {
  const [id = "", data = ""] = sealed.split(".");
  const key = byId.get(id);
  if (key === undefined) {
    throw new SealError(
      `What lies at ${place} is sealed with the key ${id.slice(0, 16)}, which is not among those given.`,
    );
  }
  const bytes = Buffer.from(data, "base64url");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch (cause) {
    throw new SealError(`What lies at ${place} does not open: it was changed, or moved there.`, {
      cause,
    });
  }
}

/** Names a key without telling it; sixteen hex digits. */
function keyId(key: Uint8Array): string {
  return createHmac("sha256", key).update("intray aes-256-gcm").digest("hex").slice(0, 16);
}
