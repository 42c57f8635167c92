/** Creates what works beside requests: outbox, housekeeping, lead scoring, the classifiers and the limits of load. */
import type { ApiParts, KeyRates } from "../api/http/env.ts";
import { freeBytes } from "../attachments/free-disk.ts";
import { createFileQuota, type FileQuota } from "../attachments/file-quota.ts";
import { createOpenBodies, type OpenBodies } from "../bodies/open-bodies.ts";
import { limitUnsent, type UnsentResponses } from "../bodies/unsent-responses.ts";
import type { Config } from "../config/config.ts";
import { lastBackup } from "../config/last-backup.ts";
import type { IntakeParts } from "../intake/accept.ts";
import { openModel } from "../leads/model.ts";
import { createScorer, type Scorer } from "../leads/scorer.ts";
import type { McpSettings } from "../mcp/env.ts";
import { createRateLimit, type RateLimit } from "../platform/rate-limit.ts";
import { type Confirmations, createConfirmations } from "../recipients/confirmations.ts";
import { NOT_SET_UP } from "../recipients/not-set-up.ts";
import { type AkismetCorrections, createAkismetCorrections } from "../spam/akismet.ts";
import { createAltcha } from "../spam/altcha.ts";
import { type Classifiers, createClassifiers } from "../spam/classifiers.ts";
import { createExternalRequest } from "../spam/external-request.ts";
import type { ExternalServices } from "../spam/external-services.ts";
import { createMailDomains } from "../spam/mail-domains.ts";
import { type Connections, limitConnections } from "./connections.ts";
import { readFileBytes } from "./files-wiring.ts";
import { prepareFirstStart, type FirstStartFile, firstStartFile } from "./first-start.ts";
import type { Foundation, ServerOptions, ClosingSteps } from "./foundation.ts";
import { createHousekeeping, type Housekeeping } from "./housekeeping-wiring.ts";
import { openOutbox, type Outbox } from "./outbox-wiring.ts";

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
  options: ServerOptions,
  foundation: Foundation,
  undo: ClosingSteps,
): Promise<Background> {
  const { config, random, log } = options;
  const { store, clock, machineClock, clockWatch, ids, quietLog, metrics } = foundation;
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
  const outbox = await openOutbox(options, foundation);
  foundation.due.wake = () => outbox.wake();
  undo.push(() => outbox.stop({ atOnce: true }));
  const fileQuota = createFileQuota({
    quotas: config.fileQuotas,
    readBytes: readFileBytes(store),
    clock: machineClock,
    log,
  });
  const mail = createRecipients(config, foundation, outbox);
  const housekeeper = createHousekeeping(config, foundation, {
    outbox,
    fileQuota,
    tidyFirstStart: introduction.tidy,
    askRecipients: mail.askRecipients,
  });
  undo.push(() => housekeeper.stop());
  metrics.watch({
    ...outbox,
    clock: machineClock,
    clockWatch,
    openWork: () => store.reads.openWork({}),
    freeBytes: () => freeByDisk(config),
    lastBackupAt: () => {
      const last = lastBackup(config.dataDir);
      return last && Date.parse(last.at);
    },
    highestShare: () => fileQuota.highestShare(),
  });
  const scorer = createLeadScorer(config, foundation, () => outbox.wake());
  undo.push(() => scorer.stop());
  const externalServices: ExternalServices = {
    altcha: createAltcha(clock),
    request: createExternalRequest(clock),
    takesMail: createMailDomains(clock),
    log,
    akismetKey: config.akismetKey,
    publicUrl: () => foundation.address.publicUrl,
  };
  const corrections = createAkismetCorrections(
    {
      changing: (marks) => store.reads.akismetChanges(marks),
      read: (id) => store.reads.readCorrection({ id }),
    },
    externalServices,
  );
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
    limits: createLoadLimits(options, foundation),
    externalServices,
    corrections,
  };
}

async function freeByDisk({
  dataDir,
  attachments,
}: Config): Promise<Readonly<Record<string, number>>> {
  const data = await freeBytes(dataDir);
  return attachments.kind === "disk"
    ? { data, files: await freeBytes(attachments.folder) }
    : { data };
}

/** Requests to links in e-mails per minute and address. Programs that check mails open several at a time. */
const LINKS_PER_MINUTE = 60;

interface Recipients {
  readonly recipients: ApiParts["recipients"];
  readonly linkRate: RateLimit;
  /** Sends a recipient who has unsubscribed the link that subscribes it again. */
  readonly sendSubscribeLink: Confirmations["sendSubscribeLink"];
  /** Asks recipients that were not asked yet to confirm their addresses; for housekeeping. */
  readonly askRecipients: Confirmations["sendDue"];
}

function createRecipients(
  { mail }: Config,
  { store, clock, ids, quietLog }: Foundation,
  { confirmationFor: compose }: Outbox,
): Recipients {
  const mustConfirm = mail?.confirms ?? true;
  const confirmations = createConfirmations({
    store,
    clock,
    ids,
    log: quietLog,
    mustConfirm,
    compose,
  });
  return {
    recipients: {
      mustConfirm,
      notice: mail === undefined ? NOT_SET_UP : null,
      onChanged: () => confirmations.notify(),
      sendConfirmation: (who) => confirmations.sendAgain(who),
    },
    linkRate: createRateLimit(LINKS_PER_MINUTE, clock),
    sendSubscribeLink: (token) => confirmations.sendSubscribeLink(token),
    askRecipients: (limit) => confirmations.sendDue(limit),
  };
}

const LEAD_DEADLINE_MS = 20_000;
const LEAD_LEASE_MS = 60_000;

function createLeadScorer(
  { leads }: Config,
  { store, clock, ids, quietLog: log }: Foundation,
  onDue: () => void,
): Scorer {
  const model = leads && openModel(leads, clock, LEAD_DEADLINE_MS);
  return createScorer({ store, clock, ids, log, onDue, model, leaseMs: LEAD_LEASE_MS });
}

/** Requests with unknown API keys per minute and address. */
const UNKNOWN_KEYS_PER_MINUTE = 60;

/** Everything that limits load: bodies, connections, unread responses, requests per API key and agents. */
interface LoadLimits extends Pick<IntakeParts, "admit"> {
  readonly bodies: OpenBodies;
  readonly unsent: UnsentResponses;
  readonly connections: Connections;
  readonly keyRates: KeyRates;
  readonly mcp: McpSettings;
}

function createLoadLimits(
  { config, log }: ServerOptions,
  { machineClock: clock, ids }: Foundation,
): LoadLimits {
  const connections = limitConnections({
    maxConnections: config.maxConnections,
    hasProxies: config.trustProxy.length > 0,
    clock,
    ids,
  });
  return {
    bodies: createOpenBodies(config.bodies, clock, log),
    connections,
    admit: (incoming) => connections.admit(incoming),
    unsent: limitUnsent(clock, log),
    keyRates: {
      requests: createRateLimit(config.keyRateLimit, clock),
      failures: createRateLimit(UNKNOWN_KEYS_PER_MINUTE, clock),
    },
    mcp: { tools: config.mcp.tools, rate: createRateLimit(config.mcp.rateLimit, clock) },
  };
}
