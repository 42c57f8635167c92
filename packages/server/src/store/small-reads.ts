/**
 * The reads that a server at rest repeats, most of them of a few rows by an index. On SQLite the writer runs them while
 * there is no reader thread.
 */
export { hasAccount } from "./accounts/logins.ts";
export { hasSession } from "./accounts/sessions.ts";
export { alertFacts } from "./alerts/alert-facts.ts";
export { formRhythms } from "./alerts/form-rhythms.ts";
export { nextDueAt } from "./deliveries/destination-queues.ts";
export { lateDeliveries } from "./deliveries/late-deliveries.ts";
export { newestTimes, ping } from "./engine/checks.ts";
export { fileSweepPosition, referencedFiles, removedFiles } from "./files/file-ledger.ts";
export { fileTotal, formFileBytes } from "./files/file-totals.ts";
export { nextDeletedForm } from "./forms/deleted-forms.ts";
export { pagesToLookAt } from "./forms/page-looks.ts";
export { nextLeadAt } from "./leads/lead-scores.ts";
export { unaskedAddresses } from "./mail/confirmations.ts";
export { dueDigests } from "./mail/digests.ts";
export { hasReplied } from "./mail/written-replies.ts";
export { hasEarlierMarks } from "./spam/earlier-marks.ts";
export { listTrainedAccounts, readTrainedModel } from "./spam/spam-models.ts";
export { openWork } from "./statistics/open-work.ts";
export { hasUncountedDeliveries } from "./submissions/delivery-state.ts";
export { expiringGroups } from "./submissions/expired-submissions.ts";
export { isIndexBehind } from "./submissions/search-text.ts";
export { hasUncountedDays } from "./submissions/submission-days.ts";
