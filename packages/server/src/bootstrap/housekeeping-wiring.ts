/** Connects the housekeeper with the store, the files and the watch of the clock. */
import type { ComposeAlert } from "../alerts/messages.ts";
import type { FileQuota } from "../attachments/file-quota.ts";
import type { AttachmentsConfig, Config } from "../config/config.ts";
import { type DigestRenderer, createDigestQueue } from "../digests/queue-digests.ts";
import { createHousekeeper } from "../housekeeping/housekeeper.ts";
import { type JobParts, createJobs } from "../housekeeping/jobs.ts";
import type { ClockWatch } from "../platform/clock-watch.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Ids } from "../domain/ids.ts";
import { createLateDeliveries } from "../outbox/late-deliveries.ts";
import type { Store } from "../store/store.ts";
import type { Files } from "./files-wiring.ts";
import { freeBytes } from "../attachments/free-disk.ts";
import { type AlertWatch, createAlertWatch } from "../alerts/alert-watch.ts";

export interface Housekeeping {
  /** @throws Error if the database does not answer. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createHousekeeping({
  config,
  store,
  files,
  tidyFirstStart,
  askRecipients,
  digestRenderer,
  clock,
  ids,
  compose,
  clockWatch,
  log,
  formsAbove,
  postsSoFar,
  leased,
}: {
  readonly config: Pick<Config, "spamDays" | "trashDays" | "logDays" | "retryScheduleMs"> &
    AlertsConfig;
  readonly store: Pick<Store, "reads" | "writes">;
  readonly files: Pick<Files, "removeDeleted" | "sweepOrphans">;
  readonly tidyFirstStart: JobParts["tidyFirstStart"];
  readonly askRecipients: JobParts["askRecipients"];
  /** `undefined` if no e-mail can be sent. */
  readonly digestRenderer: DigestRenderer | undefined;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "uid">;
  /** Makes the e-mail about an alert; `undefined` = e-mail is not set up. */
  readonly compose: ComposeAlert | undefined;
  readonly clockWatch: ClockWatch;
  readonly log: Log;
  readonly formsAbove: FileQuota["formsAbove"];
  /** The number of posts that this process has stored. */
  readonly postsSoFar: () => number;
  /** The number of deliveries that this process is sending. */
  readonly leased: () => number;
}): Housekeeping {
  const { removeDeleted, sweepOrphans } = files;
  const { spamDays, trashDays, logDays, retryScheduleMs } = config;
  const lateDeliveries = createLateDeliveries(store, clock, retryScheduleMs);
  const digests =
    digestRenderer && createDigestQueue({ store, clockWatch, ids, log, renderer: digestRenderer });
  const jobs = createJobs({
    store,
    removeDeleted,
    sweepOrphans,
    tidyFirstStart,
    askRecipients,
    clockWatch,
    pullInDeliveries: (limit) => lateDeliveries.pullIn(limit),
    queueDigests: digests?.queueDue,
    spamDays,
    trashDays,
    logDays,
  });
  const housekeeper = createHousekeeper({ jobs, clock, log, postsSoFar, leased });
  const alerts = createAlerts({
    config,
    store,
    clock,
    clockWatch,
    ids,
    log,
    compose,
    formsAbove,
  });
  return {
    async start() {
      const { row_at } = await store.reads.newestTimes({});
      clockWatch.compareAtStart(row_at);
      housekeeper.start();
      alerts.start();
    },
    async stop() {
      await Promise.all([housekeeper.stop(), alerts.stop()]);
    },
  };
}

type AlertsConfig = Pick<Config, "dataDir" | "attachments" | "fileQuotas">;

/** Of a server whose files are in a bucket: the default of INTRAY_MIN_FREE_DISK. */
const MIN_FREE_BYTES = 256 * 1_024 * 1_024;

function createAlerts({
  config: { dataDir, attachments, fileQuotas },
  ...parts
}: {
  readonly config: AlertsConfig;
  readonly store: Pick<Store, "reads" | "writes">;
  readonly clock: Clock;
  readonly clockWatch: Pick<ClockWatch, "deletionTime">;
  readonly ids: Pick<Ids, "uid">;
  readonly log: Log;
  readonly compose: ComposeAlert | undefined;
  readonly formsAbove: FileQuota["formsAbove"];
}): AlertWatch {
  const { folders, minFreeBytes } = watchedDisks(dataDir, attachments);
  return createAlertWatch({
    ...parts,
    quotaBytes: fileQuotas.accountBytes,
    formQuotaBytes: fileQuotas.formBytes,
    async readDisk() {
      const free = await Promise.all(folders.map(freeBytes));
      return { freeBytes: Math.min(...free), minFreeBytes };
    },
  });
}

const watchedDisks = (dataDir: string, attachments: AttachmentsConfig) =>
  attachments.kind === "disk"
    ? { folders: [dataDir, attachments.folder], minFreeBytes: attachments.minFreeBytes }
    : { folders: [dataDir], minFreeBytes: MIN_FREE_BYTES };
