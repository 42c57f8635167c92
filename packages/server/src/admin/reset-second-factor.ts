/** `reset-second-factor`: removes the second factors of a user who has lost them. */
import { resetSecondFactor } from "../store/accounts/second-factors.ts";
import { requireEmail } from "./ask-password.ts";
import type { Command } from "./command.ts";
import { withDatabase } from "./open-database.ts";

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
