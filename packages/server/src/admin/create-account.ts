/** `create-account`: who may sign in; on a fresh database the account itself, too. */
import { hashKey, keyPrefix, newKey } from "../domain/api-key.ts";
import { openDataFolder } from "../config/data-folder.ts";
import { createIds } from "../domain/ids.ts";
import { hashPassword } from "../platform/password.ts";
import { recordCommandAudit } from "../store/accounts/audit.ts";
import { openSqlite } from "../store/sqlite/database.ts";
import { firstStart } from "../store/accounts/first-start.ts";
import { createLogin, hasAccount, type NewLogin } from "../store/accounts/logins.ts";
import { migrate } from "../store/migrate.ts";
import { openPostgres } from "../store/postgres/database.ts";
import type { Db } from "../store/engine/schema.ts";
import { newPassword, requireEmail } from "./ask-password.ts";
import { type Around, type Command, required } from "./command.ts";
import { onlyAccount } from "./only-account.ts";
import { withAnyDatabase, withDatabase } from "./open-database.ts";
import { existsSync } from "node:fs";

export const createAccount: Command = {
  name: "create-account",
  summary: "lets somebody sign in with an address and a password",
  usage: "--email <address> [--password-file <file>]",
  details: [
    "--email          who",
    "--password-file  a file whose first line is the password; else it is asked for, or read",
    "                 from what is piped in",
    "",
    "On a database that no server has used yet, it also makes the account with its first form",
    "and prints the account key.",
  ],
  options: { email: { type: "string" }, "password-file": { type: "string" } },
  words: { least: 0, most: 0 },
  async run(asked, around) {
    const email = requireEmail(required(asked, "email"));
    if (await isFresh(around)) {
      const password_hash = await hashPassword(await newPassword(asked, around), around.random);
      await begin(around, { email, password_hash });
      return 0;
    }
    const password_hash = await hashPassword(await newPassword(asked, around), around.random);
    return withDatabase(around.config, "writer", async ({ db }) => {
      const account_id = await onlyAccount(db);
      const now = around.clock.now();
      await createLogin(db, { account_id, email, password_hash, now });
      const entry = { action: "password.chosen", detail: email } as const;
      await recordCommandAudit(db, { account_id, command: "create-account", entry, now });
      around.note(`${email} may sign in now.`);
      return 0;
    });
  },
};

async function isFresh({ config }: Around): Promise<boolean> {
  const { database } = config;
  if (database.kind === "sqlite" && !existsSync(database.file)) return true;
  return withAnyDatabase(config, "reader", async ({ db }) => {
    const tables = await db.introspection.getTables();
    return !tables.some(({ name }) => name === "account") || !(await hasAccount(db, {}));
  });
}

/** What a server does when it starts for the first time. */
async function begin({ config, clock, random, say, note }: Around, login: NewLogin): Promise<void> {
  const lock = openDataFolder(config.dataDir, config.database);
  try {
    const db: Db =
      config.database.kind === "sqlite"
        ? openSqlite(config.database.file, "writer").db
        : (await openPostgres(config.database.url, () => undefined)).db;
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
      if (!isFirst) throw new Error("A server has just made the account; run this once more.");
      note(`The account is there, and ${login.email} may sign in.`);
      if (config.bootstrapAccountKey !== undefined) return;
      note("Its key, shown only here:");
      say(key);
    } finally {
      await db.destroy();
    }
  } finally {
    lock.release();
  }
}
