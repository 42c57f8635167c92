/** `create-account`: creates a user who may sign in, and on a new database also the account. */
import { hashKey, keyPrefix, newKey } from "../domain/account/api-key.ts";
import { openDataFolder } from "../config/data-folder.ts";
import { createIds } from "../domain/ids.ts";
import { recordCommandAudit } from "../store/accounts/audit.ts";
import { firstStart } from "../store/accounts/accounts.ts";
import { createLogin, hasAccount, type NewLogin } from "../store/accounts/logins.ts";
import { migrate } from "../store/migrate.ts";
import { openDatabase } from "../store/open-store.ts";
import { newPasswordHash, PASSWORD_FILE_HELP, requireEmail } from "./ask-password.ts";
import { type CommandContext, type Command, required } from "./command.ts";
import { onlyAccount, withAnyDatabase, withDatabase } from "./open-database.ts";
import { existsSync } from "node:fs";

export const createAccount: Command = {
  name: "create-account",
  summary: "creates a user of the dashboard",
  usage: "--email <address> [--password-file <file>]",
  details: [
    "--email          the e-mail address of the user",
    PASSWORD_FILE_HELP,
    "",
    "On a new database the command also creates the account and its first form, and prints the",
    "account key.",
  ],
  options: { email: { type: "string" }, "password-file": { type: "string" } },
  async run(input, context) {
    const email = requireEmail(required(input, "email"));
    const isFirst = await isFresh(context);
    const password_hash = await newPasswordHash(input, context, email);
    if (isFirst) {
      await createFirstAccount(context, { email, password_hash });
      return 0;
    }
    return withDatabase(context.config, "writer", async ({ db }) => {
      const account_id = await onlyAccount(db);
      const now = context.clock.now();
      await createLogin(db, { account_id, email, password_hash, now });
      const entry = { action: "password.chosen", detail: email } as const;
      await recordCommandAudit(db, { account_id, command: "create-account", entry, now });
      context.printInfo(`${email} can sign in now.`);
      return 0;
    });
  },
};

async function isFresh({ config }: CommandContext): Promise<boolean> {
  const { database } = config;
  if (database.kind === "sqlite" && !existsSync(database.file)) return true;
  return withAnyDatabase(config, "reader", async ({ db }) => {
    const tables = await db.introspection.getTables();
    return !tables.some(({ name }) => name === "account") || !(await hasAccount(db, {}));
  });
}

/** Does what a server does when it starts for the first time. */
async function createFirstAccount(
  { config, clock, random, print, printInfo }: CommandContext,
  login: NewLogin,
): Promise<void> {
  const lock = openDataFolder(config.dataDir, config.database);
  try {
    const { db } = await openDatabase(config.database, "writer");
    try {
      await migrate(db);
      const key = config.bootstrapAccountKey ?? newKey("account", random);
      const { isFirst } = await db.transaction().execute((transaction) =>
        firstStart(transaction, {
          form_uuid: createIds(random).formUuid(),
          key_hash: hashKey(key),
          key_prefix: keyPrefix(key),
          login,
          now: clock.now(),
        }),
      );
      if (!isFirst)
        throw new Error("A server created the account at the same time. Run this command again.");
      printInfo(`The account was created, and ${login.email} can sign in.`);
      if (config.bootstrapAccountKey !== undefined) return;
      printInfo("The account key, shown only here:");
      print(key);
    } finally {
      await db.destroy();
    }
  } finally {
    lock.release();
  }
}
