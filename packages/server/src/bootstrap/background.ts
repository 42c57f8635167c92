/** Creates what works beside requests: outbox, housekeeping, lead scoring, the classifiers and the limits of load. */
import type { ApiParts } from "../api/http/env.ts";
import { freeBytes } from "../attachments/free-disk.ts";
import { createFileQuota } from "../attachments/file-quota.ts";
import { createOpenBodies } from "../bodies/open-bodies.ts";
import { limitUnsent } from "../bodies/unsent-responses.ts";
import type { Config } from "../config/config.ts";
import { lastBackup } from "../config/last-backup.ts";
import { createRejectedPostCounter } from "../intake/rejected-posts.ts";
import { createScorer, type Scorer } from "../leads/scorer.ts";
import { createRateLimit } from "../platform/rate-limit.ts";
import { createConfirmations, NOT_SET_UP } from "../recipients/confirmations.ts";
import { createAltcha } from "../spam/altcha.ts";
import { createClassifiers } from "../spam/classifiers.ts";
import { createExternalRequest } from "../spam/external-request.ts";
import type { ExternalServices } from "../spam/external-services.ts";
import { createMailDomains } from "../spam/mail-domains.ts";
import { readFileBytes } from "./files-wiring.ts";
import { prepareFirstStart, firstStartFile } from "./first-start.ts";
import type { ClosingSteps, Foundation, ServerOptions } from "./foundation.ts";
import { createHousekeeping } from "./housekeeping-wiring.ts";
import { openOutbox, type Outbox } from "./outbox-wiring.ts";

export type Background = Awaited<ReturnType<typeof openBackground>>;

export async function openBackground(
  options: ServerOptions,
  foundation: Foundation,
  undo: ClosingSteps,
) {
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
  const scorer = await createLeadScorer(config, foundation, () => outbox.wake());
  undo.push(() => scorer.stop());
  const rejectedPosts = createRejectedPostCounter({ store, clock, log: quietLog });
  undo.push(() => rejectedPosts.stop());
  const externalServices: ExternalServices = {
    altcha: createAltcha(clock, (nonce) => store.writes.useSolution({ nonce, now: clock.now() })),
    request: createExternalRequest(clock),
    takesMail: createMailDomains(clock),
    log,
    akismetKey: config.akismetKey,
    publicUrl: () => foundation.address.publicUrl,
  };
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
    rejectedPosts,
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

function createRecipients(
  { mail }: Config,
  { store, clock, ids, quietLog }: Foundation,
  { confirmationFor: compose, invitationFor }: Outbox,
) {
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
      composeInvitation: invitationFor,
    } satisfies ApiParts["recipients"],
    linkRate: createRateLimit(LINKS_PER_MINUTE, clock),
    sendSubscribeLink: (token: string) => confirmations.sendSubscribeLink(token),
    /** Asks recipients that were not asked yet to confirm their addresses; for housekeeping. */
    askRecipients: (limit: number) => confirmations.sendDue(limit),
  };
}

const LEAD_DEADLINE_MS = 20_000;
const LEAD_LEASE_MS = 60_000;

async function createLeadScorer(
  { leads }: Config,
  { store, clock, ids, quietLog: log }: Foundation,
  onDue: () => void,
): Promise<Scorer> {
  const model =
    leads && (await import("../leads/model.ts")).openModel(leads, clock, LEAD_DEADLINE_MS);
  return createScorer({ store, clock, ids, log, onDue, model, leaseMs: LEAD_LEASE_MS });
}

/** Requests with unknown API keys per minute and address. */
const UNKNOWN_KEYS_PER_MINUTE = 60;
/** Deliveries that one form key may send again per minute. */
const REFIRES_PER_MINUTE = 100;

/** Everything that limits load except connections: bodies, unread responses, requests per API key and agents. */
const createLoadLimits = ({ config, log }: ServerOptions, { machineClock: clock }: Foundation) => ({
  bodies: createOpenBodies(config.bodies, clock, log),
  unsent: limitUnsent(clock, log),
  keyRates: {
    requests: createRateLimit(config.keyRateLimit, clock),
    failures: createRateLimit(UNKNOWN_KEYS_PER_MINUTE, clock),
    refires: createRateLimit(REFIRES_PER_MINUTE, clock),
  },
  mcp: { tools: config.mcp.tools, rate: createRateLimit(config.mcp.rateLimit, clock) },
});
