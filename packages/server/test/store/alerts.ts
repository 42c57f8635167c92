/** For tests of alerts: watches of several processes on one database, with clocks that the test moves. */
import type { Updateable } from "kysely";
import { type AlertWatch, createAlertWatch } from "../../src/alerts/alert-watch.ts";
import type { ComposeAlert } from "../../src/alerts/messages.ts";
import type { ServerFacts } from "../../src/alerts/conditions.ts";
import type { AlertKind, AlertResolution } from "../../src/domain/alerts/alert.ts";
import { createIds } from "../../src/domain/ids.ts";
import { createClockWatch } from "../../src/platform/clock-watch.ts";
import { silentLog } from "../../src/platform/log.ts";
import { systemRandom } from "../../src/platform/random.ts";
import type { Schema } from "../../src/store/engine/schema.ts";
import type { Store } from "../../src/store/store.ts";
import { createFakeClock, type FakeClock } from "../fake-clock.ts";
import { isOnPostgres } from "../database.ts";
import { openPeerStores } from "../peer-stores.ts";
import { addWebhook } from "../fixture.ts";

/** The time at which the clocks start. */
export const NOW = 1_800_000_000_000;
export const MINUTE_MS = 60_000;

interface WatchedProcess extends AlertWatch {
  readonly store: Store;
  readonly clock: FakeClock;
  /** What this process sees of its disk; enough space at first. */
  disk: ServerFacts["disk"];
  formsNearQuota: readonly number[];
  /** The alerts of account 1, open and resolved. */
  alerts(): Promise<(readonly [AlertKind, subject_id: number, AlertResolution | null])[]>;
}

export async function openAlertHarness() {
  const peers = await openPeerStores();
  const { fixture } = peers;
  let shared: Promise<Store> | undefined;
  return {
    fixture,
    change: (id: number, to: Updateable<Schema["webhook"]>) =>
      fixture.update("webhook", to, { id }),
    /** As of another process. On SQLite, where only one works on a database, it shares the store. */
    async open({
      quotaBytes,
      formQuotaBytes,
      compose,
    }: { quotaBytes?: number; formQuotaBytes?: number; compose?: ComposeAlert } = {}) {
      const store = await (isOnPostgres ? peers.open() : (shared ??= peers.open()));
      const clock = createFakeClock(NOW);
      const process: WatchedProcess = {
        store,
        clock,
        disk: { freeBytes: 1_000, minFreeBytes: 10 },
        formsNearQuota: [],
        async alerts() {
          const all = await store.reads.listAlerts({ account_id: 1, resolved: 50 });
          return all.map(({ kind, subject_id, resolution }) => [kind, subject_id, resolution]);
        },
        ...createAlertWatch({
          store,
          clock,
          clockWatch: createClockWatch(clock, silentLog),
          ids: createIds(systemRandom),
          log: silentLog,
          readDisk: () => Promise.resolve(process.disk),
          quotaBytes,
          formQuotaBytes,
          formsAbove: () => process.formsNearQuota,
          compose,
        }),
      };
      return process;
    },
    /** Adds a webhook to form 1. */
    webhook: (over?: Parameters<typeof addWebhook>[1]) => addWebhook(fixture, over),
    close: () => peers.close(),
  };
}
