import { useEach } from "../../../../test/harness/use.ts";
import { completion, openModelEndpoint } from "../../test/model-endpoint.ts";
import { addWebhook, newSubmission, useFixture } from "../../test/fixture.ts";
import { createFakeClock, type FakeClock } from "../../test/fake-clock.ts";
import { openTestStore } from "../../test/store/test-store.ts";
import { systemRandom } from "../platform/random.ts";
import { createIds } from "../domain/ids.ts";
import { silentLog } from "../platform/log.ts";
import { getSubmissions } from "../store/submissions/submissions.ts";
import { type Store } from "../store/store.ts";
import { openModel } from "./model.ts";
import { createScorer, type Scorer } from "./scorer.ts";

const WAIT_MS = 30_000;
const HOUR_MS = 3_600_000;
const LOW = { score: 5, score_reasoning: "So." };
const PENDING = { score: null, score_reasoning: null, score_location_info: null };

let clock: FakeClock;
let store: Store;
let scorer: Scorer;
let due: number;
const fixture = useFixture();
const endpoint = useEach(openModelEndpoint);
beforeEach(async () => {
  clock = createFakeClock(0);
  clock.advance(1_000_000);
  due = 0;
  store = await openTestStore(fixture.database, { clock });
  await scoring({ enabled: true, provider: "http", instructions: "Bakeries only." });
});
afterEach(async () => {
  await scorer.stop();
  await store.close();
});

const scoring = (settings: object) =>
  fixture.update("form", { settings: JSON.stringify({ lead_scoring: settings }) });
async function start({ hasModel = true } = {}) {
  const url = `${endpoint.url}/chat/completions`;
  const settings = { url, model: "small", apiKey: undefined };
  scorer = createScorer({
    store,
    clock,
    ids: createIds(systemRandom),
    log: silentLog,
    model: hasModel ? openModel(settings, clock, 20_000) : undefined,
    leaseMs: 60_000,
    onDue: () => (due += 1),
  });
  await scorer.start();
}
const accept = (n: number, over = {}) => {
  const lead = { ...PENDING, wait_ms: WAIT_MS };
  return fixture.accept(newSubmission(n, { now: clock.now(), lead, ...over }));
};
const leadOf = async (id: number) => (await getSubmissions(fixture.db, { ids: [id] }))[0]?.lead;
const scored = (id: number) =>
  vi.waitFor(async () => {
    // The test clock does not advance, so the scorer's own timer may never fire.
    scorer.wake();
    const lead = await leadOf(id);
    if (lead == null) throw new Error(`Submission ${id} is not scored.`);
    return lead;
  });
const tried = (times: number) =>
  vi.waitUntil(async () => {
    scorer.wake();
    const row = await fixture.row("lead_score", ["tries", "lease_token"]);
    return row?.tries === times && row.lease_token === null;
  });
const respondWith = (status: number) => {
  endpoint.answer = (response) => void response.writeHead(status).end();
};

describe("the scorer", () => {
  it("calls the model with the form's instructions, and makes the delivery due", async () => {
    await addWebhook(fixture);
    await accept(1);
    clock.advance(5);
    await start();

    expect(await scored(1)).toMatchObject({ score: 77, score_reasoning: "Names a budget." });

    const [request] = endpoint.requests;
    expect(request?.body.messages[0]?.content).toContain("Bakeries only.");
    expect(request?.body.messages[1]?.content).toContain("number 1");
    await vi.waitUntil(() => due === 1);
    const delivery = await fixture.rows("delivery", ["next_attempt_at"]);
    expect(delivery).toEqual([{ next_attempt_at: clock.now() }]);
    const [record] = await getSubmissions(fixture.db, { ids: [1] });
    expect(record).toMatchObject({ updated_at: clock.now() });
  });

  it("scores many leads, at most four at a time", async () => {
    let inFlight = 0;
    let maxInFlight = 0;
    endpoint.answer = (response) => {
      maxInFlight = Math.max(maxInFlight, ++inFlight);
      setImmediate(() => {
        inFlight -= 1;
        response.end(completion(LOW));
      });
    };
    for (let n = 1; n <= 20; n++) await accept(n);
    await start();

    for (let n = 1; n <= 20; n++) await scored(n);

    expect(endpoint.requests).toHaveLength(20);
    expect(maxInFlight).toBeLessThanOrEqual(4);
  });

  it("retries after a failure, and after the fifth try scores by the rules", async () => {
    respondWith(200);
    await accept(1);
    await start();

    for (const [n, delayMs] of [5_000, 20_000, 60_000, 300_000].entries()) {
      await tried(n + 1);
      clock.advance(delayMs);
    }

    const lead = await scored(1);
    expect(lead.score_reasoning).toMatch(/^The model returned no score: .* By rules, from 30:/);
    expect(endpoint.requests).toHaveLength(5);
  });

  it("stops calling a model that is down, and continues when it is back", async () => {
    respondWith(500);
    for (let n = 1; n <= 12; n++) await accept(n);
    await start();
    await vi.waitUntil(() => endpoint.requests.length >= 3);
    await vi.waitUntil(async () => (await leased()) === 0);
    const before = endpoint.requests.length;
    // Four concurrent requests, and one more after each of the two failures before the breaker opens.
    expect(before).toBeLessThanOrEqual(6);

    clock.advance(14_000);
    scorer.wake();
    await vi.waitUntil(async () => (await leased()) === 0);
    expect(endpoint.requests).toHaveLength(before);

    endpoint.answer = (response) => void response.end(completion(LOW));
    clock.advance(60_000);
    for (let n = 1; n <= 12; n++) await scored(n);
  });

  it("scores leads that have waited for an hour by the rules", async () => {
    respondWith(503);
    await accept(1);
    await start();
    await tried(1);
    clock.advance(HOUR_MS);

    expect((await scored(1)).score_reasoning).toMatch(
      /^The model did not respond in time\. By rules/,
    );
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each([
    ["turned scoring off", { enabled: false }, 0],
    ["switched to rules", { enabled: true, provider: "rules" }, 0],
  ])("does not call the model for a form that %s meanwhile", async (_, settings, requests) => {
    await accept(1);
    await scoring(settings);
    await start();

    await vi.waitUntil(async () => (await pending()) === 0);

    expect(endpoint.requests).toHaveLength(requests);
  });

  it("drops leads of submissions that were marked as spam", async () => {
    await accept(1);
    await fixture.update("submission", { spam: 1 });
    await start();

    await vi.waitUntil(async () => (await pending()) === 0);

    expect(await leadOf(1)).toBeNull();
    expect(endpoint.requests).toEqual([]);
  });

  it("scores by the rules if there is no model", async () => {
    await accept(1);
    await start({ hasModel: false });

    expect((await scored(1)).score_reasoning).toMatch(/^By rules/);
  });

  it("releases the leads in flight when it stops, and the next scorer continues", async () => {
    endpoint.answer = () => undefined;
    await accept(1);
    await start();
    await vi.waitUntil(() => endpoint.requests.length === 1);

    await scorer.stop();

    const [row] = await fixture.db.selectFrom("lead_score").selectAll().execute();
    expect(row).toMatchObject({ tries: 0, lease_token: null, score: null });
    endpoint.answer = (response) => void response.end(completion(LOW));
    await start();
    expect(await scored(1)).toMatchObject({ score: 5 });
  });

  it("scores leads whose leases a crash left behind", async () => {
    await accept(1);
    await fixture.update("lead_score", {
      next_try_at: null,
      lease_token: "9.dead",
      lease_expires_at: clock.now() + 60_000,
    });
    await start();
    // On PostgreSQL a process counts as dead after a grace period, and the next sweep takes its leases.
    clock.advance(15_000);

    expect(await scored(1)).toMatchObject({ score: 77 });
  });
});

const pending = async () => (await fixture.rows("lead_score", ["tries"], { score: null })).length;
const leased = async () => {
  const rows = await fixture.rows("lead_score", ["lease_token"]);
  return rows.filter(({ lease_token }) => lease_token !== null).length;
};
