import { newSubmission, useFixture } from "../../../test/fixture.ts";
import type { RejectedPosts } from "./rejected-posts.ts";
import { HOUR_MS, recordRejectedPosts, rejectingForms } from "./rejected-posts.ts";

const fixture = useFixture();

it("a form rejects every post if nothing but spam was stored since the hours of the rejected ones", async () => {
  const rejected = (hour: number, count: number, reason: RejectedPosts["reason"]) => ({
    form_id: 1,
    hour,
    reason,
    count,
    last_at: hour * HOUR_MS,
    examples: "[]",
  });
  const found = (hour = 0, account_id = 1) =>
    rejectingForms(fixture.db, { account_id, since: hour * HOUR_MS });
  const accept = (hour: number, spam: 0 | 1 = 0) =>
    fixture.accept(newSubmission(hour, { now: (hour + 0.5) * HOUR_MS, spam }));
  await recordRejectedPosts(fixture.db, {
    posts: [
      rejected(5, 3, "origin"),
      rejected(6, 9, "origin"),
      rejected(6, 2, "rule"),
      rejected(6, 99, "rate"),
    ],
  });

  const before = [await found(), await found(6), await found(0, 2)];
  await accept(5);
  await fixture.update("submission", { trash: 1 });
  await accept(7, 1);
  const afterOne = await found();
  await accept(8);

  const last = { id: 1, name: "Sample form", reason: "origin", count: 9, total: 11 };
  expect(before).toEqual([[{ ...last, count: 12, total: 14 }], [last], []]);
  expect([afterOne, await found()]).toEqual([[last], []]);
});
