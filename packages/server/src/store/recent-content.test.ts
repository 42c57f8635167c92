import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prepareAcceptSubmission } from "./accept-submission.ts";
import { acceptOne, type Fixture, newSubmission, openFixture } from "./fixture.ts";
import { recallContent } from "./recent-content.ts";

describe("recent content", () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await openFixture();
  });
  afterEach(() => fixture.close());

  it("is known again after a restart, as far as the window reaches", () => {
    fixture.accept(newSubmission(1, { now: 1_000 }));
    fixture.accept(newSubmission(2, { now: 500_000 }));
    fixture.accept(newSubmission(3, { now: 700_000 }));
    const accept = acceptOne(prepareAcceptSubmission(fixture.db, fixture.sqlite));

    const recent = accept(newSubmission(2, { now: 800_000 }));
    const old = accept(newSubmission(1, { now: 800_000 }));

    expect([recent.spam, old.spam]).toEqual([true, false]);
  });

  it("forgets the oldest first, by time and by number", () => {
    const recent = recallContent(fixture.sqlite, 2);
    for (const [hash, at] of [
      ["a", 1],
      ["b", 2],
      ["a", 3],
      ["c", 4],
    ] as const)
      recent.remember(hash, at);

    expect(["a", "b", "c"].map((hash) => recent.isKnown(hash, 0))).toEqual([true, false, true]);
    recent.remember("d", 10_000_000);
    expect(recent.isKnown("c", 0)).toBe(false);
  });
});
