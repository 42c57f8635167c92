import { useEach } from "../../../../test/harness/use.ts";
import { addWebhook, newSubmission } from "../../test/fixture.ts";
import { NOW, openJobFixture } from "../../test/job-fixture.ts";
import { nextDelayMs } from "./backoff.ts";
import { createLateDeliveries } from "./late-deliveries.ts";

const HOUR_MS = 3_600_000;
const RETRIES = 15;

const jobs = useEach(openJobFixture);
beforeEach(() => addWebhook(jobs.fixture));

async function queue(deliveries: readonly { readonly made: number; readonly dueAt: number }[]) {
  for (const [n, { made, dueAt }] of deliveries.entries()) {
    const { id } = await jobs.fixture.accept(newSubmission(n + 1, { now: NOW }));
    const columns = { claims: made, attempts_made: made, next_attempt_at: dueAt };
    await jobs.fixture.update("delivery", columns, { submission_id: id });
  }
}
const dueTimes = async () => {
  const rows = await jobs.fixture.rows("delivery", ["next_attempt_at"]);
  return rows.map(({ next_attempt_at }) => next_attempt_at);
};
const create = (schedule?: readonly number[]) =>
  createLateDeliveries(jobs.parts.store, jobs.clock, schedule);

it("are due by their schedule from now, page by page", async () => {
  await queue([
    { made: 0, dueAt: NOW + HOUR_MS },
    { made: 0, dueAt: NOW + 30_000 },
    { made: 1, dueAt: NOW + 2 * HOUR_MS },
    { made: 11, dueAt: NOW + 4 * HOUR_MS },
    { made: 11, dueAt: NOW + 40 * 24 * HOUR_MS },
  ]);
  const late = create();

  const counts = [];
  for (let hasMore = true; hasMore;) {
    const page = await late.pullIn(2);
    counts.push(page.count);
    ({ hasMore } = page);
  }

  expect(counts).toEqual([1, 2, 0]);
  expect(await dueTimes()).toEqual([
    NOW,
    NOW + 30_000,
    NOW + 20_000,
    NOW + 4 * HOUR_MS,
    NOW + 4 * HOUR_MS,
  ]);
});

it("are found in the queues of all webhooks", async () => {
  await addWebhook(jobs.fixture);
  await addWebhook(jobs.fixture);
  await queue([
    { made: 0, dueAt: NOW + HOUR_MS },
    { made: 0, dueAt: NOW + HOUR_MS },
  ]);
  const late = create();

  while ((await late.pullIn(1)).hasMore);

  expect(await dueTimes()).toEqual(Array.from({ length: 6 }, () => NOW));
});

it("are found with a custom schedule", async () => {
  await queue([
    { made: 1, dueAt: NOW + HOUR_MS },
    { made: 2, dueAt: NOW + HOUR_MS },
  ]);

  const { count } = await create([5_000, HOUR_MS]).pullIn(10);

  expect(count).toBe(0);
  expect(await create([5_000, 6_000]).pullIn(10)).toEqual({ count: 2, hasMore: false });
  expect(await dueTimes()).toEqual([NOW + 5_000, NOW + 6_000]);
});

it("do not include those that wait for a lead score", async () => {
  await queue([
    { made: 0, dueAt: NOW + 600_000 },
    { made: 0, dueAt: NOW + 600_000 },
  ]);
  const lead = { score: null, score_reasoning: null, score_location_info: null };
  const lease = { lease_token: null, lease_expires_at: null };
  const pending = { submission_id: 2, next_try_at: NOW, created_at: NOW, scored_at: null };
  await jobs.fixture.insert("lead_score", { ...lead, ...lease, ...pending });

  await create().pullIn(10);

  expect(await dueTimes()).toEqual([NOW, NOW + 600_000]);
});

it("do not include the longest delay that any failure can cause", async () => {
  const failure = { ageMs: 0, jitter: 0.999_999, retryAfterMs: 30 * HOUR_MS, isPressed: true };
  await queue(
    Array.from({ length: RETRIES }, (_, n) => ({
      made: n + 1,
      dueAt: NOW + (nextDelayMs({ ...failure, attemptsMade: n + 1 }, undefined) ?? 0),
    })),
  );

  expect(await create().pullIn(100)).toEqual({ count: 0, hasMore: false });
});
