// A clock that is set ahead or back neither sends digests in a burst nor leaves out what was posted.
import { useEach } from "../../../../test/harness/use.ts";
import { DAILY_TO_ADA, digestQueue, queuedDigests } from "../../test/mail/digests.ts";
import { openJobFixture } from "../../test/job-fixture.ts";
import { changeForm, type Fixture, newSubmission } from "../../test/fixture.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.parse("2026-03-22T06:00Z");
const DUE = Date.parse("2026-03-22T08:00Z");

let fixture: Fixture;
let first: number;
const jobs = useEach(openJobFixture);
beforeEach(async () => {
  ({ fixture } = jobs);
  jobs.clock.advanceTo(START);
  await changeForm(fixture, { ...DAILY_TO_ADA, now: START });
  first = (await fixture.accept(newSubmission(1, { now: START }))).id;
  await run();
});

const run = () => digestQueue(jobs.parts).queueDue(5);
/** Runs the job every half hour. */
async function pass(hours: number): Promise<void> {
  for (let half = 0; half < 2 * hours; half += 1) {
    jobs.clock.advance(HOUR_MS / 2);
    await run();
  }
}
const digests = async () =>
  (await queuedDigests(fixture)).map(({ created_at, ham }) => ({ at: created_at, ham }));

describe("a clock that is set ahead by 40 days", () => {
  it("sends nothing as long as the time is in doubt, and is right again within the hour", async () => {
    jobs.clock.stepWall(40 * DAY_MS);
    const ahead = await run();
    jobs.clock.advance(HOUR_MS / 4);
    await run();
    jobs.clock.stepWall(-40 * DAY_MS);
    const back = await run();
    const before = await digests();
    await pass(26);

    expect([ahead, back]).toEqual(["paused", "paused"]);
    expect(before).toEqual([]);
    expect(await digests()).toEqual([{ at: DUE + HOUR_MS / 4, ham: [first] }]);
  });

  it("sends one digest for all days once the time is believed, and on time when it is right again", async () => {
    jobs.clock.stepWall(40 * DAY_MS);
    await pass(3);
    const ahead = await digests();
    jobs.clock.stepWall(-40 * DAY_MS);
    await pass(1.5);
    const now = jobs.clock.now();
    const second = (await fixture.accept(newSubmission(2, { now }))).id;
    await pass(48);

    expect(ahead).toEqual([{ at: START + 40 * DAY_MS + 1.5 * HOUR_MS, ham: [first] }]);
    expect((await digests()).slice(1)).toEqual([{ at: DUE + DAY_MS, ham: [second] }]);
  });
});

it("a clock that is set back by a day neither repeats a digest nor leaves one out", async () => {
  await pass(3);
  jobs.clock.stepWall(-DAY_MS);
  await pass(2);
  const second = (await fixture.accept(newSubmission(2, { now: jobs.clock.now() }))).id;
  await pass(30);

  expect((await digests()).map(({ ham }) => ham)).toEqual([[first], [second]]);
});
