/** `reset-password` and `reset-second-factor`: the way back in for somebody who has lost one of them. */
import { setPassword } from "../store/accounts/logins.ts";
import { resetSecondFactor } from "../store/accounts/second-factors.ts";
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

export const resetSecondFactorCommand: Command = {
  name: "reset-second-factor",
  summary: "removes a user's passkeys, authenticator app and recovery codes",
  usage: "<address>",
  details: [
    "Ends the sessions of the user, who then signs in with the password alone, and is asked to set up",
    "a second factor if the account needs one. The audit log records it.",
  ],
  args: { min: 1, max: 1 },
  async run(input, context) {
    const email = requireEmail(input.args[0] ?? "");
    return withDatabase(context.config, "writer", async ({ db }) => {
      await resetSecondFactor(db, { email, now: context.clock.now() });
      context.printInfo(`${email} has no second factor any more.`);
      return 0;
    });
  },
};
