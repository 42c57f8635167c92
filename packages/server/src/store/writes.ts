/** Every write, with what happens before and after it in the same transaction. Each runs inside the transaction of a batch. */
import { syncAccountRecipients } from "./alerts/account-recipients.ts";
import { setAlertUrl } from "./alerts/alert-webhook.ts";
import { recordAlerts, touchAlerts } from "./alerts/record-alerts.ts";
import { createApiKey, deleteApiKey, rotateApiKey, touchApiKey } from "./accounts/api-keys.ts";
import { createDeviceLogin, denyDeviceLogin } from "./accounts/device-logins.ts";
import {
  acceptInvitation,
  inviteAgain,
  inviteMember,
  removeMember,
  updateMember,
} from "./accounts/members.ts";
import { endProviderSessions, signInByProvider } from "./accounts/provider-logins.ts";
import { recordAudit, recordAudits, recordStranger, pruneAudit } from "./accounts/audit.ts";
import { refireDelivery, refireSubmissions } from "./deliveries/refires.ts";
import { storeDeliveryBodies } from "./deliveries/delivery-bodies.ts";
import { cancelUnsendable } from "./deliveries/canceled-deliveries.ts";
import { releaseClaims } from "./deliveries/delivery-claims.ts";
import { claimDeliveries } from "./deliveries/delivery-contents.ts";
import { planDigest } from "./mail/digests.ts";
import { queueDigest } from "./mail/queue-digest.ts";
import { pullInDeliveries } from "./deliveries/late-deliveries.ts";
import { recoverLeases, renewDeliveryLeases } from "./deliveries/delivery-leases.ts";
import { recordOutcomes } from "./deliveries/delivery-outcomes.ts";
import { deleteFormBatch } from "./forms/deleted-forms.ts";
import { removeExpired } from "./submissions/expired-submissions.ts";
import { pruneEvents } from "./events/events.ts";
import { recordRefire, refireFailed, sendDeliveries } from "./deliveries/send-deliveries.ts";
import { dismissUnreached } from "./deliveries/dismissed-deliveries.ts";
import { stopSending } from "./deliveries/sending-progress.ts";
import { clearRemovedFiles, recordFileSweep, claimInstallation } from "./files/file-ledger.ts";
import { compactFileTotals } from "./files/file-totals.ts";
import { firstStart, setFactorRule } from "./accounts/accounts.ts";
import { copyForm, createForm, deleteForm, updateForm, updateForms } from "./forms/forms.ts";
import { claimPageLook, recordPageLook } from "./forms/page-looks.ts";
import { forgetQueueConsumer, recordQueueConsumer } from "./forms/queue-consumers.ts";
import {
  confirmAddress,
  confirmWithoutLink,
  releaseAddress,
  pruneAddresses,
} from "./mail/mail-addresses.ts";
import { queueConfirmation } from "./mail/confirmations.ts";
import { pruneArrivals } from "./statistics/arrivals.ts";
import { pruneRejectedPosts, recordRejectedPosts } from "./statistics/rejected-posts.ts";
import { pruneRequests } from "./mail/requests.ts";
import { pruneReplies, reserveReply } from "./mail/replies.ts";
import {
  createReplyTemplate,
  deleteReplyTemplate,
  updateReplyTemplate,
} from "./mail/reply-templates.ts";
import { createReply } from "./mail/written-replies.ts";
import { queueSubscribeLink, subscribeAgain, unsubscribe } from "./mail/subscriptions.ts";
import { ACCEPT_CALL } from "./engine/calls.ts";
import { claimLeads, recoverLeads, recordLeadOutcome } from "./leads/lead-scores.ts";
import type { OnceOutcome } from "./idempotency/idempotency-keys.ts";
import {
  pruneIdempotencyKeys,
  runOnce,
  useSignOnState,
  useSolution,
} from "./idempotency/idempotency-keys.ts";
import type { DestinationKind } from "../domain/delivery/destination.ts";
import type { RequestKey } from "../domain/account/idempotency-key.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { Lane } from "./engine/lanes.ts";
import { createProject, deleteProject, restoreProject, updateProject } from "./forms/projects.ts";
import { importSubmissions } from "./submissions/imported-submissions.ts";
import { deleteView, saveView } from "./submissions/saved-views.ts";
import { pruneUndo, undoPart } from "./submissions/undo.ts";
import { updateSubmissions } from "./submissions/submission-changes.ts";
import {
  claimSubmissions,
  extendLeases,
  releaseSubmissions,
} from "./submissions/submission-claims.ts";
import { pruneDeliveries } from "./deliveries/delivery-log.ts";
import { indexSubmissions } from "./submissions/search-text.ts";
import { pruneBatches } from "./postgres/batch-outcome.ts";
import { setSpamPrior } from "./spam/training-examples.ts";
import { learnEarlierMarks } from "./spam/earlier-marks.ts";
import { countEarlierDeliveries } from "./submissions/delivery-state.ts";
import { countEarlierDays } from "./submissions/submission-days.ts";
import { createNote, deleteNote, updateNote } from "./submissions/notes.ts";
import { deleteSubmission, updateSubmission } from "./submissions/submissions.ts";
import { changePassword, renewPasswordHash } from "./accounts/logins.ts";
import {
  beginSession,
  endSession,
  endSessions,
  proveSession,
  pruneSessions,
  touchSession,
  createLoginForSession,
  createSignInLink,
  redeemSignInLink,
} from "./accounts/sessions.ts";
import {
  acceptCode,
  addPasskey,
  createChallenge,
  removeFactor,
  setRecoveryCodes,
  setTotpSecret,
  useChallenge,
  usePasskey,
} from "./accounts/second-factors.ts";
import { clearSignInCount, refundSignIn, reserveSignIn } from "./accounts/sign-in-counts.ts";
import { queueTest } from "./deliveries/test-deliveries.ts";
import type { Db } from "./engine/schema.ts";
import { bindCalls, type CallOf, type StoreQuery } from "./engine/store-query.ts";
import { writeProbe } from "./engine/checks.ts";
import { activateSecret, replaceSecret, stageSecret } from "./webhooks/webhook-secrets.ts";
import { createWebhook, deleteWebhook, updateWebhook } from "./webhooks/webhooks.ts";

/** How the store treats a write. Each member has to be decided for every write. */
interface WriteRules {
  /** The queue that the write waits in, see {@link Lane}. */
  readonly lane: Lane;
  /** The write may change a form: cached forms are dropped before the caller gets its result. */
  readonly changesForms: boolean;
  /** The write may make a delivery due: the outbox of every process is woken. */
  readonly queuesDeliveries: boolean;
  /** The write may add an event: event streams are woken. */
  readonly emitsEvents: boolean;
  /** An API request may send the write with an idempotency key. Its result is plain JSON. */
  readonly takesKey: boolean;
}

type Write = WriteRules & { readonly run: StoreQuery };

const API = {
  lane: "api",
  changesForms: false,
  queuesDeliveries: false,
  emitsEvents: true,
  takesKey: false,
} as const satisfies WriteRules;
const API_WITHOUT_EVENT = { ...API, emitsEvents: false } as const;
const KEYED = { ...API, takesKey: true } as const;
const CHANGES_FORMS = { ...API, changesForms: true } as const;
const QUEUES = { ...API, queuesDeliveries: true } as const;
const KEYED_QUEUES = { ...QUEUES, takesKey: true } as const;
const OUTBOX_WITHOUT_EVENT = { ...API_WITHOUT_EVENT, lane: "intake" } as const;
const MAINTENANCE = { ...API, lane: "maintenance" } as const;
const MAINTENANCE_WITHOUT_EVENT = { ...MAINTENANCE, emitsEvents: false } as const;

const given = new Set<string>();

/** Gives writes the same rules, under their own names. @throws Error for a write that has rules already. */
const give = <const Rules extends WriteRules, Runs extends Readonly<Record<string, StoreQuery>>>(
  rules: Rules,
  runs: Runs,
) => {
  const writes = Object.entries(runs).map(([name, run]) => {
    if (given.has(name)) throw new Error(`The write ${name} is in two groups.`);
    given.add(name);
    return [name, { ...rules, run }];
  });
  return Object.fromEntries(writes) as {
    readonly [N in keyof Runs]: Rules & { readonly run: Runs[N] };
  };
};

export const WRITES = {
  ...give(API, { deleteSubmission, updateNote, deleteNote, releaseSubmissions, extendLeases }),
  ...give(API, { updateProject, endProviderSessions }),
  ...give(API, { deleteApiKey, replaceSecret, stageSecret, activateSecret }),
  ...give(API, { queueTest, refireFailed, stopSending, dismissUnreached }),
  ...give(API, { recordAudit, recordAudits, recordStranger }),
  ...give(KEYED, { createNote, claimSubmissions, createProject, createApiKey }),
  ...give(KEYED, { rotateApiKey, recordRefire }),
  ...give(CHANGES_FORMS, { firstStart, updateForm, updateForms, deleteForm, setSpamPrior }),
  ...give(CHANGES_FORMS, { updateWebhook, deleteWebhook, deleteProject, restoreProject }),
  // A form may notify everybody with access.
  ...give(CHANGES_FORMS, { updateMember, removeMember, acceptInvitation, signInByProvider }),
  ...give({ ...CHANGES_FORMS, takesKey: true }, { createForm, copyForm, createWebhook }),
  ...give(QUEUES, { updateSubmission, undoPart, recordLeadOutcome, recordAlerts }),
  ...give(QUEUES, { queueConfirmation, queueSubscribeLink }),
  ...give(KEYED_QUEUES, { updateSubmissions, createReply, inviteMember, inviteAgain }),
  ...give(KEYED_QUEUES, { refireSubmissions, refireDelivery, sendDeliveries }),
  ...give(API_WITHOUT_EVENT, { updateReplyTemplate, deleteReplyTemplate, saveView, deleteView }),
  ...give(API_WITHOUT_EVENT, { claimInstallation, recordQueueConsumer, forgetQueueConsumer }),
  ...give(API_WITHOUT_EVENT, { claimLeads, createDeviceLogin, denyDeviceLogin }),
  ...give(API_WITHOUT_EVENT, { useSignOnState, beginSession, proveSession, endSession }),
  ...give(API_WITHOUT_EVENT, { endSessions, changePassword, createSignInLink, redeemSignInLink }),
  ...give(API_WITHOUT_EVENT, { createLoginForSession, reserveSignIn, refundSignIn }),
  ...give(API_WITHOUT_EVENT, { clearSignInCount, renewPasswordHash, setFactorRule, setTotpSecret }),
  ...give(API_WITHOUT_EVENT, { setRecoveryCodes, acceptCode, removeFactor, addPasskey }),
  ...give(API_WITHOUT_EVENT, { usePasskey, createChallenge, useChallenge, confirmAddress }),
  ...give(API_WITHOUT_EVENT, { releaseAddress, unsubscribe, subscribeAgain, setAlertUrl }),
  ...give(API_WITHOUT_EVENT, { syncAccountRecipients }),
  ...give({ ...API_WITHOUT_EVENT, takesKey: true }, { importSubmissions, createReplyTemplate }),
  ...give({ ...API, lane: "intake" }, { recordOutcomes }),
  ...give(OUTBOX_WITHOUT_EVENT, { claimDeliveries, releaseClaims, renewDeliveryLeases }),
  ...give(OUTBOX_WITHOUT_EVENT, { storeDeliveryBodies, useSolution, reserveReply, writeProbe }),
  ...give(MAINTENANCE, { deleteFormBatch, clearRemovedFiles, recordFileSweep, removeExpired }),
  ...give(MAINTENANCE, { cancelUnsendable, recoverLeases }),
  ...give({ ...MAINTENANCE, queuesDeliveries: true }, { queueDigest }),
  ...give(MAINTENANCE_WITHOUT_EVENT, { claimPageLook, recordPageLook, touchApiKey, touchSession }),
  ...give(MAINTENANCE_WITHOUT_EVENT, { planDigest, indexSubmissions, recoverLeads }),
  ...give(MAINTENANCE_WITHOUT_EVENT, { learnEarlierMarks, countEarlierDays }),
  ...give(MAINTENANCE_WITHOUT_EVENT, { countEarlierDeliveries, compactFileTotals }),
  ...give(MAINTENANCE_WITHOUT_EVENT, { recordRejectedPosts, confirmWithoutLink, touchAlerts }),
  ...give(MAINTENANCE_WITHOUT_EVENT, { pruneAudit, pruneDeliveries, pruneEvents, pruneBatches }),
  ...give(MAINTENANCE_WITHOUT_EVENT, { pruneSessions, pruneIdempotencyKeys, pruneArrivals }),
  ...give(MAINTENANCE_WITHOUT_EVENT, { pruneRejectedPosts, pruneAddresses, pruneRequests }),
  ...give(MAINTENANCE_WITHOUT_EVENT, { pruneReplies, pruneUndo }),
  ...give({ ...MAINTENANCE_WITHOUT_EVENT, queuesDeliveries: true }, { pullInDeliveries }),
} satisfies Readonly<Record<string, Write>>;

export type WriteName = keyof typeof WRITES;
export type WriteArgs<N extends WriteName> = Parameters<(typeof WRITES)[N]["run"]>[1];
export type WriteResult<N extends WriteName> = Awaited<ReturnType<(typeof WRITES)[N]["run"]>>;

/** The writes that take an idempotency key. */
export type OnceName = {
  [N in WriteName]: (typeof WRITES)[N]["takesKey"] extends true ? N : never;
}[WriteName];

type IdempotencyKey = RequestKey & { readonly now: number };

export interface KeyedWrite<Args, Result> {
  (args: Args): Promise<Result>;
  /** Runs at most once per key: a repeated key returns the stored result of the first call. */
  once(args: Args, key: IdempotencyKey): Promise<OnceOutcome<Result>>;
}

/** The writes as {@link Store} offers them: called with their arguments only. */
export type Writes = {
  readonly [N in keyof typeof WRITES]: N extends OnceName
    ? KeyedWrite<WriteArgs<N>, WriteResult<N>>
    : CallOf<(typeof WRITES)[N]["run"]>;
};

export interface WriteCalls {
  readonly write: (name: WriteName, args: unknown) => Promise<unknown>;
  readonly writeOnce: (name: OnceName, args: unknown, key: IdempotencyKey) => Promise<unknown>;
}

/** Makes writes that pass their name and arguments to `write` or `writeOnce`. */
export const bindWrites = ({ write, writeOnce: once }: WriteCalls): Writes =>
  bindCalls(WRITES, (name) => {
    const plain = (args: unknown) => write(name, args);
    return takesKey(name)
      ? Object.assign(plain, {
          once: (args: unknown, key: IdempotencyKey) => once(name, args, key),
        })
      : plain;
  }) as Writes;

/** The same writes, each run by `around`, with a key or without. */
export const wrapWrites = (
  writes: Writes,
  around: (run: () => Promise<unknown>, name: WriteName, args: unknown) => Promise<unknown>,
): Writes =>
  bindWrites({
    write: (name, args) => around(() => writes[name](args as never), name, args),
    writeOnce: (name, args, key) => around(() => writes[name].once(args as never, key), name, args),
  });

const takesKey = (name: WriteName): name is OnceName => WRITES[name].takesKey;

/** @throws Error if there is no write of this name: callers pass names that crossed a thread port. */
export function writeNamed(name: string): Write {
  const write: Write | undefined = (WRITES as Readonly<Record<string, Write>>)[name];
  if (write === undefined) throw new Error(`There is no write named ${name}.`);
  return write;
}

/** The call that runs one of {@link WRITES} at most once per idempotency key. */
export const ONCE_CALL = "once";

export interface OnceCall {
  readonly name: OnceName;
  readonly args: unknown;
  readonly key: IdempotencyKey;
}

export function runWriteOnce(
  db: Db,
  { name, args, key }: OnceCall,
  box: SecretBox,
  sendable: readonly DestinationKind[],
): Promise<OnceOutcome<unknown>> {
  const { run } = writeNamed(name);
  return runOnce(db, key, () => run(db, args as never, box, sendable), box);
}

/** A post has prepared statements instead of an entry in {@link WRITES}. */
export function laneOf(call: string): Lane {
  if (call === ACCEPT_CALL) return "intake";
  return call === ONCE_CALL ? "api" : writeNamed(call).lane;
}
