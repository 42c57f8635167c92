import { addWebhook, newSubmission, useFixture, newAttachment } from "../../../test/fixture.ts";
import type { NewLead } from "../submissions/new-submission.ts";
import { leadContents } from "./lead-contents.ts";
import {
  claimLeads,
  nextLeadAt,
  queueLeads,
  recoverLeads,
  recordLeadOutcome,
} from "./lead-scores.ts";
import { getSubmissions, updateSubmission } from "../submissions/submissions.ts";

const NOW = 100_000;
const UNSCORED = { score: null, score_reasoning: null, score_location_info: null };
const PENDING: NewLead = { ...UNSCORED, wait_ms: 30_000 };
const SCORE = { score: 77, score_reasoning: "Why.", score_location_info: null };

const fixture = useFixture();
beforeEach(() => scoring({ enabled: true, provider: "http", delivery_wait_seconds: 20 }));

const scoring = (settings: object) =>
  fixture.update("form", { settings: JSON.stringify({ lead_scoring: settings }) });
const accept = (n: number, lead: NewLead | null = PENDING, over = {}) =>
  fixture.accept(newSubmission(n, { now: NOW, lead, ...over }));
const dueTimes = async () =>
  (await fixture.rows("delivery", ["next_attempt_at"])).map((row) => row.next_attempt_at);
const rows = () =>
  fixture.rows("lead_score", ["submission_id", "score", "tries", "next_try_at", "lease_token"]);
const claim = (over: Partial<Parameters<typeof claimLeads>[1]> = {}) =>
  claimLeads(fixture.db, {
    now: NOW,
    lease_token: "1.t",
    lease_expires_at: NOW + 60_000,
    limit: 10,
    created_before: undefined,
    ...over,
  });
const settle = (over: Partial<Parameters<typeof recordLeadOutcome>[1]> = {}) =>
  recordLeadOutcome(fixture.db, {
    kind: "scored",
    score: SCORE,
    submission_id: 1,
    lease_token: "1.t",
    now: NOW + 5,
    ...over,
  } as Parameters<typeof recordLeadOutcome>[1]);
const leadOf = async (id: number) => (await getSubmissions(fixture.db, { ids: [id] }))[0]?.lead;

describe("a post with a lead", () => {
  it("delays the deliveries of its submission only", async () => {
    await addWebhook(fixture);
    await addWebhook(fixture, { enabled: 0 });
    await Promise.all([accept(1), accept(2, null), accept(3, { ...SCORE, wait_ms: 0 })]);

    expect(await dueTimes()).toEqual([NOW + 30_000, null, NOW, null, NOW, null]);
    expect(await rows()).toMatchObject([
      { submission_id: 1, score: null, next_try_at: NOW },
      { submission_id: 3, score: 77, next_try_at: null },
    ]);
    expect([await leadOf(1), await leadOf(2), await leadOf(3)]).toEqual([null, null, SCORE]);
  });

  it("is not scored if it is a duplicate", async () => {
    await accept(1);
    await accept(2, PENDING, { content_hash: newSubmission(1).content_hash });
    await accept(3, { ...SCORE, wait_ms: 0 }, { content_hash: newSubmission(1).content_hash });

    expect((await rows()).map((row) => row.submission_id)).toEqual([1]);
  });

  it("stores its files", async () => {
    await accept(1, PENDING, { attachments: [newAttachment(1)] });

    const [record] = await getSubmissions(fixture.db, { ids: [1] });

    expect(record).toMatchObject({ lead: null, attachments: [{ name: "a.txt" }] });
  });

  it("has no lead if its form does not score", async () => {
    await accept(1, { ...SCORE, wait_ms: 0 });
    await scoring({ enabled: false });

    expect(await leadOf(1)).toBeUndefined();
  });
});

describe("a claim", () => {
  it("leases due leads once, the longest waiting first", async () => {
    await accept(1);
    await accept(2, PENDING, { now: NOW + 1 });
    await accept(3, PENDING, { now: NOW + 99 });

    expect(await nextLeadAt(fixture.db, {})).toBe(NOW);
    expect(await claim({ limit: 1 })).toEqual([{ submission_id: 1, tries: 0, created_at: NOW }]);
    expect(await claim({ now: NOW + 50 })).toMatchObject([{ submission_id: 2 }]);
    expect(await claim({ now: NOW + 50 })).toEqual([]);
    expect(await nextLeadAt(fixture.db, {})).toBe(NOW + 99);
  });

  it("has no contents if the submission was deleted in the meantime", async () => {
    expect(await leadContents(fixture.db, { ids: [99] })).toEqual([]);
  });

  it("can be limited to old ones", async () => {
    await accept(1);
    await accept(2, PENDING, { now: NOW + 10 });

    expect(await claim({ now: NOW + 20, created_before: NOW + 5 })).toHaveLength(1);
  });
});

describe("an outcome", () => {
  it("does not change deliveries that wait for another reason", async () => {
    await addWebhook(fixture);
    await accept(1);
    await claim();
    await fixture.update("delivery", { claims: 1, next_attempt_at: 900_000 });

    expect(await settle()).toBe(false);

    expect(await dueTimes()).toEqual([900_000]);
  });

  it("changes nothing once the lease is lost", async () => {
    await addWebhook(fixture);
    await accept(1);
    await claim();

    expect(await settle({ lease_token: "2.t" })).toBe(false);
    expect(await settle({ kind: "dropped", lease_token: "2.t" })).toBe(false);

    expect(await dueTimes()).toEqual([NOW + 30_000]);
    expect(await rows()).toMatchObject([{ score: null, lease_token: "1.t" }]);
  });

  it("for a form that no longer scores makes the deliveries due without a score", async () => {
    await addWebhook(fixture);
    await accept(1);
    await claim();

    expect(await settle({ kind: "dropped" })).toBe(true);

    expect(await dueTimes()).toEqual([NOW + 5]);
    expect(await rows()).toEqual([]);
  });
});

it("recovery queues expired leases again, and counts a try", async () => {
  await accept(1);
  await claim({ lease_token: "x" });

  expect(await recoverLeads(fixture.db, { now: NOW + 59_999, isStart: false })).toBe(0);
  expect(await recoverLeads(fixture.db, { now: NOW + 60_000, isStart: false })).toBe(1);

  expect(await rows()).toMatchObject([{ tries: 1, next_try_at: NOW + 60_000 }]);
});

describe("a submission that is marked ham", () => {
  const mark = (spam: boolean) =>
    updateSubmission(fixture.db, { id: 1, account_id: 1, change: { spam }, now: NOW + 7 });

  it("is scored then, and its deliveries wait as long as its form says", async () => {
    await addWebhook(fixture);
    await accept(1, null, { spam: 1 });

    await mark(false);

    expect(await rows()).toMatchObject([{ submission_id: 1, next_try_at: NOW + 7 }]);
    expect(await dueTimes()).toEqual([NOW + 7 + 20_000]);
  });

  it("is not scored twice", async () => {
    await addWebhook(fixture);
    await accept(1, { ...SCORE, wait_ms: 0 });
    await mark(true);

    await mark(false);

    expect(await leadOf(1)).toEqual(SCORE);
    expect(await dueTimes()).toEqual([NOW + 7]);
  });

  it("is not scored if its form does not score", async () => {
    await scoring({ enabled: false });
    await accept(1, null, { spam: 1 });

    await mark(false);
    await queueLeads(fixture.db, { submission_ids: [99], now: NOW });

    expect(await rows()).toEqual([]);
  });
});
