/** Every read of the store, by the name that it has here. Each runs on the reader thread while there is one. */
export * from "./small-reads.ts";
export { findAccount } from "./accounts/accounts.ts";
export { findApiKey, listApiKeys } from "./accounts/api-keys.ts";
export { firstInaccessible } from "./accounts/inaccessible.ts";
export { findMember, listMembers } from "./accounts/members.ts";
export { countAudit, listAudit } from "./accounts/audit.ts";
export { findDeviceLogin } from "./accounts/device-logins.ts";
export { findLogin, firstLoginAddress, hasLogin, listPeople } from "./accounts/logins.ts";
export { findSession, isSignInLink, listSessions } from "./accounts/sessions.ts";
export { findPasskey, listCredentials, listSecondFactors } from "./accounts/second-factors.ts";
export { signInWait } from "./accounts/sign-in-counts.ts";
export { alertProjects } from "./alerts/account-recipients.ts";
export { findAlertWebhook, revealAlertSecret } from "./alerts/alert-webhook.ts";
export { alertDetails, countDue, lastErrorTexts, listAlerts } from "./alerts/alerts.ts";
export { attemptStats } from "./deliveries/attempt-stats.ts";
export { readDeliveryBody } from "./deliveries/delivery-bodies.ts";
export { getDeliveries, listDeliveries } from "./deliveries/delivery-log.ts";
export { newestDeliveryId, sendableDeliveries } from "./deliveries/sendable-deliveries.ts";
export { sendingProgress } from "./deliveries/sending-progress.ts";
export { listUnreached } from "./deliveries/unreached.ts";
export { databaseBytes } from "./engine/checks.ts";
export { newestEventPosition, readEvents } from "./events/events.ts";
export { findAttachment, findPublicAttachment, submissionFiles } from "./files/attachments.ts";
export { filesOfForms } from "./files/file-totals.ts";
export { formBoard, projectFigures } from "./forms/form-board.ts";
export { findFormName, listFormNames } from "./forms/form-names.ts";
export { listFormViews } from "./forms/form-views.ts";
export { findForm, listForms } from "./forms/forms.ts";
export { routedDestinations } from "./forms/form-lookup.ts";
export { formsNamed } from "./forms/name-search.ts";
export { findProject, listProjects } from "./forms/projects.ts";
export { findPageLook, formsMissingOnPages } from "./forms/page-looks.ts";
export { unansweredCaptchas } from "./forms/unanswered-captchas.ts";
export { findOutcome } from "./idempotency/idempotency-keys.ts";
export { leadContents } from "./leads/lead-contents.ts";
export { waitingAddress } from "./mail/confirmations.ts";
export { digestContents } from "./mail/digest-contents.ts";
export {
  findConfirmation,
  listRecipients,
  listSuppressed,
  troubledRecipients,
} from "./mail/mail-addresses.ts";
export { notifiedForm } from "./mail/notified-form.ts";
export { findReplyTemplate, listReplyTemplates } from "./mail/reply-templates.ts";
export {
  findSubscribeLink,
  findSubscription,
  unsubscribedRecipient,
} from "./mail/subscriptions.ts";
export { findConversation, listReplies } from "./mail/written-replies.ts";
export { countPossibleSpam } from "./spam/possible-spam.ts";
export { accountAnswers } from "./statistics/answers.ts";
export { accountArrivals, accountSources } from "./statistics/arrivals.ts";
export { formRejectedPosts, rejectingForms } from "./statistics/rejected-posts.ts";
export { findDecisions } from "./submissions/decisions.ts";
export { listNotes } from "./submissions/notes.ts";
export { rehearsedRows } from "./submissions/rehearsed-rows.ts";
export { serializeSubmission, serializeSubmissions } from "./submissions/serialized-submissions.ts";
export { countStates, countSubmissions } from "./submissions/submission-counts.ts";
export { accountDays, formArrivals, formDays } from "./submissions/submission-days.ts";
export { findNeighbors, listSubmissions } from "./submissions/submission-list.ts";
export {
  serializeCountedPage,
  serializeSubmissionPage,
  serializeSubmissionSlice,
} from "./submissions/submission-pages.ts";
export {
  pageByEmail,
  searchIndex,
  searchMarks,
  searchRows,
  takeSearchSnapshot,
} from "./submissions/submission-search.ts";
export { listSavedViews } from "./submissions/saved-views.ts";
export { listUsedTags } from "./submissions/submission-tags.ts";
export { getSubmission } from "./submissions/submissions.ts";
export { listUndo } from "./submissions/undo.ts";
export { newestDeliveries, receiverAnswers, webhookHealth } from "./webhooks/webhook-health.ts";
export { revealSecrets, secretRotation } from "./webhooks/webhook-secrets.ts";
export { oldestDue, webhooksNeedingAttention } from "./webhooks/webhooks-needing-attention.ts";
export { findWebhook, listWebhookNames, listWebhooks } from "./webhooks/webhooks.ts";
export { countImported } from "./submissions/imported-submissions.ts";
