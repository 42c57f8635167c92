/** Every read by name. Each runs on the reader thread. */
import { findAccount } from "./accounts.ts";
import { listApiKeys } from "./api-keys.ts";
import { findAttachment, findPublicAttachment } from "./attachments.ts";
import { dataVersion } from "./data-version.ts";
import { nextDeletedForm } from "./deleted-forms.ts";
import { deliveryContents, readDeliveryBody } from "./delivery-bodies.ts";
import { nextDueAt } from "./delivery-claims.ts";
import { getDeliveries, listDeliveries } from "./delivery-log.ts";
import { expiringCells } from "./expired-submissions.ts";
import { newestEventPosition, readEvents } from "./events.ts";
import { listFailed } from "./failed-deliveries.ts";
import { fileSweptTo, knownFiles, removedFiles } from "./file-ledger.ts";
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
import { groundSearch, pageByEmail, searchIndex, searchRows } from "./submission-search.ts";
import { getSubmission, getSubmissions } from "./submissions.ts";
import { findSession, isSignInLink, listSessions } from "./sessions.ts";
import { touch } from "./touch.ts";
import { revealSecrets } from "./webhook-secrets.ts";
import { findWebhook, listWebhooks } from "./webhooks.ts";

export const READS = {
  touch,
  dataVersion,
  findAccount,
  hasAccount,
  findLogin,
  findSession,
  listSessions,
  isSignInLink,
  getSubmission,
  getSubmissions,
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
  listForms,
  findProject,
  listProjects,
  findWebhook,
  listWebhooks,
  revealSecrets,
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
  deliveryContents,
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
} as const;
