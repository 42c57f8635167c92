/** Looks every few seconds whether alerts are to be raised or over, and tells the people of the account. */
import {
  type AlertNews,
  type OpenAlert,
  type Transitions,
  transitions,
} from "../domain/alerts/alert.ts";
import { createConditionAges } from "../domain/alerts/condition-ages.ts";
import type { Ids } from "../domain/ids.ts";
import type { Clock } from "../platform/clock.ts";
import type { ClockWatch } from "../platform/clock-watch.ts";
import type { Log } from "../platform/log.ts";
import type { AlertFacts } from "../store/alerts/alert-facts.ts";
import type { AlertDelivery, RaisedAlert, ResolvedAlert } from "../store/alerts/record-alerts.ts";
import type { Store } from "../store/store.ts";
import {
  conditionsOf,
  isNearlyFull,
  leastWatched,
  LOWER_QUOTA,
  resolutionOf,
  type ServerFacts,
} from "./conditions.ts";
import { readDetail } from "./details.ts";
import { createFormFiles } from "./form-files.ts";
import { type ComposeAlert, isTold, toAlertWebhook, toPeople } from "./messages.ts";

export interface AlertWatch {
  start(): void;
  /** Resolves when the current look has ended. */
  stop(): Promise<void>;
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
  const ages = createConditionAges();
  let isStopped = true;
  let current = Promise.resolve();
  let cancelTimer = () => {};

  async function look(): Promise<void> {
    const disk = await parts.readDisk();
    const facts = await store.reads.alertFacts({ file_bytes: leastWatched(quotaBytes) });
    const trusted = clockWatch.deletionTime();
    const now = clock.now();
    const formFiles = formQuotaBytes === undefined ? [] : await readFormFiles(facts.open);
    const server: ServerFacts = { disk, quotaBytes, formQuotaBytes, formFiles };
    const time = { now, isDoubtful: trusted === undefined };
    const conditions = conditionsOf(facts, server, time);
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
    const details = await store.reads.alertDetails({
      account_id,
      ids: over.map(({ id }) => id),
    });
    const resolved = over.flatMap((alert) => {
      const resolution = resolutionOf({ account_id, ...alert }, facts);
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
      expected: { open_ids: open.map(({ id }) => id), newest_id: facts.newest_id },
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

  async function lookAndRepeat(): Promise<void> {
    try {
      await look();
    } catch (error) {
      if (!isStopped) log.warn({ err: error }, "Could not look for alerts. It will be repeated.");
    }
    if (!isStopped) cancelTimer = clock.after(EVERY_MS, next);
  }

  function next(): void {
    current = lookAndRepeat();
  }

  return {
    look,
    start() {
      isStopped = false;
      cancelTimer = clock.after(EVERY_MS, next);
    },
    async stop() {
      isStopped = true;
      cancelTimer();
      await current;
      cancelTimer();
    },
  };
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
  return [...toWebhook, ...(await toPeople(told, recipients, { compose, ids, now }))];
}
