// SIGKILL between the relay's receipt of a message and its outcome: the mail is repeated, with the same bytes.
import { expect, it } from "vitest";
import { startRelay } from "../../packages/server/test/mail/relay.ts";
import { TIMEOUT_MS, useInstallation } from "./installation.ts";

const { serve, stop, onDatabase, post } = useInstallation();

it(
  "a mail that was sent when the server was killed is sent again, and can be recognized",
  async () => {
    const relay = await startRelay({ isStuck: true });
    try {
      const settings = { INTRAY_SMTP_URL: relay.url, INTRAY_MAIL_FROM: "forms@intray.test" };
      const url = await serve(settings);
      await onDatabase((db) =>
        db
          .insertInto("webhook")
          .values({
            kind: "email",
            account_id: 1,
            form_id: 1,
            name: "Ada",
            url: "mailto:ada@example.org",
            format: null,
            content_type: null,
            template: null,
            headers: null,
            trigger_when_spam: 0,
            enabled: 1,
            disabled_reason: null,
            signing_secret: null,
            recipient_role: "to",
            link_token: "unguessable",
            last_failure_at: null,
            created_at: 1,
            updated_at: 1,
          })
          .execute(),
      );
      await post(url, new URLSearchParams({ message: "hello" }));
      await relay.received(1);

      await stop("SIGKILL");
      relay.cut();
      relay.behavior.isStuck = false;
      await serve(settings);
      const [first, second] = await relay.received(2);

      expect(second?.raw.toString()).toBe(first?.raw.toString());
      expect(first?.raw.toString()).toMatch(/^Message-ID: <msg_1_1_[\w-]+@intray\.test>/m);
      await expect
        .poll(
          () => onDatabase((db) => db.selectFrom("delivery").select(["state", "claims"]).execute()),
          { timeout: TIMEOUT_MS / 2 },
        )
        .toEqual([{ state: "succeeded", claims: 2 }]);
    } finally {
      await relay.stop();
    }
  },
  TIMEOUT_MS,
);
