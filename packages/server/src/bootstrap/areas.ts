/** Gives each area of the server the few parts that it needs. */
import { dirname } from "node:path";
import { watchFreeDisk } from "../attachments/free-disk.ts";
import { renderFormView } from "../intake/rules/view-page.tsx";
import type { ApiParts } from "../api/http/env.ts";
import type { Config } from "../config/config.ts";
import type { DashboardParts } from "../dashboard/http/env.ts";
import { createPasswordTurns } from "../dashboard/http/password-turns.ts";
import { MAILTO, originOf } from "../domain/delivery/destination.ts";
import { createFieldDrift } from "../domain/fields/field-drift.ts";
import type { FormAddressParts } from "../intake/form-address.ts";
import type { MailPreviewParts } from "../mail/preview.ts";
import { relayName } from "../mail/smtp/relay.ts";
import type { McpParts } from "../mcp/env.ts";
import type { MetricsParts } from "../metrics/routes.ts";
import type { LogoutParts } from "../oidc/logout-route.ts";
import type { Clock } from "../platform/clock.ts";
import { createRehearsals } from "../rehearsal/rehearse.ts";
import { createSecretBox } from "../platform/secret-box.ts";
import { createRepeatedTexts } from "../spam/repeated-text.ts";
import { createRateLimit } from "../platform/rate-limit.ts";
import type { LinkParts } from "../recipients/link-routes.ts";
import type { Foundation, ServerOptions } from "./foundation.ts";
import type { Readiness } from "./health.ts";
import { namedHosts } from "./known-host.ts";
import { retriesOf } from "./outbox-wiring.ts";
import { type ProbeParts, proxiesOf } from "./probe.ts";
import type { SecurityTxtParts } from "./security-txt.ts";
import type { Background } from "./background.ts";

export interface ServerAreas {
  readonly intake: FormAddressParts;
  readonly api: ApiParts;
  readonly dashboard: Omit<DashboardParts, "callApi">;
  readonly agents: Omit<McpParts, "callApi">;
  readonly links: LinkParts;
  readonly logouts: LogoutParts;
  readonly health: Readiness;
  readonly metrics: MetricsParts;
  readonly probe: ProbeParts;
  readonly securityTxt: SecurityTxtParts;
  /** 0 = no HSTS. */
  readonly hstsDays: number;
}

export function areasOf(
  { config, random, log, webhookUrlProblem }: ServerOptions,
  foundation: Foundation,
  background: Background,
  isDraining: () => boolean,
): ServerAreas {
  const { store, clock, ids, files, metrics, clockWatch, locations, encryptionKeys } = foundation;
  const { provider, origins } = foundation;
  const { outbox, classifiers, mail, fileQuota, rejectedPosts } = background;
  const { bodies, unsent, keyRates, mcp } = background.limits;
  const proxies = proxiesOf(config, encryptionKeys);
  const fieldDrift = createFieldDrift();
  const onDue = () => outbox.wake();
  const publicUrl = () => foundation.address.publicUrl;
  const common = { store, clock, ids, random, log, bodies, unsent, publicUrl, ...proxies };
  const keys = { keyRates, takesKeysInUrls: config.takesKeysInUrls };
  const { storage, openFiles, discardFiles } = files;
  return {
    intake: {
      ...common,
      admit: (incoming) => foundation.connections.admit(incoming),
      storage,
      openFiles,
      classifiers,
      isRepeatedText: createRepeatedTexts(clock),
      fieldDrift,
      fileQuota,
      hasFreeSpace: databaseSpace(config, clock),
      onDue,
      limits: config.limits,
      installation: foundation.installation,
      rateLimit: createRateLimit(config.rateLimit, clock),
      externalServices: background.externalServices,
      locationOf: (ip) => locations?.locationOf(ip) ?? null,
      hasLeadModel: config.leads !== undefined,
      onLead: () => background.scorer.wake(),
      onAccepted: metrics.accepted,
      onRejected(error, post) {
        metrics.rejected(error.code);
        rejectedPosts.count(error, post);
      },
      onAnswered: metrics.posted,
    },
    api: {
      ...common,
      ...retriesOf(config),
      ...createPreviews(config, { clock, ids, sender: outbox.mailSender, origins }),
      rehearse: createRehearsals({
        ...common,
        classifiers,
        hasLeadModel: config.leads !== undefined,
      }),
      origins,
      ...keys,
      storage,
      fileLinkDays: config.fileLinkDays,
      limits: config.limits,
      discardFiles,
      onDue,
      recipients: mail.recipients,
      streams: foundation.streams,
      domains: namedHosts(config),
      webhookUrlProblem: webhookUrlProblem ?? outbox.webhookUrlProblem,
      onSendNow: () => outbox.probeNow(),
      onMarked: (accountId) => classifiers.refresh(accountId),
    },
    dashboard: {
      ...common,
      clockWatch,
      fieldDrift,
      fileQuotaBytes: config.fileQuotas.accountBytes,
      passwordTurns: createPasswordTurns(),
      provider,
      secretBox: createSecretBox(encryptionKeys, random),
      onSignIn: background.introduction.remove,
      sessionMaxMs: config.sessionMaxDays * 86_400_000,
      relay: config.mail && { name: relayName(config.mail.relay), from: config.mail.from.address },
      relayCircuit: () => outbox.circuits.open().find(({ origin }) => origin === originOf(MAILTO)),
      renderFormView: (view) => renderFormView(view),
      circuitOf: ({ id, url }) => outbox.circuits.holding({ id, origin: originOf(url) }),
    },
    agents: { ...common, ...keys, mcp },
    links: { ...common, linkRate: mail.linkRate, sendSubscribeLink: mail.sendSubscribeLink },
    logouts: { ...common, provider },
    health: { ...common, outage: foundation.outage, isDraining },
    metrics: {
      ...common,
      metrics,
      metricsToken: config.metricsToken,
      hasPublicUrl: config.publicUrl !== undefined,
    },
    probe: common,
    hstsDays: config.hstsDays,
    securityTxt: { ...common, securityContact: config.securityContact },
  };
}

/** Strangers must not fill the disk, since the owner needs some to delete submissions. */
const databaseSpace = ({ database, minFreeDisk }: Config, clock: Clock) =>
  database.kind === "sqlite"
    ? watchFreeDisk(dirname(database.file), minFreeDisk / 4, clock)
    : () => Promise.resolve(true);

/** Test e-mails per minute and account. */
const TESTS_PER_MINUTE = 5;

/** Loads the modules of e-mail with the first preview or reply, to save memory. */
function createPreviews(
  { mail }: Config,
  parts: MailPreviewParts & { readonly clock: Clock },
): Pick<ApiParts, "mailPreviews" | "testMailRate" | "replies"> {
  const loadReplies = async () => {
    const { createReplyMails } = await import("../mail/written-reply.ts");
    return createReplyMails(parts);
  };
  const load = async () => {
    const { createMailPreviews } = await import("../mail/preview.ts");
    return createMailPreviews(parts);
  };
  return {
    mailPreviews: {
      render: async (source) => (await load()).render(source),
      send: async (source, to) => (await load()).send(source, to),
    },
    replies: {
      draft: async (source) => (await loadReplies()).draft(source),
      compose: async (source) => (await loadReplies()).compose(source),
      dailyLimit: mail?.answersPerDay ?? 0,
      fromAddress: mail?.from.address,
    },
    testMailRate: createRateLimit(TESTS_PER_MINUTE, parts.clock),
  };
}
