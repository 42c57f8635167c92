/** `sign-in-link`: creates a link that signs in to the dashboard once. */
import {
  hashToken,
  newToken,
  SIGN_IN_LINK_MS,
  signInAddress,
} from "../domain/account/sign-in-link.ts";
import { recordCommandAudit } from "../store/accounts/audit.ts";
import { findLogin } from "../store/accounts/logins.ts";
import { createSignInLink } from "../store/accounts/sessions.ts";
import { requireEmail } from "./ask-password.ts";
import type { Command } from "./command.ts";
import { onlyAccount, withDatabase } from "./open-database.ts";

export const signInLink: Command = {
  name: "sign-in-link",
  summary: "creates a link that signs in to the dashboard once",
  usage: "[address]",
  details: [
    "[address]  the user who signs in with the link. Without it, the person who opens the link",
    "           chooses an e-mail address and a password.",
    "",
    "The link is valid for a week.",
  ],
  args: { min: 0, max: 1 },
  async run(input, context) {
    const [address] = input.args;
    const email = address === undefined ? undefined : requireEmail(address);
    const { config, clock, random } = context;
    return withDatabase(config, "writer", async ({ db }) => {
      const login = email === undefined ? undefined : await findLogin(db, { email });
      if (email !== undefined && login === undefined) {
        throw new Error(`There is no user with the address ${email}.`);
      }
      const token = newToken(random);
      const now = clock.now();
      const account_id = login?.account_id ?? (await onlyAccount(db));
      await createSignInLink(db, {
        token_hash: hashToken(token),
        account_id,
        login_id: login?.id ?? null,
        now,
        expires_at: now + SIGN_IN_LINK_MS,
      });
      const entry = { action: "link.made", detail: email } as const;
      await recordCommandAudit(db, { account_id, command: "sign-in-link", entry, now });
      context.print(
        signInAddress(config.publicUrl ?? `http://${config.host}:${config.port}`, token),
      );
      return 0;
    });
  },
};
