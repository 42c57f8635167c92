import { isOnPostgres } from "../../../test/database.ts";
import type { NewSubmission } from "../submissions/new-submission.ts";
import { prepareAcceptSubmission } from "./accept-submission.ts";
import { createBatcher } from "../engine/batch.ts";
import { getSubmissions } from "../submissions/submissions.ts";
import { addForm, addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";

describe("accepting a submission", () => {
  const fixture = useFixture();

  it("stores the location of the sender's address", async () => {
    await fixture.accept(newSubmission(1, { geocoded: '["Germany",null,"Munich"]' }));
    await fixture.accept(newSubmission(2));

    const records = await getSubmissions(fixture.db, { ids: [1, 2] });

    expect(records.map(({ location }) => location)).toEqual([
      { country: "Germany", region: null, city: "Munich" },
      null,
    ]);
  });

  it("marks the same content as a duplicate within the window, and not after it", async () => {
    const first = await fixture.accept(newSubmission(1, { now: 10_000 }));
    const { content_hash } = newSubmission(1);
    const soon = await fixture.accept(newSubmission(2, { content_hash, now: 609_999 }));
    const later = await fixture.accept(newSubmission(3, { content_hash, now: 1_300_000 }));

    expect([first.spam, soon.spam, later.spam]).toEqual([false, true, false]);
  });

  it("accepts the same content if the form's duplicate filter is off", async () => {
    await fixture.accept(newSubmission(1));

    const again = await fixture.accept(newSubmission(1, { duplicate_window_ms: 0 }));

    expect(again.spam).toBe(false);
  });

  it("keeps dates in the order of ids if the clock steps back", async () => {
    const first = await fixture.accept(newSubmission(1, { now: 50_000 }));
    const second = await fixture.accept(newSubmission(2, { now: 40_000 }));

    expect(second.id).toBeGreaterThan(first.id);
    const dates = await fixture.rows("submission", ["created_at"]);
    expect(dates).toEqual([{ created_at: 50_000 }, { created_at: 50_000 }]);
  });

  it("reports that the form was deleted meanwhile", async () => {
    await expect(fixture.accept(newSubmission(1, { form_id: 99 }))).rejects.toThrow(
      /form was deleted while the post was being sent/,
    );
  });

  it.skipIf(isOnPostgres)(
    "does not take a post for its own duplicate if another post fails its batch",
    async () => {
      const accept = prepareAcceptSubmission(fixture.db, fixture.sqlite);
      const writing = {
        ...accept,
        run: (_: string, args: unknown) => accept.accept(args as NewSubmission),
        explained: (error: unknown) => error,
      };
      const batcher = createBatcher(fixture.sqlite, writing, () => false);
      const call = (id: number, over: Partial<NewSubmission> = {}) => ({
        id,
        name: "acceptSubmission",
        args: newSubmission(id, over),
      });

      const replies = await batcher.commit([call(1), call(2, { form_id: 99 }), call(3)]);
      const again = await batcher.commit([call(1), call(2)]);

      expect(replies).toMatchObject([
        { id: 1, result: { spam: false } },
        { id: 2, error: { code: "not_found" } },
        { id: 3, result: { spam: false } },
      ]);
      expect(again).toMatchObject([{ result: { spam: true } }, { result: { spam: false } }]);
    },
  );

  it.skipIf(isOnPostgres)(
    "plans and counts for a whole batch what belongs to each post",
    async () => {
      const own = await addWebhook(fixture);
      const form_id = await addForm(fixture);
      const writer = prepareAcceptSubmission(fixture.db, fixture.sqlite);

      const batch = [
        newSubmission(1),
        newSubmission(2, { form_id }),
        newSubmission(3, { spam: 1, spam_reason: "honeypot" }),
        newSubmission(4),
      ].map((submission) => writer.accept(submission));
      writer.flush();
      writer.flush();

      expect(batch.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
      const planned = await fixture.rows("delivery", ["submission_id", "webhook_id"]);
      expect(planned).toEqual([
        { submission_id: 1, webhook_id: own },
        { submission_id: 4, webhook_id: own },
      ]);
      const counts = await fixture.rows("submission_count", ["form_id", "spam", "count"]);
      expect(counts).toEqual([
        { form_id: 1, spam: 0, count: 2 },
        { form_id: 1, spam: 1, count: 1 },
        { form_id, spam: 0, count: 1 },
      ]);
    },
  );
});
