import { newSubmission, useFixture } from "../../../test/fixture.ts";
import { updateSubmissions } from "./submission-changes.ts";
import { listUndo, undoPart } from "./undo.ts";

const HOUR_MS = 3_600_000;

describe("the acts that can be undone", () => {
  const fixture = useFixture();
  beforeEach(async () => {
    for (const n of [1, 2]) await fixture.accept(newSubmission(n, { now: n }));
  });

  /** One part of the act `an-act`. */
  const markRead = (id: number) =>
    fixture.transact((db) =>
      updateSubmissions(db, {
        account_id: 1,
        submission_ids: [id],
        change: { read: true, snoozed_until: 2 * HOUR_MS, assignee_id: null },
        undo: { token: "an-act", actor: "ada@example.org" },
        now: HOUR_MS,
      }),
    );
  const undoNext = () =>
    fixture.transact((db) => undoPart(db, { account_id: 1, token: "an-act", now: 2 * HOUR_MS }));
  const listed = async () =>
    (await listUndo(fixture.db, { account_id: 1, now: 2 * HOUR_MS, limit: 10 })).map(
      ({ token }) => token,
    );

  it("are listed until their last part is undone, so that a stopped undo can go on", async () => {
    for (const id of [1, 2]) await markRead(id);
    const before = await listed();
    const half = await undoNext();
    const between = await listed();
    const whole = await undoNext();

    expect([half.remaining, whole.remaining, whole.restored]).toEqual([1, 0, 2]);
    const marks = fixture.db.selectFrom("submission").select(["read", "snoozed_until"]);
    expect(await marks.execute()).toEqual([
      { read: 0, snoozed_until: null },
      { read: 0, snoozed_until: null },
    ]);
    expect([before, between, await listed()]).toEqual([["an-act"], ["an-act"], []]);
  });
});
