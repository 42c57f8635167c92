import { recoverLeases } from "./delivery-leases.ts";
import { lostLeases } from "../../../test/store/outcomes.ts";
import { addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";

const NOW = 1_000_000;

describe("lost leases", () => {
  const fixture = useFixture();
  beforeEach(() => addWebhook(fixture));

  /** The state after a claim whose lease expires at `lease_expires_at`. */
  const leaseAll = (lease_expires_at: number) =>
    fixture.db
      .updateTable("delivery")
      .set((old) => ({
        state: "delivering",
        next_attempt_at: null,
        lease_token: "lost",
        lease_expires_at,
        claims: old("claims", "+", 1),
      }))
      .where("state", "=", "queued")
      .execute();
  const recover = (now: number, limit = 10) => {
    const quarantineDelaysMs = [20_000, 40_000, 80_000];
    return recoverLeases(fixture.db, lostLeases({ now, limit, quarantineDelaysMs }));
  };
  const delivery = () =>
    fixture.row("delivery", [
      "state",
      "reason",
      "lost_workers",
      "attempts_made",
      "next_attempt_at",
      "finished_at",
    ]);

  it("are recovered once they expire, up to a limit", async () => {
    for (let n = 1; n <= 3; n++) await fixture.accept(newSubmission(n));
    await leaseAll(NOW);

    const taken = [await recover(NOW - 1), await recover(NOW, 2), await recover(NOW, 2)];

    expect(taken).toEqual([0, 2, 1]);
    expect(await recover(NOW)).toBe(0);
  });

  it("delay the delivery from the third on, and fail it as poison at the sixth, without a counted attempt", async () => {
    await fixture.accept(newSubmission(1));
    const seen = [];

    for (let loss = 1; loss <= 6; loss++) {
      await leaseAll(NOW);
      await recover(NOW);
      seen.push(await delivery());
    }

    const queued = { state: "queued", reason: null, attempts_made: 0, finished_at: null };
    expect(seen).toEqual([
      { ...queued, lost_workers: 1, next_attempt_at: NOW },
      { ...queued, lost_workers: 2, next_attempt_at: NOW },
      { ...queued, lost_workers: 3, next_attempt_at: NOW + 20_000 },
      { ...queued, lost_workers: 4, next_attempt_at: NOW + 40_000 },
      { ...queued, lost_workers: 5, next_attempt_at: NOW + 80_000 },
      {
        state: "exhausted",
        reason: "poison",
        attempts_made: 0,
        finished_at: NOW,
        lost_workers: 6,
        next_attempt_at: null,
      },
    ]);
  });

  it("are each logged as an attempt", async () => {
    await fixture.accept(newSubmission(1));
    for (let loss = 1; loss <= 2; loss++) {
      await leaseAll(NOW);
      await recover(NOW + loss);
    }

    const attempts = await fixture.rows("attempt", [
      "number",
      "outcome",
      "error_code",
      "started_at",
      "next_attempt_at",
    ]);

    const lost = { outcome: "worker_lost", error_code: "worker_lost" };
    expect(attempts).toEqual([
      { number: 1, ...lost, started_at: NOW + 1, next_attempt_at: NOW + 1 },
      { number: 2, ...lost, started_at: NOW + 2, next_attempt_at: NOW + 2 },
    ]);
  });
});
