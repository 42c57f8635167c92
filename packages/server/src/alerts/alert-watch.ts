/** Looks every few seconds whether alerts are to be raised or over, and tells the people of the account. */
import {
  type AlertDetail,
  type AlertKind,
  type AlertNews,
  type OpenAlert,
  type Transitions,
  transitions,
} from "../domain/alerts/alert.ts";
import { showAlert } from "../domain/alerts/alert-record.ts";
import { createConditionAges } from "../domain/alerts/condition-ages.ts";
import type { Ids } from "../domain/ids.ts";
import { type Clock, type MonotonicMs, msBetween } from "../platform/clock.ts";
import { repeat, type Repeated } from "../platform/repeat.ts";
import type { ClockWatch } from "../platform/clock-watch.ts";
import type { Log } from "../platform/log.ts";
import type { AlertFacts } from "../store/alerts/alert-facts.ts";
import type { AlertDelivery, RaisedAlert, ResolvedAlert } from "../store/alerts/record-alerts.ts";
import type { Store } from "../store/store.ts";
import {
  LOWER_QUOTA,
  type ServerFacts,
  findConditions,
  isNearlyFull,
  leastWatched,
  resolutionOf,
} from "./conditions.ts";
import { type ComposeAlert, isTold, toAlertWebhook, toPeople } from "./messages.ts";
import { createSilences } from "./silences.ts";
import type { FormFiles } from "../store/files/file-totals.ts";

export interface AlertWatch extends Omit<Repeated, "isStopped"> {
  /** Looks once. For tests, and for the timer. @throws Error if the database does not answer. */
  look(): Promise<void>;
}

export interface AlertWatchParts {
  readonly store: Pick<Store, "reads" | "writes">;
  readonly clock: Clock;
  readonly clockWatch: Pick<ClockWatch, "deletionTime">;
  readonly ids: Pick<Ids, "uid">;
  readonly log: Log;
  readonly readDisk: () => Promise<ServerFacts["disk"]>;
  readonly quotaBytes: number | undefined;
  readonly formQuotaBytes: number | undefined;
  /** The forms whose files take at least this share of their quota, as far as this process knows. */
  readonly formsAbove: (share: number) => readonly number[];
  /** `undefined` = e-mail is not set up. */
  readonly compose: ComposeAlert | undefined;
}

const EVERY_MS = 15_000;
/** How often a process repeats that its disk is nearly full. */
const TOUCH_EVERY_MS = 60_000;

export function createAlertWatch(parts: AlertWatchParts): AlertWatch {
  const { store, clock, clockWatch, log, quotaBytes, formQuotaBytes } = parts;
  const readFormFiles = createFormFiles({
    store,
    clock,
    nearQuota: () => parts.formsAbove(LOWER_QUOTA),
  });
  const readSilences = createSilences(parts);
  const ages = createConditionAges();

  async function look(): Promise<void> {
    const disk = await parts.readDisk();
    const now = clock.now();
    const facts = await store.reads.alertFacts({ fileBytes: leastWatched(quotaBytes), now });
    const trusted = clockWatch.deletionTime();
    const formFiles = formQuotaBytes === undefined ? [] : await readFormFiles(facts.open);
    const silences = await readSilences();
    const server: ServerFacts = { disk, quotaBytes, formQuotaBytes, formFiles, silences };
    const time = { now, isDoubtful: trusted === undefined };
    const conditions = findConditions(facts, server, time);
    const ageMs = ages.observe(conditions, { now: trusted, monotonic: clock.monotonic() });
    const accounts = new Set([...conditions, ...facts.open].map(({ account_id }) => account_id));
    for (const account_id of accounts) {
      const own = <T extends { readonly account_id: number }>(all: readonly T[]) =>
        all.filter((one) => one.account_id === account_id);
      const open = own(facts.open);
      const found = transitions(own(conditions), open, (one) => ageMs({ ...one, account_id }));
      if (found.raised.length === 0 && found.over.length === 0) continue;
      try {
        await record(account_id, found, { facts, open, server, now });
      } catch (error) {
        // The other accounts must not wait for this one.
        log.warn(
          { err: error, account_id },
          "Could not record alerts of an account. It will be repeated.",
        );
      }
    }
    if (disk !== undefined && isNearlyFull(disk)) await touchDisk(facts.open, now);
  }

  async function record(
    account_id: number,
    { raised, over }: Transitions,
    {
      facts,
      open,
      server,
      now,
    }: {
      readonly facts: AlertFacts;
      readonly open: readonly OpenAlert[];
      readonly server: ServerFacts;
      readonly now: number;
    },
  ): Promise<void> {
    const details = await store.reads.alertDetails({ account_id, ids: over.map(({ id }) => id) });
    const resolved = over.flatMap((alert) => {
      const resolution = resolutionOf({ account_id, ...alert }, facts, server);
      const detail = details.get(alert.id);
      return detail === undefined ? [] : [{ ...alert, detail, resolved_at: now, resolution }];
    });
    const begun = await Promise.all(
      raised.map(async ({ kind, subject_id, since }): Promise<AlertNews> => {
        const about = { account_id, kind, subject_id };
        const detail = await readDetail(about, { store, facts, server, now });
        const times = { raised_at: now, resolved_at: null, resolution: null };
        return { kind, subject_id, since, detail, ...times };
      }),
    );
    const isRecorded = await store.writes.recordAlerts({
      account_id,
      expected: { openIds: open.map(({ id }) => id), newest_id: facts.newest_id },
      raised: begun.map(({ kind, subject_id, since, detail }): RaisedAlert => {
        return { kind, subject_id, since, detail };
      }),
      resolved: resolved.map(({ id, resolution }): ResolvedAlert => ({ id, resolution })),
      deliveries: await messagesAbout([...resolved, ...begun], parts, { account_id, now }),
      now,
    });
    // Otherwise another process was first; the next look begins with what it has recorded.
    if (!isRecorded) return;
    for (const { kind, subject_id } of begun)
      log.warn({ account_id, alert: kind, subject_id }, "An alert was raised.");
    for (const { id, resolution } of resolved)
      log.info({ account_id, alert_id: id, resolution }, "An alert is over.");
  }

  async function touchDisk(open: AlertFacts["open"], now: number): Promise<void> {
    const ids = open
      .filter(({ kind, seen_at }) => kind === "disk_low" && now - seen_at >= TOUCH_EVERY_MS)
      .map(({ id }) => id);
    if (ids.length > 0) await store.writes.touchAlerts({ ids, now });
  }

  const repeated = repeat(clock, EVERY_MS, look, (err) =>
    log.warn({ err }, "Could not look for alerts. It will be repeated."),
  );
  return { look, ...repeated };
}

/** The messages to the account's webhook for alerts, one for each alert, and to its people. */
async function messagesAbout(
  news: readonly AlertNews[],
  { store, ids, compose }: Pick<AlertWatchParts, "store" | "ids" | "compose">,
  { account_id, now }: { readonly account_id: number; readonly now: number },
): Promise<readonly AlertDelivery[]> {
  const told = news.filter(isTold);
  if (told.length === 0) return [];
  const webhook = await store.reads.findAlertWebhook({ account_id });
  const toWebhook = told.flatMap((one) => toAlertWebhook(one, webhook, { ids, now }));
  if (compose === undefined) return toWebhook;
  const recipients = await store.writes.syncAccountRecipients({ account_id, now });
  const shown = told.map(showAlert);
  const projects = await store.reads.alertProjects({
    account_id,
    webhookIds: shown.flatMap(({ webhook_id }) => webhook_id ?? []),
    formIds: shown.flatMap(({ form_id }) => form_id ?? []),
  });
  return [...toWebhook, ...(await toPeople(told, recipients, { projects, compose, ids, now }))];
}

interface ReadDetailArgs {
  readonly store: Pick<Store, "reads">;
  readonly facts: AlertFacts;
  readonly server: ServerFacts;
  readonly now: number;
}

/** @throws Error if the database does not answer. */
async function readDetail(
  {
    account_id,
    kind,
    subject_id,
  }: { readonly account_id: number; readonly kind: AlertKind; readonly subject_id: number },
  { store, facts, server, now }: ReadDetailArgs,
): Promise<AlertDetail> {
  switch (kind) {
    case "webhook_failing":
    case "webhook_disabled": {
      const webhook = facts.destinations.find(({ id }) => id === subject_id);
      const last_error = await lastError(store, subject_id);
      return { kind, webhook: webhook?.name ?? "", form: webhook?.form_name ?? null, last_error };
    }
    case "mail_failing": {
      const recipient = facts.destinations.find(
        (one) => one.account_id === account_id && one.id in facts.mailErrors,
      );
      const last_error = recipient === undefined ? null : await lastError(store, recipient.id);
      return { kind, last_error };
    }
    case "form_silent": {
      const form = server.silences.silent.find(({ form_id }) => form_id === subject_id);
      const { name = "", perDay = 0, probability = 1, lastAt = now } = form ?? {};
      const silent_days = (now - lastAt) / 86_400_000;
      return { kind, form: name, per_day: perDay, silent_days, probability };
    }
    case "key_expires":
    case "key_expires_soon": {
      const { name = "", expires_at = now } = facts.keys.find(({ id }) => id === subject_id) ?? {};
      return { kind, key: name, expires_at };
    }
    case "deliveries_late":
      return { kind, waiting: await store.reads.countDue({ account_id, now }) };
    case "disk_low":
      return { kind, free_bytes: server.disk?.freeBytes ?? 0 };
    case "quota_low": {
      const form = server.formFiles.find(({ form_id }) => form_id === subject_id);
      if (form !== undefined) {
        const [used_bytes, max_bytes] = [form.bytes, server.formQuotaBytes ?? 0];
        return { kind, form: form.name, used_bytes, max_bytes };
      }
      const files = facts.files.find((one) => one.account_id === account_id);
      const [used_bytes, max_bytes] = [files?.bytes ?? 0, server.quotaBytes ?? 0];
      return { kind, form: null, used_bytes, max_bytes };
    }
  }
}

const lastError = async (store: Pick<Store, "reads">, id: number): Promise<string | null> =>
  (await store.reads.lastErrorTexts({ ids: [id] })).get(id) ?? null;

/** The files of a form are counted row by row, so the result is kept for a while. */
const READ_EVERY_MS = 60_000;

/**
 * Returns a function that reads how many bytes the files of these forms take.
 *
 * @param parts.nearQuota Ids of forms that this process has seen near their quota.
 */
function createFormFiles({
  store,
  clock,
  nearQuota,
}: {
  readonly store: Pick<Store, "reads">;
  readonly clock: Clock;
  readonly nearQuota: () => readonly number[];
}): (open: AlertFacts["open"]) => Promise<readonly FormFiles[]> {
  let found: readonly FormFiles[] = [];
  let read: { readonly ids: string; readonly at: MonotonicMs } | undefined;
  return async (open) => {
    const alerted = open.flatMap(({ kind, subject_id }) =>
      kind === "quota_low" && subject_id !== 0 ? [subject_id] : [],
    );
    const formIds = [...new Set([...nearQuota(), ...alerted])].toSorted((a, b) => a - b);
    const now = clock.monotonic();
    const isKnown = read?.ids === formIds.join() && msBetween(read.at, now) < READ_EVERY_MS;
    if (isKnown) return found;
    found = formIds.length === 0 ? [] : await store.reads.filesOfForms({ formIds });
    read = { ids: formIds.join(), at: now };
    return found;
  };
}
