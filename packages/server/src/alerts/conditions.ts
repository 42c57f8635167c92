/** What may be worth an alert, by what the store and this process know now. */
import type { AlertResolution } from "../domain/alerts/alert.ts";
import type { AccountCondition } from "../domain/alerts/condition-ages.ts";
import { MAX_HOLD_MS, RELAY_ERRORS } from "../domain/delivery/delivery.ts";
import type { AccountAlert, AlertFacts, DestinationFacts } from "../store/alerts/alert-facts.ts";
import { KEY_ALERT_MS } from "../store/alerts/alert-facts.ts";
import type { Silences } from "./silences.ts";
import type { FormFiles } from "../store/files/file-totals.ts";

/** What only this process knows. Sizes are bytes. */
export interface ServerFacts {
  /** Of the disk with the least free space, and what is kept free on it; `undefined` if it is not known. */
  readonly disk: { readonly freeBytes: number; readonly minFreeBytes: number } | undefined;
  /** Of the files of an account; `undefined` if there is none. */
  readonly quotaBytes: number | undefined;
  /** Of the files of a form; `undefined` if there is none. */
  readonly formQuotaBytes: number | undefined;
  /** Forms whose files may be near their quota. */
  readonly formFiles: readonly FormFiles[];
  readonly silences: Silences;
}

/** The disk is low below this many times the space that is kept free, and well above the second many times. */
const LOW_DISK = 2;
const ENOUGH_DISK = 3;
/** A quota is nearly used up at this share, and no longer below the second. */
const HIGH_QUOTA = 0.8;
export const LOWER_QUOTA = 0.75;

/** Accounts whose files have fewer bytes need not be looked at. */
export const leastWatched = (quotaBytes: number | undefined): number | undefined =>
  quotaBytes === undefined ? undefined : Math.ceil(LOWER_QUOTA * quotaBytes);

/**
 * Another process may see a disk that this one does not. Its alert is over when no process has seen it for this
 * long.
 */
const DISK_UNSEEN_MS = 180_000;

/** @param time.isDoubtful The wall time may have been set: waiting times say nothing. */
export const findConditions = (
  facts: AlertFacts,
  server: ServerFacts,
  time: { readonly now: number; readonly isDoubtful: boolean },
): readonly AccountCondition[] => [
  ...facts.destinations.flatMap(ofWebhook),
  ...ofMail(facts),
  ...ofDue(facts, time),
  ...ofDisk(facts, server, time),
  ...ofQuota(facts, server, time.now),
  ...ofFormQuota(server, time.now),
  ...ofSilence(facts, server, time),
  ...ofKeys(facts, time),
];

function ofWebhook(one: DestinationFacts): readonly AccountCondition[] {
  if (one.kind !== "webhook") return [];
  const { account_id, id: subject_id } = one;
  const since = one.failing_since ?? one.last_failure_at ?? one.updated_at;
  const about = { account_id, subject_id, since, isSevere: true };
  if (isDisabledByServer(one)) return [{ ...about, kind: "webhook_disabled" }];
  return one.enabled === 1 && one.failing_since !== null
    ? [{ ...about, kind: "webhook_failing" }]
    : [];
}

const isDisabledByServer = ({ enabled, disabled_reason }: DestinationFacts): boolean =>
  enabled === 0 && (disabled_reason === "gone" || disabled_reason === "failing");

/** One for each account whose e-mails fail because of the relay. */
function ofMail({ destinations, mailErrors }: AlertFacts): readonly AccountCondition[] {
  const failing = destinations.filter(
    ({ kind, enabled, failing_since, id }) =>
      kind === "email" &&
      enabled === 1 &&
      failing_since !== null &&
      RELAY_ERRORS.has(mailErrors[id]),
  );
  return [...Map.groupBy(failing, ({ account_id }) => account_id)].map(([account_id, own]) => ({
    account_id,
    kind: "mail_failing",
    subject_id: 0,
    since: Math.min(...own.map(({ failing_since }) => failing_since ?? Infinity)),
    isSevere: true,
  }));
}

const ofDue = (
  { due }: AlertFacts,
  { now, isDoubtful }: { readonly now: number; readonly isDoubtful: boolean },
): readonly AccountCondition[] =>
  due.flatMap(({ account_id, due_at }) => {
    const isLate = now - due_at > MAX_HOLD_MS;
    if (!isLate && !isDoubtful) return [];
    return [
      { account_id, kind: "deliveries_late", subject_id: 0, since: due_at, isSevere: isLate },
    ];
  });

/** Only the people who run the server can do something about its disk. */
function ofDisk(
  { operatorId, open }: AlertFacts,
  { disk }: ServerFacts,
  { now, isDoubtful }: { readonly now: number; readonly isDoubtful: boolean },
): readonly AccountCondition[] {
  if (operatorId === undefined) return [];
  const about = { account_id: operatorId, kind: "disk_low", subject_id: 0, since: now } as const;
  if (disk !== undefined && isNearlyFull(disk)) {
    return [{ ...about, isSevere: disk.freeBytes < LOW_DISK * disk.minFreeBytes }];
  }
  const isSeenByOthers = open.some(
    ({ kind, seen_at }) => kind === "disk_low" && (isDoubtful || now - seen_at < DISK_UNSEEN_MS),
  );
  return isSeenByOthers ? [{ ...about, isSevere: false }] : [];
}

/** An open alert about this disk is not over. */
export const isNearlyFull = ({ freeBytes, minFreeBytes }: NonNullable<ServerFacts["disk"]>) =>
  freeBytes < ENOUGH_DISK * minFreeBytes;

function ofQuota(
  { files }: AlertFacts,
  { quotaBytes }: ServerFacts,
  now: number,
): readonly AccountCondition[] {
  if (quotaBytes === undefined) return [];
  return files
    .filter(({ bytes }) => bytes >= LOWER_QUOTA * quotaBytes)
    .map(({ account_id, bytes }) => ({
      account_id,
      kind: "quota_low",
      subject_id: 0,
      since: now,
      isSevere: bytes >= HIGH_QUOTA * quotaBytes,
    }));
}

function ofFormQuota(
  { formFiles, formQuotaBytes }: ServerFacts,
  now: number,
): readonly AccountCondition[] {
  if (formQuotaBytes === undefined) return [];
  return formFiles
    .filter(({ bytes }) => bytes >= LOWER_QUOTA * formQuotaBytes)
    .map(({ account_id, form_id, bytes }) => ({
      account_id,
      kind: "quota_low",
      subject_id: form_id,
      since: now,
      isSevere: bytes >= HIGH_QUOTA * formQuotaBytes,
    }));
}

/** A silence that was found lasts until a submission arrives, also when its rhythm is forgotten. */
function ofSilence(
  { open }: AlertFacts,
  { silences: { silent, rhythms } }: ServerFacts,
  { isDoubtful }: { readonly isDoubtful: boolean },
): readonly AccountCondition[] {
  const about = { kind: "form_silent", isSevere: !isDoubtful } as const;
  const found = silent.map(({ account_id, form_id, lastAt }) => {
    return { ...about, account_id, subject_id: form_id, since: lastAt };
  });
  const lasting = open.filter(
    ({ kind, subject_id, since }) =>
      kind === "form_silent" &&
      !silent.some(({ form_id }) => form_id === subject_id) &&
      (rhythms.get(subject_id)?.lastAt ?? Infinity) <= since,
  );
  return [
    ...found,
    ...lasting.map(({ account_id, subject_id, since }) => {
      return { ...about, account_id, subject_id, since };
    }),
  ];
}

/** While the clock is in doubt, open alerts stay, and none is raised. */
const ofKeys = (
  { keys, open }: AlertFacts,
  { now, isDoubtful }: { readonly now: number; readonly isDoubtful: boolean },
): readonly AccountCondition[] =>
  keys.flatMap(({ account_id, id: subject_id, created_at, expires_at, told }) => {
    const isSoon =
      (!isDoubtful && expires_at - now <= KEY_ALERT_MS.key_expires_soon) ||
      open.some((alert) => alert.kind === "key_expires_soon" && alert.subject_id === subject_id);
    const kind = isSoon ? "key_expires_soon" : "key_expires";
    const since = expires_at - KEY_ALERT_MS[kind];
    const isOver = expires_at <= now && !isDoubtful;
    // A key that was made for less needs no alert.
    if (isOver || created_at > since || told.includes(kind)) return [];
    return [{ account_id, kind, subject_id, since, isSevere: !isDoubtful && since <= now }];
  });

/** Whether people are told that an alert is over: not if one of them has seen to it. */
export function resolutionOf(
  { kind, subject_id, raised_at }: AccountAlert,
  { destinations, succeededIds }: AlertFacts,
  { silences }: Pick<ServerFacts, "silences">,
): AlertResolution {
  if (kind === "webhook_disabled" || kind in KEY_ALERT_MS) return "withdrawn";
  if (kind === "form_silent") return silences.rhythms.has(subject_id) ? "recovered" : "withdrawn";
  if (kind !== "webhook_failing") return "recovered";
  const webhook = destinations.find(({ id }) => id === subject_id);
  if (webhook === undefined || webhook.enabled === 0) return "withdrawn";
  const isUnchanged = webhook.updated_at < raised_at;
  return isUnchanged || succeededIds.includes(subject_id) ? "recovered" : "withdrawn";
}
