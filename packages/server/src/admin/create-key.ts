/** `create-key`: creates an API key of the account or of one form. */
import { hashKey, keyPrefix, newKey } from "../domain/account/api-key.ts";
import { type FormRef, parseFormRef } from "../domain/form.ts";
import { createApiKey } from "../store/accounts/api-keys.ts";
import { recordCommandAudit } from "../store/accounts/audit.ts";
import { findForm } from "../store/forms/forms.ts";
import type { Db } from "../store/engine/schema.ts";
import { type CommandInput, type Command, required, textOf, UsageError } from "./command.ts";
import { withDatabase } from "./open-database.ts";
import { onlyAccount } from "./only-account.ts";

export const createKey: Command = {
  name: "create-key",
  summary: "creates an API key and prints it once",
  usage: "[--kind account|form] [--form <id or uuid>] [--name <name>] [--can-delete]",
  details: [
    "--kind        account (access to every form; the default) or form",
    "--form        the form of a form key",
    "--name        a name for the key",
    "--can-delete  lets a form key delete submissions",
  ],
  options: {
    kind: { type: "string" },
    form: { type: "string" },
    name: { type: "string" },
    "can-delete": { type: "boolean" },
  },
  args: { min: 0, max: 0 },
  run(input, { config, clock, random, print, printInfo }) {
    const { kind, ref } = scopeOf(input);
    const name = textOf(input, "name") ?? "Created by intray-server create-key";
    const can_delete = kind === "account" || input.options["can-delete"] === true;
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
      printInfo(`The key "${name}", shown only here:`);
      print(key);
      return 0;
    });
  },
};

function scopeOf(input: CommandInput): {
  readonly kind: "account" | "form";
  readonly ref?: FormRef;
} {
  const form = textOf(input, "form");
  const kind = textOf(input, "kind") ?? (form === undefined ? "account" : "form");
  if (kind === "account") {
    if (form !== undefined) throw new UsageError("--form can be used only with --kind form.");
    return { kind };
  }
  if (kind !== "form") throw new UsageError(`--kind must be account or form, not "${kind}".`);
  const ref = parseFormRef(required(input, "form"));
  if (ref.id === undefined && ref.uuid === undefined) {
    throw new UsageError(`"${form}" is neither an id nor a uuid of a form.`);
  }
  return { kind, ref };
}

async function formOf(db: Db, account_id: number, ref: FormRef): Promise<number> {
  const form = await findForm(db, { account_id, ref });
  if (form !== undefined) return form.id;
  throw new Error(`There is no form ${ref.uuid ?? ref.id}. No key was created.`);
}
