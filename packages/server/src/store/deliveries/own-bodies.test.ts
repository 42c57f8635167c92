import { hash } from "node:crypto";
import { addRecipient, addWebhook, useFixture } from "../../../test/fixture.ts";
import { getDeliveries, listDeliveries } from "./delivery-log.ts";
import { type OwnDelivery, ownBodies, queueOwnDeliveries } from "./own-bodies.ts";

const NOW = 5_000;

describe("deliveries with their own bodies", () => {
  const fixture = useFixture();

  const own = (
    destination_id: number,
    trigger: OwnDelivery["trigger"],
    text = "bytes",
  ): OwnDelivery => ({
    destination_id,
    trigger,
    submission_id: null,
    uid: `uid-${destination_id}`,
    body: {
      content_type: "message/rfc822",
      body: Buffer.from(text),
      sha256: hash("sha256", text, "buffer"),
    },
  });
  const queue = (...deliveries: OwnDelivery[]) =>
    fixture.transact((db) => queueOwnDeliveries(db, { account_id: 1, deliveries, now: NOW }));

  it("are queued with the bytes that are sent", async () => {
    const to = [await addRecipient(fixture), await addRecipient(fixture)] as const;

    const ids = await queue(own(to[0], "digest", "one"), own(to[1], "digest", "two"));

    const bodies = await ownBodies(fixture.db, { ids });
    expect(ids.map((id) => bodies.get(id)?.body.toString())).toEqual(["one", "two"]);
    expect(await getDeliveries(fixture.db, { ids })).toMatchObject([
      {
        kind: "email",
        destination_id: to[0],
        address: "mailto:ada@example.org",
        trigger: "digest",
        state: "queued",
        next_attempt_at: NOW,
        request: { bytes: 3, rendered_again: false },
      },
      { destination_id: to[1] },
    ]);
  });

  it("are queued to destinations of the account, without a form", async () => {
    const to = await addRecipient(fixture, { form_id: null, purpose: "account" });

    const ids = await queue(own(to, "alert"));

    const page = { account_id: 1, limit: 10, offset: 0 };
    expect((await listDeliveries(fixture.db, page)).records.map(({ id }) => id)).toEqual(ids);
    expect(await listDeliveries(fixture.db, { ...page, ofForms: true })).toMatchObject({
      count: 0,
    });
    expect(await fixture.rows("event", ["id"])).toEqual([]);
  });

  it("leave out destinations that are disabled, deleted or of another account", async () => {
    const off = { enabled: 0, disabled_reason: "suppressed" } as const;
    const [left, deleted] = [await addRecipient(fixture, off), await addRecipient(fixture)];
    await fixture.db.deleteFrom("webhook").where("id", "=", deleted).execute();

    expect(
      await queue(own(left, "digest"), own(left, "confirmation"), own(deleted, "digest")),
    ).toEqual([]);
    const ofOther = { account_id: 2, deliveries: [own(left, "digest")], now: NOW };
    expect(await queueOwnDeliveries(fixture.db, ofOther)).toEqual([]);
  });

  it.each(["not_confirmed", "unsubscribed"])(
    "ask a recipient who is %s for the consent, and send nothing else",
    async (disabled_reason) => {
      const to = await addRecipient(fixture, { enabled: 0, disabled_reason });

      const ids = await queue(own(to, "digest"), own(to, "confirmation"));

      expect(await getDeliveries(fixture.db, { ids })).toMatchObject([{ trigger: "confirmation" }]);
    },
  );

  it("are not queued on a server that cannot send them", async () => {
    const [recipient, webhook] = [await addRecipient(fixture), await addWebhook(fixture)];
    const deliveries = [own(recipient, "alert"), own(webhook, "alert")];

    const request = { account_id: 1, deliveries, now: NOW };
    const ids = await queueOwnDeliveries(fixture.db, request, undefined, ["webhook"]);

    expect(await getDeliveries(fixture.db, { ids })).toMatchObject([{ destination_id: webhook }]);
  });
});
