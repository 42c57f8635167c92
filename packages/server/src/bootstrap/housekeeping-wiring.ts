/** Connects the housekeeper, the watch for alerts and the looks at pages with the store, the files and the watch of the clock. */
import { type AlertWatch, createAlertWatch } from "../alerts/alert-watch.ts";
import type { FileQuota } from "../attachments/file-quota.ts";
import { freeBytes } from "../attachments/free-disk.ts";
import type { Config } from "../config/config.ts";
import { createDigestQueue } from "../digests/queue-digests.ts";
import { createHousekeeper } from "../housekeeping/housekeeper.ts";
import { type JobParts, createJobs } from "../housekeeping/jobs.ts";
import { createLateDeliveries } from "../outbox/late-deliveries.ts";
import { createPageLooks } from "../page-looks/page-looks.ts";
import type { Foundation } from "./foundation.ts";
import type { Outbox } from "./outbox-wiring.ts";

interface HousekeepingParts extends Pick<JobParts, "tidyFirstStart" | "askRecipients"> {
  readonly outbox: Outbox;
  readonly fileQuota: FileQuota;
}

export function createHousekeeping(
  config: Config,
  foundation: Foundation,
  { outbox, fileQuota, tidyFirstStart, askRecipients }: HousekeepingParts,
) {
  const { store, clock, clockWatch, ids, files, metrics, quietLog: log } = foundation;
  const { digestRenderer: renderer } = outbox;
  const lateDeliveries = createLateDeliveries(store, clock, config.retryScheduleMs);
  const digests = renderer && createDigestQueue({ store, clockWatch, ids, log, renderer });
  const jobs = createJobs({
    store,
    clockWatch,
    tidyFirstStart,
    askRecipients,
    removeDeleted: files.removeDeleted,
    sweepOrphans: files.sweepOrphans,
    pullInDeliveries: (limit) => lateDeliveries.pullIn(limit),
    queueDigests: digests?.queueDue,
    spamDays: config.spamDays,
    trashDays: config.trashDays,
    logDays: config.logDays,
    auditDays: config.auditDays,
  });
  const housekeeper = createHousekeeper({
    jobs,
    clock,
    log,
    postsSoFar: metrics.postsSoFar,
    leased: () => outbox.leased(),
  });
  const { loadDispatcher } = outbox;
  const pageLooks = createPageLooks({ store, clock, log, loadDispatcher });
  const alerts = createAlerts(config, foundation, { outbox, fileQuota });
  return {
    /** @throws Error if the database does not answer. */
    async start() {
      const { rowAt } = await store.reads.newestTimes({});
      clockWatch.compareAtStart(rowAt);
      housekeeper.start();
      alerts.start();
      pageLooks.start();
    },
    async stop() {
      await Promise.all([housekeeper.stop(), alerts.stop(), pageLooks.stop()]);
    },
  };
}

function createAlerts(
  { dataDir, attachments, fileQuotas, minFreeDisk: minFreeBytes }: Config,
  { store, clock, clockWatch, ids, quietLog: log }: Foundation,
  { outbox, fileQuota }: Pick<HousekeepingParts, "outbox" | "fileQuota">,
): AlertWatch {
  const folders = attachments.kind === "disk" ? [dataDir, attachments.folder] : [dataDir];
  return createAlertWatch({
    store,
    clock,
    clockWatch,
    ids,
    log,
    compose: outbox.alertFor,
    formsAbove: (share) => fileQuota.formsAbove(share),
    quotaBytes: fileQuotas.accountBytes,
    formQuotaBytes: fileQuotas.formBytes,
    async readDisk() {
      const free = await Promise.all(folders.map(freeBytes));
      return { freeBytes: Math.min(...free), minFreeBytes };
    },
  });
}
