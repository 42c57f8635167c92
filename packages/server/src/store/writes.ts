/** Every write by name, and the lane in which it waits. Each runs inside the writer's transaction. */
import { createApiKey, deleteApiKey, touchApiKey } from "./api-keys.ts";
import { refireDelivery, refireSubmissions } from "./deliveries.ts";
import { storeDeliveryBodies } from "./delivery-bodies.ts";
import { claimDue, releaseClaims } from "./delivery-claims.ts";
import { recoverLeases } from "./delivery-leases.ts";
import { settleDeliveries } from "./delivery-outcomes.ts";
import { refireFailed } from "./failed-deliveries.ts";
import { forgetRemovedFiles, noteFileSweptTo } from "./file-ledger.ts";
import { firstStart } from "./first-start.ts";
import { createForm, deleteFormBatch, updateForm } from "./forms.ts";
import { claimInstallation } from "./installation.ts";
import { ACCEPT_CALL } from "./calls.ts";
import type { Lane } from "./lanes.ts";
import { createProject, deleteProject, updateProject } from "./projects.ts";
import { deleteSubmission, updateSubmission } from "./submissions.ts";
import { queueTest } from "./test-deliveries.ts";
import { touch } from "./touch.ts";
import { activateSecret, replaceSecret, stageSecret } from "./webhook-secrets.ts";
import { createWebhook, deleteWebhook, updateWebhook } from "./webhooks.ts";

export const WRITES = {
  claimInstallation,
  firstStart,
  touch,
  updateSubmission,
  deleteSubmission,
  createForm,
  updateForm,
  deleteFormBatch,
  createProject,
  updateProject,
  deleteProject,
  createWebhook,
  updateWebhook,
  replaceSecret,
  stageSecret,
  activateSecret,
  deleteWebhook,
  createApiKey,
  deleteApiKey,
  touchApiKey,
  forgetRemovedFiles,
  noteFileSweptTo,
  refireSubmissions,
  refireDelivery,
  refireFailed,
  queueTest,
  claimDue,
  releaseClaims,
  recoverLeases,
  storeDeliveryBodies,
  settleDeliveries,
} as const;

/** Writes that are not the API's. A post has prepared statements instead of a place above. */
const LANES: Readonly<Record<string, Lane>> = {
  [ACCEPT_CALL]: "intake",
  claimDue: "intake",
  releaseClaims: "intake",
  storeDeliveryBodies: "intake",
  settleDeliveries: "intake",
  recoverLeases: "upkeep",
  touchApiKey: "upkeep",
  forgetRemovedFiles: "upkeep",
  noteFileSweptTo: "upkeep",
  deleteFormBatch: "upkeep",
};

/** After these the forms that intake remembers are read again. */
export const CHANGES_FORMS: ReadonlySet<string> = new Set([
  "firstStart",
  "createForm",
  "updateForm",
  "deleteFormBatch",
] satisfies (keyof typeof WRITES)[]);

/** After these a delivery may be due. */
export const QUEUES_DELIVERIES: ReadonlySet<string> = new Set([
  "updateSubmission",
  "refireSubmissions",
  "refireDelivery",
] satisfies (keyof typeof WRITES)[]);

export function laneOf(name: string): Lane {
  return LANES[name] ?? "api";
}
