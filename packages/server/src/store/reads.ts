/** Every read by name. Each runs on the reader thread. */
import { findAccount } from "./accounts.ts";
import { listApiKeys } from "./api-keys.ts";
import { findAttachment, findPublicAttachment } from "./attachments.ts";
import { dataVersion } from "./data-version.ts";
import { deliveryContents, readDeliveryBody } from "./delivery-bodies.ts";
import { nextDueAt } from "./delivery-claims.ts";
import { getDeliveries, listDeliveries } from "./delivery-log.ts";
import { listFailed } from "./failed-deliveries.ts";
import { fileSweptTo, knownFiles, removedFiles } from "./file-ledger.ts";
import { findForm, listForms } from "./forms.ts";
import { findProject, listProjects } from "./projects.ts";
import { countStates, countSubmissions } from "./submission-counts.ts";
import { listSubmissions } from "./submission-list.ts";
import { getSubmission } from "./submissions.ts";
import { touch } from "./touch.ts";
import { revealSecrets } from "./webhook-secrets.ts";
import { findWebhook, listWebhooks } from "./webhooks.ts";

export const READS = {
  touch,
  dataVersion,
  findAccount,
  getSubmission,
  listSubmissions,
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
} as const;
