/** The dependencies of housekeeping jobs for a test: a real store, a real folder, and a clock that the test moves. */
import { DESTINATION_KINDS, type DestinationKind } from "../src/domain/delivery/destination.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFiles } from "../src/bootstrap/files-wiring.ts";
import { createIds } from "../src/domain/ids.ts";
import { DAY_MS, type Job, type JobParts } from "../src/housekeeping/jobs.ts";
import { createLateDeliveries } from "../src/outbox/late-deliveries.ts";
import { createClockWatch } from "../src/platform/clock-watch.ts";
import { silentLog } from "../src/platform/log.ts";
import { systemRandom } from "../src/platform/random.ts";
import { filesIn } from "./disk.ts";
import { createFakeClock } from "./fake-clock.ts";
import { type Fixture, openFixture } from "./fixture.ts";
import { openTestStore } from "./store/test-store.ts";

/** The time at which the clock starts. */
export const NOW = 100 * DAY_MS;

/** @param sendable The kinds of destinations that the store's server can send to. */
export async function openJobFixture({
  sendable = DESTINATION_KINDS,
}: { readonly sendable?: readonly DestinationKind[] } = {}) {
  const fixture = await openFixture();
  const clock = createFakeClock(NOW);
  const folder = await mkdtemp(join(tmpdir(), "intray-housekeeping-"));
  const store = await openTestStore(fixture.database, { sendable });
  const files = await openFiles({
    config: { attachments: { kind: "disk", folder }, minFreeDisk: 0, database: fixture.database },
    store,
    clock,
    ids: createIds(systemRandom),
    log: silentLog,
  });
  const { removeDeleted, sweepOrphans } = files;
  const lateDeliveries = createLateDeliveries(store, clock, undefined);
  /** Spam, trash and logs are kept for 30 days, audit entries for 400. */
  const parts: JobParts = {
    store,
    removeDeleted,
    sweepOrphans,
    tidyFirstStart: () => Promise.resolve(),
    askRecipients: () => Promise.resolve("done"),
    clockWatch: createClockWatch(clock, silentLog),
    pullInDeliveries: (limit) => lateDeliveries.pullIn(limit),
    queueDigests: undefined,
    spamDays: 30,
    trashDays: 30,
    logDays: 30,
    auditDays: 400,
  };
  return {
    fixture,
    clock,
    files,
    parts,
    countFiles: () => filesIn(folder).length,
    async close() {
      files.close();
      await store.close();
      await fixture.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs batches until the job is done, and returns their number. */
export async function runToEnd(job: Job, limit = 7): Promise<number> {
  for (let batches = 1; ; batches++) if ((await job.run(limit)) === "done") return batches;
}

/** Inserts a delivery: queued, or finished 40 days ago. Returns its id. */
export async function insertDelivery(
  fixture: Fixture,
  submission_id: number,
  state: "queued" | "succeeded",
): Promise<number> {
  const finished = { claims: 1, next_attempt_at: null, finished_at: NOW - 40 * DAY_MS };
  const columns = { submission_id, state, ...(state === "queued" ? {} : finished) };
  return (await fixture.insert("delivery", columns)).id;
}
