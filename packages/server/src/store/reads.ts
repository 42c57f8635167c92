/** Every read. Each runs on the reader thread. */
import { bindCalls, type CallOf } from "./engine/store-query.ts";
import { findAccount } from "./accounts/accounts.ts";
import { listApiKeys } from "./accounts/api-keys.ts";
import { findDeviceLogin } from "./accounts/device-logins.ts";
import { findConfirmation, listRecipients, listSuppressed } from "./mail/mail-addresses.ts";
import { unaskedAddresses, waitingAddress } from "./mail/confirmations.ts";
import {
  findSubscribeLink,
  unsubscribedRecipient,
  findSubscription,
} from "./mail/subscriptions.ts";
import { alertFacts } from "./alerts/alert-facts.ts";
import { findAlertWebhook, revealAlertSecret } from "./alerts/alert-webhook.ts";
import { alertDetails, countDue, lastErrorTexts, listAlerts } from "./alerts/alerts.ts";
import { findAttachment, findPublicAttachment, submissionFiles } from "./files/attachments.ts";
import { attemptStats } from "./deliveries/attempt-stats.ts";
import { listAudit } from "./accounts/audit.ts";
import { listUndo } from "./submissions/undo.ts";
import { digestContents } from "./mail/digest-contents.ts";
import { dueDigests } from "./mail/digests.ts";
import { databaseBytes, newestTimes, ping } from "./engine/checks.ts";
import { notifiedForm } from "./mail/notified-form.ts";
import { nextDeletedForm } from "./forms/deleted-forms.ts";
import { readDeliveryBody } from "./deliveries/delivery-bodies.ts";
import { nextDueAt } from "./deliveries/destination-queues.ts";
import { getDeliveries, listDeliveries } from "./deliveries/delivery-log.ts";
import { expiringGroups } from "./submissions/expired-submissions.ts";
import { newestEventPosition, readEvents } from "./events/events.ts";
import { listUnreached } from "./deliveries/unreached.ts";
import { lateDeliveries } from "./deliveries/late-deliveries.ts";
import { newestDeliveryId, sendableDeliveries } from "./deliveries/sendable-deliveries.ts";
import { sendingProgress } from "./deliveries/sending-progress.ts";
import { filesOfForms, fileTotal, formFileBytes } from "./files/file-totals.ts";
import { fileSweepPosition, referencedFiles, removedFiles } from "./files/file-ledger.ts";
import { formsNamed } from "./forms/name-search.ts";
import { findFormName, listFormNames } from "./forms/form-names.ts";
import { listFormViews } from "./forms/form-views.ts";
import { findForm, listForms } from "./forms/forms.ts";
import { findOutcome } from "./idempotency/idempotency-keys.ts";
import { leadContents } from "./leads/lead-contents.ts";
import { nextLeadAt } from "./leads/lead-scores.ts";
import { akismetChanges, readCorrection } from "./spam/corrections.ts";
import { hasEarlierMarks } from "./spam/earlier-marks.ts";
import { listTrainedAccounts, readTrainedModel } from "./spam/spam-models.ts";
import { findLogin, firstLoginAddress, hasAccount, hasLogin } from "./accounts/logins.ts";
import { findProject, listProjects } from "./forms/projects.ts";
import { countStates, countSubmissions } from "./submissions/submission-counts.ts";
import { isIndexBehind } from "./submissions/search-text.ts";
import { findNeighbors, listSubmissions } from "./submissions/submission-list.ts";
import {
  serializeCountedPage,
  serializeSubmissionPage,
  serializeSubmissionSlice,
} from "./submissions/submission-pages.ts";
import {
  takeSearchSnapshot,
  pageByEmail,
  searchIndex,
  searchRows,
  searchMarks,
} from "./submissions/submission-search.ts";
import { findSession, hasSession, listSessions, isSignInLink } from "./accounts/sessions.ts";
import { signInWait } from "./accounts/sign-in-counts.ts";
import { hasUncountedDeliveries } from "./submissions/delivery-state.ts";
import { openWork } from "./statistics/open-work.ts";
import { accountAnswers } from "./statistics/answers.ts";
import { accountArrivals, accountSources } from "./statistics/arrivals.ts";
import { accountDays, formDays, hasUncountedDays } from "./submissions/submission-days.ts";
import { serializeSubmission, serializeSubmissions } from "./submissions/serialized-submissions.ts";
import { findReplyTemplate, listReplyTemplates } from "./mail/reply-templates.ts";
import { findConversation, listReplies } from "./mail/written-replies.ts";
import { listNotes } from "./submissions/notes.ts";
import { getSubmission } from "./submissions/submissions.ts";
import { unansweredCaptchas } from "./forms/unanswered-captchas.ts";
import { oldestDue, webhooksNeedingAttention } from "./webhooks/webhooks-needing-attention.ts";
import { newestDeliveries, receiverAnswers, webhookHealth } from "./webhooks/webhook-health.ts";
import { revealSecrets, secretRotation } from "./webhooks/webhook-secrets.ts";
import { findWebhook, listWebhookNames, listWebhooks } from "./webhooks/webhooks.ts";

export const READS = {
  ping,
  findAccount,
  hasAccount,
  hasLogin,
  findLogin,
  findSession,
  listSessions,
  hasSession,
  isSignInLink,
  signInWait,
  firstLoginAddress,
  getSubmission,
  serializeSubmission,
  serializeSubmissions,
  serializeCountedPage,
  serializeSubmissionPage,
  serializeSubmissionSlice,
  listSubmissions,
  listNotes,
  listReplies,
  findConversation,
  listReplyTemplates,
  findReplyTemplate,
  findNeighbors,
  takeSearchSnapshot,
  searchRows,
  searchIndex,
  searchMarks,
  pageByEmail,
  isIndexBehind,
  countStates,
  countSubmissions,
  findForm,
  findFormName,
  listFormNames,
  listForms,
  listFormViews,
  formsNamed,
  findProject,
  listProjects,
  findWebhook,
  listWebhooks,
  listWebhookNames,
  revealSecrets,
  secretRotation,
  webhookHealth,
  newestDeliveries,
  receiverAnswers,
  listApiKeys,
  findDeviceLogin,
  findAttachment,
  findPublicAttachment,
  removedFiles,
  referencedFiles,
  fileSweepPosition,
  listDeliveries,
  getDeliveries,
  sendableDeliveries,
  listUnreached,
  newestDeliveryId,
  sendingProgress,
  readDeliveryBody,
  nextDueAt,
  lateDeliveries,
  newestTimes,
  nextDeletedForm,
  notifiedForm,
  dueDigests,
  digestContents,
  expiringGroups,
  nextLeadAt,
  leadContents,
  newestEventPosition,
  readEvents,
  findOutcome,
  listTrainedAccounts,
  readTrainedModel,
  hasEarlierMarks,
  akismetChanges,
  readCorrection,
  accountAnswers,
  accountArrivals,
  accountSources,
  accountDays,
  formDays,
  hasUncountedDays,
  hasUncountedDeliveries,
  attemptStats,
  oldestDue,
  webhooksNeedingAttention,
  unansweredCaptchas,
  fileTotal,
  formFileBytes,
  filesOfForms,
  submissionFiles,
  databaseBytes,
  listAudit,
  listUndo,
  listRecipients,
  unaskedAddresses,
  waitingAddress,
  listSuppressed,
  findConfirmation,
  findSubscription,
  unsubscribedRecipient,
  findSubscribeLink,
  alertFacts,
  alertDetails,
  countDue,
  openWork,
  lastErrorTexts,
  listAlerts,
  findAlertWebhook,
  revealAlertSecret,
} as const;

export type ReadName = keyof typeof READS;

/** The reads as {@link Store} offers them: called with their arguments only. */
export type Reads = { readonly [N in ReadName]: CallOf<(typeof READS)[N]> };

/** Makes reads that pass their name and arguments to `call`. */
export function bindReads(call: (name: ReadName, args: unknown) => Promise<unknown>): Reads {
  return bindCalls(READS, (name) => (args: unknown) => call(name, args)) as Reads;
}

/** The same reads, each run by `around`. */
export function wrapReads(
  reads: Reads,
  around: (run: () => Promise<unknown>, name: ReadName, args: unknown) => Promise<unknown>,
): Reads {
  return bindReads((name, args) => around(() => reads[name](args as never), name, args));
}
