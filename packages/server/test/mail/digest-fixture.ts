/** Form 1 with the recipient ada@example.org on a real store, and a clock that the test moves. */
import type { FormChange } from "../../src/domain/form.ts";
import { openJobFixture } from "../job-fixture.ts";
import { changeForm, newSubmission } from "../fixture.ts";
import { digestQueue, queuedDigests } from "./digests.ts";

/** The time at which the clock starts: a Sunday. */
export const START = Date.parse("2026-03-22T06:00Z");

export async function openDigestFixture() {
  const jobs = await openJobFixture();
  const { fixture, clock } = jobs;
  let posts = 0;
  clock.advanceTo(START);

  const change = (settings: FormChange) => changeForm(fixture, { ...settings, now: clock.now() });
  await change({ notification_emails: "ada@example.org" });
  return {
    ...jobs,
    change,
    /** Changes the schedule to every day at 8:00, in UTC unless the settings say otherwise. */
    daily: (settings: FormChange = {}) => change({ notification_schedule: "daily", ...settings }),
    /** Returns the id of a new submission. */
    async post(over: Parameters<typeof newSubmission>[1] = {}): Promise<number> {
      posts += 1;
      return (await fixture.accept(newSubmission(posts, { now: clock.now(), ...over }))).id;
    },
    /** Runs the job at a time as often as it has something to do. */
    async runAt(at: string | number): Promise<void> {
      clock.advanceTo(typeof at === "number" ? at : Date.parse(at));
      const queue = digestQueue(jobs.parts);
      while ((await queue.queueDue(2)) === "more");
    },
    digests: async () =>
      (await queuedDigests(fixture)).map(({ created_at, ham, spam }) => ({
        at: new Date(created_at).toISOString().slice(0, 16),
        ham,
        spam,
      })),
    /** The row of the table `digest`. */
    mark: () => fixture.db.selectFrom("digest").selectAll().executeTakeFirst(),
  };
}
