import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addWebhook, newSubmission } from "../../test/store-fixture.ts";
import { type Bench, hang, openBench, START } from "../../test/outbox-bench.ts";

describe("attempts are counted", () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
    await addWebhook(bench.fixture);
  });
  afterEach(() => bench.close());

  const accept = () => bench.fixture.accept(newSubmission(1, { now: START }));

  it("as the log shows them, each once it is stored", async () => {
    await accept();
    const statuses = [500, 429, 200];
    bench.answer = () => bench.answered(statuses.shift() ?? 200);
    await bench.start();

    await bench.until(() => bench.counted.length === 3);

    expect(bench.counted).toEqual([
      { outcome: "failed", error_code: "http_status" },
      { outcome: "failed", error_code: "http_status" },
      { outcome: "succeeded", error_code: null },
    ]);
    const logged = await bench.log();
    expect(bench.counted).toEqual(
      logged.map(({ outcome, error_code }) => ({ outcome, error_code })),
    );
  });

  it("once, even if the first write failed", async () => {
    await accept();
    let refusals = 2;
    bench.beforeWrite = (name) => {
      if (name === "recordOutcomes" && refusals-- > 0) throw new Error("The disk is full.");
    };
    await bench.start();

    await bench.until(() => bench.counted.length > 0);

    expect(bench.counted).toEqual([{ outcome: "succeeded", error_code: null }]);
  });

  it("as stale if their lease was lost meanwhile", async () => {
    await accept();
    bench.beforeWrite = async (name) => {
      if (name !== "recordOutcomes") return;
      await bench.fixture.db.updateTable("delivery").set({ lease_token: "another's" }).execute();
    };
    await bench.start();

    await bench.until(() => bench.counted.length > 0);

    expect(bench.counted).toEqual([{ outcome: "stale", error_code: null }]);
    expect(await bench.log()).toMatchObject([{ outcome: "stale" }]);
  });

  it("as lost if their process died", async () => {
    await accept();
    await bench.fixture.db
      .updateTable("delivery")
      .set({
        state: "delivering",
        next_attempt_at: null,
        lease_token: "dead",
        lease_expires_at: START,
        claims: 1,
      })
      .execute();
    await bench.start();

    await bench.until(() => bench.counted.length === 2);

    expect(bench.counted).toEqual([
      { outcome: "1 lost", error_code: null },
      { outcome: "succeeded", error_code: null },
    ]);
  });

  it("not at all if nothing was sent", async () => {
    await accept();
    await bench.fixture.db.deleteFrom("webhook").execute();
    await bench.start();

    await bench.allAre("canceled");

    expect(bench.counted).toEqual([]);
  });

  it("as aborted if the server stopped them", async () => {
    await accept();
    bench.answer = hang;
    await bench.start();
    await bench.until(() => bench.attempts.length === 1);

    await bench.dispatcher().stop({ atOnce: true });

    expect(bench.counted).toEqual([{ outcome: "aborted", error_code: null }]);
  });
});
