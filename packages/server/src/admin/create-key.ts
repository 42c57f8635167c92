/** `create-key`: creates an API key of the account or of one form. */
import type { KeyScope } from "../domain/account/api-key.ts";
import { hashKey, isKeyScope, KEY_SCOPES, keyPrefix, newKey } from "../domain/account/api-key.ts";
import { expiryOf, keyLimits } from "../domain/account/key-expiry.ts";
import { AppError } from "../domain/errors.ts";
import { type FormRef, parseFormRef } from "../domain/form.ts";
import { isoTime, isoTimeOrNull } from "../platform/iso-time.ts";
import { createApiKey } from "../store/accounts/api-keys.ts";
import { recordCommandAudit } from "../store/accounts/audit.ts";
import { findFormName } from "../store/forms/form-names.ts";
import type { Db } from "../store/engine/schema.ts";
import { type CommandInput, type Command, required, textOption, UsageError } from "./command.ts";
import { withDatabase, onlyAccount } from "./open-database.ts";

export const createKey: Command = {
  name: "create-key",
  summary: "creates an API key and prints it once",
  usage:
    "[--kind account|form] [--form <id or uuid>] [--name <name>] [--scope <scope>] [--expires <when>] [--can-delete]",
  details: [
    "--kind        account (access to every form; the default) or form",
    "--form        the form of a form key",
    "--name        a name for the key",
    `--scope       write (everything; the default), or one of: ${Object.keys(KEY_SCOPES).slice(1).join(", ")}`,
    "--expires     12h or 90d from now, or a date or time in UTC; without it the key never expires",
    "--can-delete  lets a form key delete submissions",
  ],
  options: {
    kind: { type: "string" },
    form: { type: "string" },
    name: { type: "string" },
    scope: { type: "string" },
    expires: { type: "string" },
    "can-delete": { type: "boolean" },
  },
  run(input, { config, clock, random, print, printInfo }) {
    const { kind, ref } = ownerOf(input);
    const scope = scopeOf(input);
    const now = clock.now();
    const expires_at = expiresAt(input, now);
    const name = textOption(input, "name") ?? "Created by intray-server create-key";
    const can_delete =
      scope === "write" && (kind === "account" || input.options["can-delete"] === true);
    return withDatabase(config, "writer", async ({ db }) => {
      const account_id = await onlyAccount(db);
      const form_id = ref === undefined ? null : await formOf(db, account_id, ref);
      const key = newKey(kind, random);
      const { id } = await createApiKey(db, {
        account_id,
        form_id,
        project_id: null,
        login_id: null,
        name,
        can_delete,
        hash: hashKey(key),
        prefix: keyPrefix(key),
        scope,
        allowed_ips: null,
        expires_at,
        now,
      });
      const entry = {
        action: "key.created",
        subject: { kind: "key", id, name },
        detail: keyLimits(scope, isoTimeOrNull(expires_at)),
      } as const;
      await recordCommandAudit(db, { account_id, command: "create-key", entry, now });
      printInfo(`The key "${name}", shown only here:`);
      print(key);
      return 0;
    });
  },
};

function ownerOf(input: CommandInput): {
  readonly kind: "account" | "form";
  readonly ref?: FormRef;
} {
  const form = textOption(input, "form");
  const kind = textOption(input, "kind") ?? (form === undefined ? "account" : "form");
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

function scopeOf(input: CommandInput): KeyScope {
  const scope = textOption(input, "scope") ?? "write";
  if (!isKeyScope(scope))
    throw new UsageError(
      `--scope must be one of ${Object.keys(KEY_SCOPES).join(", ")}, not "${scope}".`,
    );
  if (scope !== "write" && input.options["can-delete"] === true)
    throw new UsageError("--can-delete needs --scope write.");
  return scope;
}

const UNIT_S = { h: 3_600, d: 86_400 } as const;

/** Milliseconds since the epoch; `null` without `--expires`. */
function expiresAt(input: CommandInput, now: number): number | null {
  const text = textOption(input, "expires");
  const [, amount, unit] = /^(\d{1,5})([hd])$/.exec(text ?? "") ?? [];
  const at =
    amount === undefined
      ? text
      : isoTime(now + Number(amount) * UNIT_S[unit as keyof typeof UNIT_S] * 1_000);
  try {
    return expiryOf({ expires_at: at }, now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new UsageError(error.message.replace("expires_at", "--expires"));
  }
}

async function formOf(db: Db, account_id: number, ref: FormRef): Promise<number> {
  const form = await findFormName(db, { account_id, ref });
  if (form !== undefined) return form.id;
  throw new Error(`There is no form ${ref.uuid ?? ref.id}. No key was created.`);
}
