/** Connects the outbox, which schedules deliveries, with the kinds of destinations, which send them. */
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../config/config.ts";
import type { AddressGuard } from "../delivery/address-guard.ts";
import { createDeliver, type Deliver } from "../delivery/deliver.ts";
import type { Egress } from "../delivery/egress.ts";
import { createWebhookKind } from "../delivery/webhook-kind.ts";
import { maxOpenFiles } from "../platform/file-handles.ts";
import { type Later, later } from "../platform/later.ts";
import type { Installation } from "../domain/delivery/hops.ts";
import type { DeliveryKind, DeliveryKinds } from "../domain/delivery/delivery-kind.ts";
import type { DestinationKind, SendingDestination } from "../domain/delivery/destination.ts";
import { declarationOf, DESTINATION_KINDS, kindOfAddress } from "../domain/delivery/destination.ts";
import type { Log } from "../platform/log.ts";
import type { Mailing, MailingParts } from "./mail-wiring.ts";
import { delaysByAttempts, maxAttempts } from "../outbox/backoff.ts";
import type { Origins } from "../domain/submission/submission-text.ts";
import { createDispatcher } from "../outbox/dispatcher.ts";
import { VERSION } from "../platform/version.ts";
import type { Foundation, ServerOptions } from "./foundation.ts";

export type Outbox = Awaited<ReturnType<typeof openOutbox>>;

const DEADLINE_MS = 15_000;
const LEASE_MS = 60_000;
/** The share of the open files that deliveries may use; the rest is for posts, files and the database. */
const SHARE_OF_FILES = 0.5;
const GRACE_MS = 2_000;

/** What people are told about retries, and what they may change. */
export const retriesOf = ({ retryScheduleMs }: Pick<Config, "retryScheduleMs">) => ({
  maxAttempts: maxAttempts(retryScheduleMs),
  retryDelaysMs: delaysByAttempts(retryScheduleMs),
});

interface SenderParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly origins: Origins;
  readonly installation: Installation;
  readonly guard: AddressGuard;
  readonly egress: Later<Egress>;
  /** `undefined` = e-mail is not set up. */
  readonly mail: Mailing | undefined;
}

export const SENDERS: {
  readonly [Kind in DestinationKind]: {
    /** The settings name everything that it needs. Posts queue deliveries only then. */
    readonly isSetUp: (config: Pick<Config, "mail">) => boolean;
    readonly open: (
      parts: SenderParts,
    ) => DeliveryKind<SendingDestination & { readonly kind: Kind }> | undefined;
  };
} = {
  webhook: { isSetUp: () => true, open: openWebhookSender },
  email: { isSetUp: ({ mail }) => mail !== undefined, open: ({ mail }) => mail?.kind },
};

/** The kinds of destinations that a server with these settings sends to. */
export const sendableKinds = (config: Pick<Config, "mail">): readonly DestinationKind[] =>
  DESTINATION_KINDS.filter((kind) => SENDERS[kind].isSetUp(config));

function openWebhookSender({ config, clock, origins, installation, guard, egress }: SenderParts) {
  const opened = later(async () =>
    createDeliver({
      egress: await egress.load(),
      clock,
      deadlineMs: DEADLINE_MS,
      userAgent: `Intray/${VERSION}`,
      installation,
      believesGone: config.disableOn410,
    }),
  );
  const deliver: Deliver = async (...args) => (await opened.load())(...args);
  const addressProblem = (url: string) => guard.urlProblem(url);
  return createWebhookKind({ deliver, clock, origins, deadlineMs: DEADLINE_MS, addressProblem });
}

export async function openOutbox(
  { config, random }: ServerOptions,
  {
    store,
    clock,
    clockWatch,
    ids,
    files,
    metrics,
    installation,
    guard,
    dkim,
    origins,
    quietLog: log,
  }: Foundation,
) {
  const readFile = (key: string) => files.storage.read(key);
  const mail = await mailOf(config, { dkim, store, clock, clockWatch, origins, readFile });
  // Its HTTP client takes 8 MB.
  const egress = later(async () => {
    const { openEgress } = await import("../delivery/egress.ts");
    return openEgress({ guard, clock, proxy: config.webhookProxy });
  });
  const senderParts = { config, clock, origins, installation, guard, egress, mail };
  const kinds: DeliveryKinds = Object.fromEntries(
    sendableKinds(config).map((kind) => [kind, SENDERS[kind].open(senderParts)]),
  );
  const dispatcher = createDispatcher({
    store,
    clock,
    random,
    ids,
    log,
    kinds,
    schedule: config.retryScheduleMs,
    onAttempt: metrics.attempted,
    onLost: metrics.lost,
    maxOpen: maxOpenAttempts(config, log),
    leaseMs: LEASE_MS,
  });
  return {
    start: () => dispatcher.start(),
    wake: () => dispatcher.wake(),
    probeNow: () => dispatcher.probeNow(),
    leased: () => dispatcher.leased(),
    oldestDueMs: () => dispatcher.oldestDueMs(),
    circuits: dispatcher.circuits,
    loadDispatcher: async () => (await egress.load()).dispatcher,
    /** Why a webhook with this URL cannot be saved; `undefined` if it can. */
    webhookUrlProblem: (url: string) => {
      const kind = kindOfAddress(url);
      const sender = kinds[kind];
      return sender === undefined ? declarationOf(kind).notSetUp : sender.addressProblem?.(url);
    },
    // These are `undefined` if e-mail is not set up.
    confirmationFor: mail?.confirmationFor,
    invitationFor: mail?.invitationFor,
    digestRenderer: mail?.digestRenderer,
    alertFor: mail?.alertFor,
    mailSender: mail?.sender,
    openCircuits: () => dispatcher.circuits.open().length,
    async stop(how: { readonly atOnce: boolean }) {
      const cancel = clock.after(
        Math.max(...Object.values(kinds).map((kind) => kind.deadlineMs)) + GRACE_MS,
        () => void dispatcher.stop({ atOnce: true }),
      );
      await dispatcher.stop(how);
      cancel();
      await (await egress.loaded())?.close();
      await mail?.close();
    },
  };
}

/** Loads the modules of e-mail only if it is set up, to save memory. */
async function mailOf({ mail }: Config, parts: MailingParts): Promise<Mailing | undefined> {
  if (mail === undefined) return undefined;
  const { openMail } = await import("./mail-wiring.ts");
  return openMail(mail, parts);
}

/** Never so many that posts find no file left. */
function maxOpenAttempts({ maxOpenAttempts: wanted }: Config, log: Log): number {
  const files = maxOpenFiles();
  const possible = Math.max(1, Math.floor(files * SHARE_OF_FILES));
  if (wanted <= possible) return wanted;
  log.warn(
    { open_files: files, open_attempts: possible },
    "The limit of open files of this process allows fewer open deliveries than INTRAY_MAX_OPEN_ATTEMPTS. Raise it (ulimit -n), or lower the setting.",
  );
  return possible;
}
