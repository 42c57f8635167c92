import { isOnPostgres } from "../../../test/database.ts";
import { prepareAcceptSubmission } from "../sqlite/accept-submission.ts";
import { acceptOne, newSubmission, useFixture } from "../../../test/fixture.ts";
import { loadRecentContent } from "./recent-content.ts";

// On PostgreSQL the duplicate filter queries the table.
describe.skipIf(isOnPostgres)("recent content", () => {
  const fixture = useFixture();

  it("is loaded after a restart, up to the window", async () => {
    await fixture.accept(newSubmission(1, { now: 1_000 }));
    await fixture.accept(newSubmission(2, { now: 500_000 }));
    await fixture.accept(newSubmission(3, { now: 700_000 }));
    const accept = acceptOne(prepareAcceptSubmission(fixture.db, fixture.sqlite));

    const recent = accept(newSubmission(2, { now: 800_000 }));
    const old = accept(newSubmission(1, { now: 800_000 }));

    expect([recent.spam, old.spam]).toEqual([true, false]);
  });

  const hash = (n: number) => n.toString(16).padStart(16, "0").repeat(2);

  it("keeps the newest hashes, up to a limit", () => {
    const recent = loadRecentContent(fixture.sqlite, 100);

    for (let n = 1; n <= 1_000; n++) {
      recent.add(hash(n), n);
      for (const back of [n, Math.max(1, n - 99)]) expect(recent.has(hash(back), 0)).toBe(true);
    }
    expect(recent.has(hash(700), 0)).toBe(false);
  });

  it("uses the latest time of repeated content, and drops hashes after two windows", () => {
    const recent = loadRecentContent(fixture.sqlite);
    recent.add(hash(1), 1_000);
    recent.add(hash(1), 500_000);
    recent.add(hash(2), 600_000);
    expect([recent.has(hash(1), 499_999), recent.has(hash(1), 500_000)]).toEqual([true, false]);

    recent.add(hash(3), 1_300_000);
    expect(recent.has(hash(2), 0)).toBe(true);
    recent.add(hash(4), 2_000_000);
    expect([recent.has(hash(2), 0), recent.has(hash(3), 0)]).toEqual([false, true]);
  });

  it("distinguishes a hundred thousand hashes", () => {
    const recent = loadRecentContent(fixture.sqlite);
    for (let n = 0; n < 100_000; n++) recent.add(hash(n * 2), n + 1);

    const wrong: number[] = [];
    for (let n = 0; n < 200_000; n++) {
      if (recent.has(hash(n), 0) !== (n % 2 === 0)) wrong.push(n);
    }

    expect(wrong).toEqual([]);
  });

  it("is unchanged after an addition is undone", () => {
    const recent = loadRecentContent(fixture.sqlite);
    recent.add(hash(1), 1_000);
    const before = [recent.add(hash(1), 2_000), recent.add(hash(2), 2_000)] as const;

    recent.restore(hash(1), before[0]);
    recent.restore(hash(2), before[1]);

    expect([recent.has(hash(1), 999), recent.has(hash(1), 1_000)]).toEqual([true, false]);
    expect(recent.has(hash(2), 0)).toBe(false);
  });
});
