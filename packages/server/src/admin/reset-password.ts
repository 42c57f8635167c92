/** `reset-password`: a new password for somebody who may sign in. */
import { hashPassword } from "../platform/password.ts";
import { setPassword } from "../store/accounts/logins.ts";
import { newPassword, requireEmail } from "./ask-password.ts";
import type { Command } from "./command.ts";
import { withDatabase } from "./open-database.ts";

export const resetPassword: Command = {
  name: "reset-password",
  summary: "gives somebody a new password",
  usage: "<address> [--password-file <file>]",
  details: [
    "--password-file  a file whose first line is the password; else it is asked for, or read",
    "                 from what is piped in",
  ],
  options: { "password-file": { type: "string" } },
  words: { least: 1, most: 1 },
  async run(asked, around) {
    const email = requireEmail(asked.words[0] ?? "");
    const password_hash = await hashPassword(await newPassword(asked, around), around.random);
    return withDatabase(around.config, "writer", async ({ db }) => {
      await setPassword(db, { email, password_hash, now: around.clock.now() });
      around.note(`${email} has a new password.`);
      return 0;
    });
  },
};
