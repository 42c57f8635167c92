/** Checks that the encryption key decrypts the secrets in the database. */
import { systemRandom } from "../platform/random.ts";
import { keyFilePath, readKeyFile } from "../config/key-file.ts";
import { createSecretBox, DecryptionError } from "../platform/secret-box.ts";
import { requireKey } from "../store/encrypt-at-rest.ts";
import { decryptHeaders, decryptSecretColumns } from "../store/webhooks/webhook-encryption.ts";
import { allWebhooks, asWebhook } from "../store/webhooks/webhook-rows.ts";
import type { Check } from "./check.ts";

export const checkKey: Check = {
  name: "encryption key",
  async *run({ opened: { db }, config }) {
    const canary = await db.selectFrom("encryption_canary").select("encrypted").executeTakeFirst();
    // Without a canary the server has never started on this database.
    if (canary === undefined) return;
    const file = keyFilePath(config);
    let keys: readonly Uint8Array[];
    try {
      keys = config.encryptionKeys ?? (file === undefined ? [] : readKeyFile(file));
      requireKey(canary.encrypted, createSecretBox(keys, systemRandom));
    } catch (error) {
      yield error instanceof Error ? error.message : String(error);
      return;
    }
    const box = createSecretBox(keys, systemRandom);
    const webhooks = await allWebhooks(db).selectAll().orderBy("id").execute();
    for (const webhook of webhooks.map(asWebhook)) {
      try {
        decryptSecretColumns(box, webhook);
        decryptHeaders(box, webhook.id, webhook.headers);
      } catch (error) {
        if (!(error instanceof DecryptionError)) throw error;
        yield `webhook ${webhook.id} ("${webhook.name}"): ${error.message} Set its headers again and regenerate its secret`;
      }
    }
  },
};
