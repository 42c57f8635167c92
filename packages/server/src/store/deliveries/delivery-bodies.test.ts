import { CLAIMED_COLUMNS } from "./delivery-claims.ts";
import type { StoredBody } from "./own-bodies.ts";
import { storeDeliveryBodies } from "./delivery-bodies.ts";
import { contentsOf } from "./delivery-contents.ts";
import { addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";

describe("delivery bodies", () => {
  const fixture = useFixture();
  beforeEach(async () => {
    await addWebhook(fixture);
    await fixture.accept(newSubmission(1));
  });

  const store = async (content: string | Buffer, content_type = "text/plain") => {
    const body = Buffer.isBuffer(content) ? content : Buffer.from(content);
    const rendered = { destination_id: 1, content_type, body, sha256: Buffer.alloc(32) };
    const [stored] = await storeDeliveryBodies(fixture.db, {
      bodies: [{ submission_id: 1, ...rendered }],
      now: 5_000,
    });
    return stored;
  };
  const claimed = async (...ids: number[]) => {
    const rows = await fixture.db
      .selectFrom("delivery")
      .select(CLAIMED_COLUMNS)
      .where("id", "in", ids)
      .execute();
    // As at a second attempt: at a first one stored bodies are rare, so they are not read.
    const again = rows.map((row) => ({ ...row, claims: 2 }));
    return contentsOf(fixture.db, again, fixture.box);
  };
  const contents = async (...ids: number[]) =>
    (await claimed(...ids)).map(({ id, body, destination }) => ({
      id,
      url: destination?.address,
      type: body?.content_type,
      text: body && Buffer.from(body.body).toString(),
    }));

  it("are not read at the first attempt after intake: storing a body returns the existing one", async () => {
    await store("first");
    const rows = await fixture.db.selectFrom("delivery").select(CLAIMED_COLUMNS).execute();
    const attempt = (over: { trigger?: "refire"; claims: number }) =>
      contentsOf(
        fixture.db,
        rows.map((row) => ({ ...row, ...over })),
        fixture.box,
      );

    expect((await attempt({ claims: 1 }))[0]?.body).toBeUndefined();
    expect((await attempt({ claims: 2 }))[0]?.body).toBeDefined();
    expect((await attempt({ claims: 1, trigger: "refire" }))[0]?.body).toBeDefined();
    expect(await store("second")).toMatchObject({ kind: "existing" });
  });

  it("are those rendered first, whatever is rendered later", async () => {
    const first = await store("first");

    const again = await store("second", "text/html");

    expect(first).toEqual({ kind: "stored" });
    const { kind, body } = again as { kind: string; body: StoredBody };
    expect([kind, body.content_type, Buffer.from(body.body).toString()]).toEqual([
      "existing",
      "text/plain",
      "first",
    ]);
  });

  it("are stored in batches: existing ones stay, and none is stored for a deleted submission", async () => {
    await fixture.accept(newSubmission(2));
    await store("first");
    const rendered = { destination_id: 1, content_type: "text/html", sha256: Buffer.alloc(32) };

    const stored = await storeDeliveryBodies(fixture.db, {
      bodies: [
        { ...rendered, submission_id: 2, body: Buffer.from("two") },
        { ...rendered, submission_id: 1, body: Buffer.from("one") },
        { ...rendered, submission_id: 99, body: Buffer.from("gone") },
      ],
      now: 5_000,
    });

    expect(stored).toMatchObject([{ kind: "stored" }, { kind: "existing" }, { kind: "deleted" }]);
    expect(new Set((await contents(1, 2)).map((one) => one.text))).toEqual(
      new Set(["first", "two"]),
    );
  });

  it("stay when the submission and the webhook change, and are sent to the new URL", async () => {
    await store("first");

    await fixture.update("submission", { fields: '[["changed","yes"]]' });
    await fixture.update("webhook", {
      settings: '{"format":"form_urlencoded"}',
      url: "http://127.0.0.1:9/moved",
    });

    expect(await contents(1)).toEqual([
      { id: 1, url: "http://127.0.0.1:9/moved", type: "text/plain", text: "first" },
    ]);
  });

  it("belong to one webhook", async () => {
    const other = await addWebhook(fixture);
    const { id } = await fixture.accept(newSubmission(2));
    await store("first");

    const found = await fixture.row("delivery", ["id"], { submission_id: id, webhook_id: other });

    expect((await contents(found.id))[0]?.text).toBeUndefined();
  });

  it("are stored byte for byte", async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, n) => n));

    await store(bytes, "application/octet-stream");
    const [kept] = await claimed(1);

    expect(bytes.equals(Buffer.from(kept?.body?.body ?? ""))).toBe(true);
  });

  it("are deleted with the submission", async () => {
    await store("first");

    await fixture.db.deleteFrom("submission").execute();

    expect(await store("late")).toEqual({ kind: "deleted" });
    expect(await contents(1)).toEqual([]);
    expect(await fixture.db.selectFrom("delivery_body").selectAll().execute()).toEqual([]);
  });
});
