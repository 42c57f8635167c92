// From the schedule to the relay: a server with e-mail set up, and a real SMTP server.
import { expect, it, onTestFinished, vi } from "vitest";
import PostalMime from "postal-mime";
import { startApiServer } from "../../test/api-server.ts";
import { createSkippingClock } from "../../test/fake-clock.ts";
import { startRelay } from "../../test/mail/relay.ts";

it("sends one digest of the posts since the form has one, and what was held as spam", async () => {
  const relay = await startRelay();
  const clock = createSkippingClock();
  const settings = {
    INTRAY_SMTP_URL: relay.url,
    INTRAY_MAIL_FROM: "Forms <forms@intray.test>",
    INTRAY_MAIL_CONFIRM: "false",
  };
  const server = await startApiServer(settings, clock);
  onTestFinished(async () => {
    await server.close();
    await relay.stop();
  });
  const post = (fields: Record<string, string>) => server.post("1", new URLSearchParams(fields));

  await server.request("PATCH", "/forms/1", {
    json: { notification_schedule: "weekly", notification_emails: "ada@example.org" },
  });
  await post({ message: "forty chairs" });
  await post({ message: "pills", _gotcha: "filled" });
  // The last digest is due at once.
  await server.request("PATCH", "/forms/1", { json: { notification_schedule: "immediately" } });
  await vi.waitUntil(() => {
    clock.skip(1_000);
    return relay.messages.length > 0;
  });

  const mails = await Promise.all(relay.messages.map(({ raw }) => PostalMime.parse(raw)));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.to?.map(({ address }) => address)).toEqual(["ada@example.org"]);
  expect(mails[0]?.text).toContain("forty chairs");
  expect(mails[0]?.text).toContain("pills");
  const log = await server.request("GET", "/deliveries?kind=email");
  const { deliveries } = log.json() as { readonly deliveries: readonly { message_id: string }[] };
  expect(deliveries.map(({ message_id }) => `<${message_id}@intray.test>`)).toEqual([
    mails[0]?.messageId,
  ]);
});
