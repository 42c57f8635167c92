/** `create-key`: a key of the account, or of one form. */
import { hashKey, keyPrefix, newKey } from "../domain/api-key.ts";
import { type FormRef, parseFormRef } from "../domain/form.ts";
import { createApiKey } from "../store/accounts/api-keys.ts";
import { recordCommandAudit } from "../store/accounts/audit.ts";
import { findForm } from "../store/forms/forms.ts";
import type { Db } from "../store/engine/schema.ts";
import { type Asked, type Command, required, textOf, UsageError } from "./command.ts";
import { withDatabase } from "./open-database.ts";
import { onlyAccount } from "./only-account.ts";

export const createKey: Command = {
  name: "create-key",
  summary: "makes an API key and prints it, once",
  usage: "[--kind account|form] [--form <id or uuid>] [--name <name>] [--can-delete]",
  details: [
    "--kind        account (every form; the default) or form",
    "--form        the form of a form's key",
    "--name        what it is for",
    "--can-delete  a form's key may delete submissions",
  ],
  options: {
    kind: { type: "string" },
    form: { type: "string" },
    name: { type: "string" },
    "can-delete": { type: "boolean" },
  },
  words: { least: 0, most: 0 },
  run(asked, { config, clock, random, say, note }) {
    const { kind, ref } = whatFor(asked);
    const name = textOf(asked, "name") ?? "Made by intray-server create-key";
    const can_delete = kind === "account" || asked.options["can-delete"] === true;
    return withDatabase(config, "writer", async ({ db }) => {
      const account_id = await onlyAccount(db);
      const form_id = ref === undefined ? null : await formOf(db, account_id, ref);
      const key = newKey(kind, random);
      const now = clock.now();
      const { id } = await createApiKey(db, {
        account_id,
        form_id,
        name,
        can_delete,
        hash: hashKey(key),
        prefix: keyPrefix(key),
        now,
      });
      const entry = { action: "key.created", subject: { kind: "key", id, name } } as const;
      await recordCommandAudit(db, { account_id, command: "create-key", entry, now });
      note(`The key "${name}", shown only here:`);
      say(key);
      return 0;
    });
  },
};

function whatFor(asked: Asked): { readonly kind: "account" | "form"; readonly ref?: FormRef } {
  const form = textOf(asked, "form");
  const kind = textOf(asked, "kind") ?? (form === undefined ? "account" : "form");
  if (kind === "account") {
    if (form !== undefined) throw new UsageError("--form belongs to --kind form.");
    return { kind };
  }
  if (kind !== "form") throw new UsageError(`--kind is account or form, not "${kind}".`);
  const ref = parseFormRef(required(asked, "form"));
  if (ref.id === undefined && ref.uuid === undefined) {
    throw new UsageError(`"${form}" is neither a form's id nor its uuid.`);
  }
  return { kind, ref };
}

async function formOf(db: Db, account_id: number, ref: FormRef): Promise<number> {
  const form = await findForm(db, { account_id, ref });
  if (form !== undefined) return form.id;
  throw new Error(`There is no form ${ref.uuid ?? ref.id}. Nothing was changed.`);
}
