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
const OUTBOX = { ...API, lane: "intake" } as const;
const OUTBOX_WITHOUT_EVENT = { ...OUTBOX, emitsEvents: false } as const;
const MAINTENANCE = { ...API, lane: "maintenance" } as const;
const MAINTENANCE_WITHOUT_EVENT = { ...MAINTENANCE, emitsEvents: false } as const;

export const WRITES = {
  claimInstallation: { run: claimInstallation, ...API_WITHOUT_EVENT },
  firstStart: { run: firstStart, ...API, changesForms: true },
  writeProbe: { run: writeProbe, ...OUTBOX_WITHOUT_EVENT },
  updateSubmission: { run: updateSubmission, ...API, queuesDeliveries: true },
  updateSubmissions: { run: updateSubmissions, ...API, queuesDeliveries: true, takesKey: true },
  importSubmissions: { run: importSubmissions, ...API_WITHOUT_EVENT, takesKey: true },
  deleteSubmission: { run: deleteSubmission, ...API },
  createNote: { run: createNote, ...API, takesKey: true },
  updateNote: { run: updateNote, ...API },
  deleteNote: { run: deleteNote, ...API },
  createReply: { run: createReply, ...API, queuesDeliveries: true, takesKey: true },
  createReplyTemplate: { run: createReplyTemplate, ...API_WITHOUT_EVENT, takesKey: true },
  updateReplyTemplate: { run: updateReplyTemplate, ...API_WITHOUT_EVENT },
  deleteReplyTemplate: { run: deleteReplyTemplate, ...API_WITHOUT_EVENT },
  saveView: { run: saveView, ...API_WITHOUT_EVENT },
  deleteView: { run: deleteView, ...API_WITHOUT_EVENT },
  claimSubmissions: { run: claimSubmissions, ...API, takesKey: true },
  releaseSubmissions: { run: releaseSubmissions, ...API },
  extendLeases: { run: extendLeases, ...API },
  createForm: { run: createForm, ...API, changesForms: true, takesKey: true },
  copyForm: { run: copyForm, ...API, changesForms: true, takesKey: true },
  updateForm: { run: updateForm, ...API, changesForms: true },
  updateForms: { run: updateForms, ...API, changesForms: true },
  deleteForm: { run: deleteForm, ...API, changesForms: true },
  recordQueueConsumer: { run: recordQueueConsumer, ...API_WITHOUT_EVENT },
  forgetQueueConsumer: { run: forgetQueueConsumer, ...API_WITHOUT_EVENT },
  claimPageLook: { run: claimPageLook, ...MAINTENANCE_WITHOUT_EVENT },
  recordPageLook: { run: recordPageLook, ...MAINTENANCE_WITHOUT_EVENT },
  deleteFormBatch: { run: deleteFormBatch, ...MAINTENANCE },
  createProject: { run: createProject, ...API, takesKey: true },
  updateProject: { run: updateProject, ...API },
  deleteProject: { run: deleteProject, ...API },
  restoreProject: { run: restoreProject, ...API },
  createWebhook: { run: createWebhook, ...API, takesKey: true },
  updateWebhook: { run: updateWebhook, ...API },
  replaceSecret: { run: replaceSecret, ...API },
  stageSecret: { run: stageSecret, ...API },
  activateSecret: { run: activateSecret, ...API },
  deleteWebhook: { run: deleteWebhook, ...API },
  createApiKey: { run: createApiKey, ...API, takesKey: true },
  inviteMember: { run: inviteMember, ...API, queuesDeliveries: true, takesKey: true },
  inviteAgain: { run: inviteAgain, ...API, queuesDeliveries: true, takesKey: true },
  updateMember: { run: updateMember, ...API },
  removeMember: { run: removeMember, ...API },
  acceptInvitation: { run: acceptInvitation, ...API_WITHOUT_EVENT },
  createDeviceLogin: { run: createDeviceLogin, ...API_WITHOUT_EVENT },
  denyDeviceLogin: { run: denyDeviceLogin, ...API_WITHOUT_EVENT },
  rotateApiKey: { run: rotateApiKey, ...API, takesKey: true },
  deleteApiKey: { run: deleteApiKey, ...API },
  touchApiKey: { run: touchApiKey, ...MAINTENANCE_WITHOUT_EVENT },
  clearRemovedFiles: { run: clearRemovedFiles, ...MAINTENANCE },
  recordFileSweep: { run: recordFileSweep, ...MAINTENANCE },
  refireSubmissions: { run: refireSubmissions, ...API, queuesDeliveries: true, takesKey: true },
  refireDelivery: { run: refireDelivery, ...API, queuesDeliveries: true, takesKey: true },
  refireFailed: { run: refireFailed, ...API },
  recordRefire: { run: recordRefire, ...API, takesKey: true },
  sendDeliveries: { run: sendDeliveries, ...API, queuesDeliveries: true, takesKey: true },
  stopSending: { run: stopSending, ...API },
  dismissUnreached: { run: dismissUnreached, ...API },
  queueTest: { run: queueTest, ...API },
  claimDeliveries: { run: claimDeliveries, ...OUTBOX_WITHOUT_EVENT },
  cancelUnsendable: { run: cancelUnsendable, ...MAINTENANCE },
  releaseClaims: { run: releaseClaims, ...OUTBOX_WITHOUT_EVENT },
  pullInDeliveries: { run: pullInDeliveries, ...MAINTENANCE_WITHOUT_EVENT, queuesDeliveries: true },
  planDigest: { run: planDigest, ...MAINTENANCE_WITHOUT_EVENT },
  queueDigest: { run: queueDigest, ...MAINTENANCE, queuesDeliveries: true },
  recoverLeases: { run: recoverLeases, ...MAINTENANCE },
  renewDeliveryLeases: { run: renewDeliveryLeases, ...OUTBOX_WITHOUT_EVENT },
  storeDeliveryBodies: { run: storeDeliveryBodies, ...OUTBOX_WITHOUT_EVENT },
  recordOutcomes: { run: recordOutcomes, ...OUTBOX },
  indexSubmissions: { run: indexSubmissions, ...MAINTENANCE_WITHOUT_EVENT },
  removeExpired: { run: removeExpired, ...MAINTENANCE },
  pruneDeliveries: { run: pruneDeliveries, ...MAINTENANCE_WITHOUT_EVENT },
  claimLeads: { run: claimLeads, ...API_WITHOUT_EVENT },
  recordLeadOutcome: { run: recordLeadOutcome, ...API, queuesDeliveries: true },
  recoverLeads: { run: recoverLeads, ...MAINTENANCE_WITHOUT_EVENT },
  pruneEvents: { run: pruneEvents, ...MAINTENANCE_WITHOUT_EVENT },
  pruneBatches: { run: pruneBatches, ...MAINTENANCE_WITHOUT_EVENT },
  useSignOnState: { run: useSignOnState, ...API_WITHOUT_EVENT },
  signInByProvider: { run: signInByProvider, ...API },
  endProviderSessions: { run: endProviderSessions, ...API },
  useSolution: { run: useSolution, ...OUTBOX_WITHOUT_EVENT },
  pruneIdempotencyKeys: { run: pruneIdempotencyKeys, ...MAINTENANCE_WITHOUT_EVENT },
  beginSession: { run: beginSession, ...API_WITHOUT_EVENT },
  createSignInLink: { run: createSignInLink, ...API_WITHOUT_EVENT },
  redeemSignInLink: { run: redeemSignInLink, ...API_WITHOUT_EVENT },
  createLoginForSession: { run: createLoginForSession, ...API_WITHOUT_EVENT },
  reserveSignIn: { run: reserveSignIn, ...API_WITHOUT_EVENT },
  refundSignIn: { run: refundSignIn, ...API_WITHOUT_EVENT },
  clearSignInCount: { run: clearSignInCount, ...API_WITHOUT_EVENT },
  renewPasswordHash: { run: renewPasswordHash, ...API_WITHOUT_EVENT },
  changePassword: { run: changePassword, ...API_WITHOUT_EVENT },
  setFactorRule: { run: setFactorRule, ...API_WITHOUT_EVENT },
  proveSession: { run: proveSession, ...API_WITHOUT_EVENT },
  setTotpSecret: { run: setTotpSecret, ...API_WITHOUT_EVENT },
  setRecoveryCodes: { run: setRecoveryCodes, ...API_WITHOUT_EVENT },
  acceptCode: { run: acceptCode, ...API_WITHOUT_EVENT },
  addPasskey: { run: addPasskey, ...API_WITHOUT_EVENT },
  usePasskey: { run: usePasskey, ...API_WITHOUT_EVENT },
  removeFactor: { run: removeFactor, ...API_WITHOUT_EVENT },
  createChallenge: { run: createChallenge, ...API_WITHOUT_EVENT },
  useChallenge: { run: useChallenge, ...API_WITHOUT_EVENT },
  touchSession: { run: touchSession, ...MAINTENANCE_WITHOUT_EVENT },
  endSession: { run: endSession, ...API_WITHOUT_EVENT },
  endSessions: { run: endSessions, ...API_WITHOUT_EVENT },
  pruneSessions: { run: pruneSessions, ...MAINTENANCE_WITHOUT_EVENT },
  learnEarlierMarks: { run: learnEarlierMarks, ...MAINTENANCE_WITHOUT_EVENT },
  pruneArrivals: { run: pruneArrivals, ...MAINTENANCE_WITHOUT_EVENT },
  recordRejectedPosts: { run: recordRejectedPosts, ...MAINTENANCE_WITHOUT_EVENT },
  pruneRejectedPosts: { run: pruneRejectedPosts, ...MAINTENANCE_WITHOUT_EVENT },
  countEarlierDays: { run: countEarlierDays, ...MAINTENANCE_WITHOUT_EVENT },
  countEarlierDeliveries: { run: countEarlierDeliveries, ...MAINTENANCE_WITHOUT_EVENT },
  compactFileTotals: { run: compactFileTotals, ...MAINTENANCE_WITHOUT_EVENT },
  recordAudit: { run: recordAudit, ...API },
  recordAudits: { run: recordAudits, ...API },
  confirmAddress: { run: confirmAddress, ...API_WITHOUT_EVENT },
  confirmWithoutLink: { run: confirmWithoutLink, ...MAINTENANCE_WITHOUT_EVENT },
  releaseAddress: { run: releaseAddress, ...API_WITHOUT_EVENT },
  queueConfirmation: { run: queueConfirmation, ...API, queuesDeliveries: true },
  reserveReply: { run: reserveReply, ...OUTBOX_WITHOUT_EVENT },
  pruneAddresses: { run: pruneAddresses, ...MAINTENANCE_WITHOUT_EVENT },
  pruneRequests: { run: pruneRequests, ...MAINTENANCE_WITHOUT_EVENT },
  pruneReplies: { run: pruneReplies, ...MAINTENANCE_WITHOUT_EVENT },
  unsubscribe: { run: unsubscribe, ...API_WITHOUT_EVENT },
  queueSubscribeLink: { run: queueSubscribeLink, ...API, queuesDeliveries: true },
  subscribeAgain: { run: subscribeAgain, ...API_WITHOUT_EVENT },
  recordStranger: { run: recordStranger, ...API },
  recordAlerts: { run: recordAlerts, ...API, queuesDeliveries: true },
  touchAlerts: { run: touchAlerts, ...MAINTENANCE_WITHOUT_EVENT },
  syncAccountRecipients: { run: syncAccountRecipients, ...API_WITHOUT_EVENT },
  setAlertUrl: { run: setAlertUrl, ...API_WITHOUT_EVENT },
  undoPart: { run: undoPart, ...API, queuesDeliveries: true },
  pruneUndo: { run: pruneUndo, ...MAINTENANCE_WITHOUT_EVENT },
  pruneAudit: { run: pruneAudit, ...MAINTENANCE_WITHOUT_EVENT },
} as const satisfies Readonly<Record<string, Write>>;

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
