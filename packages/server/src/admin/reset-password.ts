/** `reset-password`: sets a new password for a user. */
import { setPassword } from "../store/accounts/logins.ts";
import { newPasswordHash, PASSWORD_FILE_HELP, requireEmail } from "./ask-password.ts";
import type { Command } from "./command.ts";
import { withDatabase } from "./open-database.ts";

export const resetPassword: Command = {
  name: "reset-password",
  summary: "sets a new password for a user",
  usage: "<address> [--password-file <file>]",
  details: [PASSWORD_FILE_HELP],
  options: { "password-file": { type: "string" } },
  args: { min: 1, max: 1 },
  async run(input, context) {
    const email = requireEmail(input.args[0] ?? "");
    const password_hash = await newPasswordHash(input, context, email);
    return withDatabase(context.config, "writer", async ({ db }) => {
      await setPassword(db, { email, password_hash, now: context.clock.now() });
      context.printInfo(`${email} has a new password.`);
      return 0;
    });
  },
};
