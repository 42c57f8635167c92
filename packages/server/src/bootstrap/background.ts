/** Creates what works beside requests: outbox, housekeeping, lead scoring, the classifiers and the limits of load. */
import { createFileQuota, type FileQuota } from "../attachments/file-quota.ts";
import type { Housekeeping } from "./housekeeping-wiring.ts";
import type { Scorer } from "../leads/scorer.ts";
import type { AkismetCorrections } from "../spam/akismet-corrections.ts";
import { type Classifiers, createClassifiers } from "../spam/classifiers.ts";
import type { ExternalServices } from "../spam/external-services.ts";
import { readFileBytes } from "./files-wiring.ts";
import { prepareFirstStart } from "./first-start.ts";
import { type FirstStartFile, firstStartFile } from "./first-start-file.ts";
import type { Foundation, ServerOptions, Undo } from "./foundation.ts";
import { createHousekeeping } from "./housekeeping-wiring.ts";
import { createLeadScorer } from "./leads-wiring.ts";
import { createLoadLimits, type LoadLimits } from "./load-limits.ts";
import { openOutbox, type Outbox } from "./outbox-wiring.ts";
import { createRecipients, type Recipients } from "./recipients-wiring.ts";
import { akismetCorrectionsOf, externalServicesOf } from "./spam-wiring.ts";

export interface Background {
  readonly introduction: FirstStartFile;
  /** Writes the instructions for the owner and returns them; `undefined` if this is not the first start. */
  readonly finishFirstStart: ((url: string) => Promise<string>) | undefined;
  readonly classifiers: Classifiers;
  readonly outbox: Outbox;
  readonly fileQuota: FileQuota;
  readonly mail: Recipients;
  readonly housekeeper: Housekeeping;
  readonly scorer: Scorer;
  readonly limits: LoadLimits;
  readonly externalServices: ExternalServices;
  readonly corrections: AkismetCorrections;
}

export async function openBackground(
  { config, random, log }: ServerOptions,
  foundation: Foundation,
  undo: Undo,
): Promise<Background> {
  const { store, clock, machineClock, clockWatch, ids, files, quietLog, metrics } = foundation;
  const publicUrl = () => foundation.address.publicUrl;
  const introduction = firstStartFile({
    dataDir: config.dataDir,
    clock,
    log,
    hasSession: () => store.reads.hasSession({}),
  });
  const { bootstrapAccountKey, admin } = config;
  const firstStart = { store, clock, ids, random, file: introduction, bootstrapAccountKey, admin };
  const finishFirstStart = await prepareFirstStart(firstStart);
  const classifiers = createClassifiers(
    {
      list: (limit) => store.reads.listTrainedAccounts({ limit }),
      read: (account_id, known) => store.reads.readTrainedModel({ account_id, known }),
    },
    clock,
    quietLog,
  );
  await classifiers.load();
  const outbox = await openOutbox({
    config,
    store,
    clock,
    random,
    ids,
    log: quietLog,
    metrics,
    installation: foundation.installation,
    clockWatch,
    publicUrl,
    readFile: (key) => files.storage.read(key),
    ownPort: () => foundation.address.port,
  });
  foundation.due.wake = () => outbox.wake();
  undo.push(() => outbox.stop({ atOnce: true }));
  const fileQuota = createFileQuota({
    quotas: config.fileQuotas,
    readBytes: readFileBytes(store),
    clock: machineClock,
    log,
  });
  const compose = outbox.confirmationFor;
  const mail = createRecipients({ config, store, clock, ids, log: quietLog, compose });
  const housekeeper = createHousekeeping({
    config,
    store,
    files,
    tidyFirstStart: introduction.tidy,
    askRecipients: mail.askRecipients,
    digestRenderer: outbox.digestRenderer,
    clock,
    ids,
    compose: outbox.alertFor,
    clockWatch,
    log: quietLog,
    formsAbove: (share) => fileQuota.formsAbove(share),
    postsSoFar: metrics.postsSoFar,
    leased: () => outbox.leased(),
  });
  undo.push(() => housekeeper.stop());
  metrics.watch(outbox);
  metrics.watchClock(clockWatch);
  metrics.watchQuota(() => fileQuota.highestShare());
  const onDue = () => outbox.wake();
  const scorer = createLeadScorer({ config, store, clock, ids, log: quietLog, onDue });
  undo.push(() => scorer.stop());
  const externalServices = externalServicesOf(config, { clock, log, publicUrl });
  const corrections = akismetCorrectionsOf(store, externalServices);
  undo.push(() => corrections.stop());
  return {
    introduction,
    finishFirstStart,
    classifiers,
    outbox,
    fileQuota,
    mail,
    housekeeper,
    scorer,
    limits: createLoadLimits({ config, clock: machineClock, ids, log }),
    externalServices,
    corrections,
  };
}
