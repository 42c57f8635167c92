/** Encrypts short texts with AES-256-GCM. Each is bound to the row and column that it is stored in. */
import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";
import type { Random } from "./random.ts";

export type SecretBox = ReturnType<typeof createSecretBox>;

/** A text could not be decrypted. The message contains its location, never the text. */
export class DecryptionError extends Error {
  override readonly name = "DecryptionError";
}

/** What `run` decrypts; `undefined` if it cannot be decrypted. */
export function ifDecryptable<Text>(run: () => Text): Text | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof DecryptionError) return undefined;
    throw error;
  }
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Decrypted texts in memory, so that secrets of a busy webhook are not decrypted for each delivery. */
const MAX_CACHED = 1_000;

/** @param keys At least one, 32 bytes each. The first encrypts, all of them decrypt. */
export function createSecretBox(keys: readonly Uint8Array[], random: Random) {
  const byId = new Map(keys.map((key) => [keyId(key), key]));
  const [currentId] = byId.keys();
  const current = keys[0];
  if (current === undefined || currentId === undefined)
    throw new Error("A secret box needs at least one key.");
  const cache = new Map<string, string>();

  const cached = (name: string, text: string) => {
    const [oldest] = cache.keys();
    if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest);
    cache.set(name, text);
    return text;
  };
  return {
    /**
     * Encrypts with the first key, whose id is put in front.
     *
     * @param location Names row and column. Decryption fails for any other location.
     */
    encrypt(text: string, location: string) {
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", current, nonce).setAAD(Buffer.from(location));
      const bytes = [nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
      return `${currentId}.${Buffer.concat(bytes).toString("base64url")}`;
    },
    /** @throws DecryptionError if no key fits, or if the text was changed or moved. */
    decrypt(encrypted: string, location: string) {
      const name = `${location}\n${encrypted}`;
      return cache.get(name) ?? cached(name, decrypt(encrypted, location, byId));
    },
    /** Whether the text was encrypted with the first key. */
    isCurrent: (encrypted: string) => encrypted.startsWith(`${currentId}.`),
  };
}

function decrypt(
  encrypted: string,
  location: string,
  byId: ReadonlyMap<string, Uint8Array>,
): string {
  const [id = "", data = ""] = encrypted.split(".");
  const key = byId.get(id);
  if (key === undefined) {
    throw new DecryptionError(
      `The value in ${location} is encrypted with key ${id.slice(0, 16)}, which is not one of the configured keys.`,
    );
  }
  const bytes = Buffer.from(data, "base64url");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(location))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch (cause) {
    throw new DecryptionError(
      `The value in ${location} cannot be decrypted: it was changed, or moved from another row.`,
      { cause },
    );
  }
}

/** Identifies a key without revealing it: sixteen hex digits. */
const keyId = (key: Uint8Array): string =>
  createHmac("sha256", key).update("intray aes-256-gcm").digest("hex").slice(0, 16);
