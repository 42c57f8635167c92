/** Connects the alerts with the store, and with the disks of this machine. */
import type { FileQuota } from "../attachments/file-quota.ts";
import { freeBytes } from "../attachments/free-disk.ts";
import { type AlertWatch, createAlertWatch } from "../alerts/alert-watch.ts";
import type { ComposeAlert } from "../alerts/messages.ts";
import type { AttachmentsConfig, Config } from "../config/config.ts";
import type { Ids } from "../domain/ids.ts";
import type { Clock } from "../platform/clock.ts";
import type { ClockWatch } from "../platform/clock-watch.ts";
import type { Log } from "../platform/log.ts";
import type { Store } from "../store/store.ts";

export type AlertsConfig = Pick<Config, "dataDir" | "attachments" | "fileQuotas">;

/** Of a server whose files are in a bucket: the default of INTRAY_MIN_FREE_DISK. */
const MIN_FREE_BYTES = 256 * 1_024 * 1_024;

export function createAlerts({
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
