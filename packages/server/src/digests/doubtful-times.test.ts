// A clock that is set ahead or back neither sends digests in a burst nor leaves out what was posted.
import { useEach } from "../../../../test/harness/use.ts";
import { openDigestFixture, START } from "../../test/mail/digest-fixture.ts";
import { digestQueue, queuedDigests } from "../../test/mail/digests.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DUE = Date.parse("2026-03-22T08:00Z");

let first: number;
const form = useEach(openDigestFixture);
beforeEach(async () => {
  await form.daily();
  first = await form.post();
  await run();
});

const run = () => digestQueue(form.parts).queueDue(5);
/** Runs the job every half hour. */
async function pass(hours: number): Promise<void> {
  for (let half = 0; half < 2 * hours; half += 1) {
    form.clock.advance(HOUR_MS / 2);
    await run();
  }
}
const digests = async () =>
  (await queuedDigests(form.fixture)).map(({ created_at, ham }) => ({ at: created_at, ham }));

describe("a clock that is set ahead by 40 days", () => {
  it("sends nothing as long as the time is in doubt, and is right again within the hour", async () => {
    form.clock.stepWall(40 * DAY_MS);
    const ahead = await run();
    form.clock.advance(HOUR_MS / 4);
    await run();
    form.clock.stepWall(-40 * DAY_MS);
    const back = await run();
    const before = await digests();
    await pass(26);

    expect([ahead, back]).toEqual(["paused", "paused"]);
    expect(before).toEqual([]);
    expect(await digests()).toEqual([{ at: DUE + HOUR_MS / 4, ham: [first] }]);
  });

  it("sends one digest for all days once the time is believed, and on time when it is right again", async () => {
    form.clock.stepWall(40 * DAY_MS);
    await pass(3);
    const ahead = await digests();
    form.clock.stepWall(-40 * DAY_MS);
    await pass(1.5);
    const second = await form.post();
    await pass(48);

    expect(ahead).toEqual([{ at: START + 40 * DAY_MS + 1.5 * HOUR_MS, ham: [first] }]);
    expect((await digests()).slice(1)).toEqual([{ at: DUE + DAY_MS, ham: [second] }]);
  });
});

it("a clock that is set back by a day neither repeats a digest nor leaves one out", async () => {
  await pass(3);
  form.clock.stepWall(-DAY_MS);
  await pass(2);
  const second = await form.post();
  await pass(30);

  expect((await digests()).map(({ ham }) => ham)).toEqual([[first], [second]]);
});
