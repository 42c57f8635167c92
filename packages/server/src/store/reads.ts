/** Every read by name. Each runs on the reader thread. */
import { findAccount } from "./accounts.ts";
import { listApiKeys } from "./api-keys.ts";
import { findAttachment, findPublicAttachment } from "./attachments.ts";
import { attemptFigures } from "./attempt-figures.ts";
import { listAudit } from "./audit.ts";
import { databaseBytes } from "./database-size.ts";
import { nextDeletedForm } from "./deleted-forms.ts";
import { readDeliveryBody } from "./delivery-bodies.ts";
import { nextDueAt } from "./delivery-claims.ts";
import { getDeliveries, listDeliveries } from "./delivery-log.ts";
import { expiringCells } from "./expired-submissions.ts";
import { newestEventPosition, readEvents } from "./events.ts";
import { listFailed } from "./failed-deliveries.ts";
import { fileTotal } from "./file-totals.ts";
import { fileSweptTo, knownFiles, removedFiles } from "./file-ledger.ts";
import { findFormName } from "./form-names.ts";
import { findForm, listForms } from "./forms.ts";
import { findOutcome } from "./idempotency-keys.ts";
import { leadContents } from "./lead-contents.ts";
import { listTrained, readLearntWords } from "./learnt-words.ts";
import { nextLeadAt } from "./lead-scores.ts";
import { findLogin, hasAccount } from "./logins.ts";
import { findProject, listProjects } from "./projects.ts";
import { countStates, countSubmissions } from "./submission-counts.ts";
import { isIndexBehind } from "./search-text.ts";
import { findNeighbours, listSubmissions } from "./submission-list.ts";
import { showSubmissionPage, showSubmissionSlice } from "./submission-pages.ts";
import { groundSearch, pageByEmail, searchIndex, searchRows } from "./submission-search.ts";
import { findSession, isSignInLink, listSessions } from "./sessions.ts";
import { accountDays, formDays, hasUncountedDays } from "./submission-days.ts";
import { showSubmission, showSubmissions } from "./submission-texts.ts";
import { getSubmission } from "./submissions.ts";
import { oldestDue, troubledWebhooks } from "./troubled-webhooks.ts";
import { touch } from "./touch.ts";
import { newestDeliveries, webhookHealth } from "./webhook-health.ts";
import { revealSecrets, secretRotation } from "./webhook-secrets.ts";
import { findWebhook, listWebhooks } from "./webhooks.ts";

export const READS = {
  touch,
  findAccount,
  hasAccount,
  findLogin,
  findSession,
  listSessions,
  isSignInLink,
  getSubmission,
  showSubmission,
  showSubmissions,
  showSubmissionPage,
  showSubmissionSlice,
  listSubmissions,
  findNeighbours,
  groundSearch,
  searchRows,
  searchIndex,
  pageByEmail,
  isIndexBehind,
  countStates,
  countSubmissions,
  findForm,
  findFormName,
  listForms,
  findProject,
  listProjects,
  findWebhook,
  listWebhooks,
  revealSecrets,
  secretRotation,
  webhookHealth,
  newestDeliveries,
  listApiKeys,
  findAttachment,
  findPublicAttachment,
  removedFiles,
  knownFiles,
  fileSweptTo,
  listDeliveries,
  getDeliveries,
  listFailed,
  readDeliveryBody,
  nextDueAt,
  nextDeletedForm,
  expiringCells,
  nextLeadAt,
  leadContents,
  newestEventPosition,
  readEvents,
  findOutcome,
  listTrained,
  readLearntWords,
  accountDays,
  formDays,
  hasUncountedDays,
  attemptFigures,
  oldestDue,
  troubledWebhooks,
  fileTotal,
  databaseBytes,
  listAudit,
} as const;
