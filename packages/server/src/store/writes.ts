/** Every write by name, and the lane in which it waits. Each runs inside the writer's transaction. */
import { createApiKey, deleteApiKey, touchApiKey } from "./accounts/api-keys.ts";
import { noteAudit, noteWrongPassword, pruneAudit } from "./accounts/audit.ts";
import { refireDelivery, refireSubmissions } from "./deliveries/deliveries.ts";
import { storeDeliveryBodies } from "./deliveries/delivery-bodies.ts";
import { releaseClaims } from "./deliveries/delivery-claims.ts";
import { claimDeliveries } from "./deliveries/delivery-contents.ts";
import { recoverLeases } from "./deliveries/delivery-leases.ts";
import { recordOutcomes } from "./deliveries/delivery-outcomes.ts";
import { deleteFormBatch } from "./forms/deleted-forms.ts";
import { removeExpired } from "./submissions/expired-submissions.ts";
import { pruneEvents } from "./events/prune-events.ts";
import { noteRefired, refireFailed } from "./deliveries/failed-deliveries.ts";
import { forgetRemovedFiles, noteFileSweptTo } from "./files/file-ledger.ts";
import { foldFileTotals } from "./files/file-totals.ts";
import { firstStart } from "./accounts/first-start.ts";
import { createForm, deleteForm, updateForm } from "./forms/forms.ts";
import { claimInstallation } from "./files/installation.ts";
import { ACCEPT_CALL } from "./engine/calls.ts";
import { claimLeads, recoverLeads, settleLead } from "./leads/lead-scores.ts";
import { type Outcome, pruneIdempotencyKeys, runOnce } from "./idempotency/idempotency-keys.ts";
import type { RequestKey } from "../domain/idempotency-key.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { Lane } from "./engine/lanes.ts";
import { createProject, deleteProject, updateProject } from "./forms/projects.ts";
import { updateSubmissions } from "./submissions/submission-changes.ts";
import {
  claimSubmissions,
  extendLeases,
  releaseSubmissions,
} from "./submissions/submission-claims.ts";
import { pruneDeliveries } from "./deliveries/pruned-deliveries.ts";
import { indexSubmissions } from "./submissions/search-text.ts";
import { countEarlierDays } from "./submissions/submission-days.ts";
import { deleteSubmission, updateSubmission } from "./submissions/submissions.ts";
import { changePassword } from "./accounts/logins.ts";
import {
  beginSession,
  createSignInLink,
  endSession,
  endSessions,
  pruneSessions,
  touchSession,
  takeSignInLink,
  takeLogin,
} from "./accounts/sessions.ts";
import { queueTest } from "./deliveries/test-deliveries.ts";
import type { Db } from "./engine/schema.ts";
import type { StoreQuery } from "./engine/store-query.ts";
import { touch } from "./engine/ping.ts";
import { activateSecret, replaceSecret, stageSecret } from "./webhooks/webhook-secrets.ts";
import { createWebhook, deleteWebhook, updateWebhook } from "./webhooks/webhooks.ts";

export const WRITES = {
  claimInstallation,
  firstStart,
  touch,
  updateSubmission,
  updateSubmissions,
  deleteSubmission,
  claimSubmissions,
  releaseSubmissions,
  extendLeases,
  createForm,
  updateForm,
  deleteForm,
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
  noteRefired,
  queueTest,
  claimDeliveries,
  releaseClaims,
  recoverLeases,
  storeDeliveryBodies,
  recordOutcomes,
  indexSubmissions,
  removeExpired,
  pruneDeliveries,
  claimLeads,
  settleLead,
  recoverLeads,
  pruneEvents,
  pruneIdempotencyKeys,
  beginSession,
  createSignInLink,
  takeSignInLink,
  takeLogin,
  changePassword,
  touchSession,
  endSession,
  endSessions,
  pruneSessions,
  countEarlierDays,
  foldFileTotals,
  noteAudit,
  noteWrongPassword,
  pruneAudit,
} as const;

/** Writes that may have an idempotency key: their results are plain JSON, and hold no secret. */
export type OnceName =
  | "createForm"
  | "createProject"
  | "createWebhook"
  | "createApiKey"
  | "updateSubmissions"
  | "claimSubmissions"
  | "refireSubmissions"
  | "refireDelivery"
  | "noteRefired";

/** The call that runs one of {@link WRITES} once for a key. */
export const ONCE_CALL = "once";

export interface OnceCall {
  readonly name: OnceName;
  readonly args: unknown;
  readonly key: RequestKey & { readonly now: number };
}

export function writeOnce(
  db: Db,
  { name, args, key }: OnceCall,
  box: SecretBox,
): Promise<Outcome<unknown>> {
  const write = (WRITES as Record<string, StoreQuery>)[name];
  if (write === undefined) throw new Error(`There is no write named ${name}.`);
  return runOnce(db, key, () => write(db, args as never, box));
}

/** Writes that are not the API's. A post has prepared statements instead of a place above. */
const LANES: Readonly<Record<string, Lane>> = {
  [ACCEPT_CALL]: "intake",
  claimDeliveries: "intake",
  releaseClaims: "intake",
  storeDeliveryBodies: "intake",
  recordOutcomes: "intake",
  recoverLeases: "upkeep",
  recoverLeads: "upkeep",
  touchApiKey: "upkeep",
  touchSession: "upkeep",
  pruneSessions: "upkeep",
  pruneIdempotencyKeys: "upkeep",
  forgetRemovedFiles: "upkeep",
  noteFileSweptTo: "upkeep",
  deleteFormBatch: "upkeep",
  indexSubmissions: "upkeep",
  removeExpired: "upkeep",
  pruneDeliveries: "upkeep",
  pruneEvents: "upkeep",
  countEarlierDays: "upkeep",
  foldFileTotals: "upkeep",
  pruneAudit: "upkeep",
};

/** After these the forms that intake remembers are read again. */
export const CHANGES_FORMS: ReadonlySet<string> = new Set([
  "firstStart",
  "createForm",
  "updateForm",
  "deleteForm",
] satisfies (keyof typeof WRITES)[]);

/** After these a delivery may be due. */
export const QUEUES_DELIVERIES: ReadonlySet<string> = new Set([
  "updateSubmission",
  "updateSubmissions",
  "refireSubmissions",
  "refireDelivery",
  "settleLead",
] satisfies (keyof typeof WRITES)[]);

/** After these no event has to be looked for. */
export const QUIET: ReadonlySet<string> = new Set([
  "claimInstallation",
  "touch",
  "touchApiKey",
  "beginSession",
  "createSignInLink",
  "takeSignInLink",
  "takeLogin",
  "changePassword",
  "touchSession",
  "endSession",
  "endSessions",
  "pruneSessions",
  "claimDeliveries",
  "releaseClaims",
  "storeDeliveryBodies",
  "pruneEvents",
  "pruneIdempotencyKeys",
  "pruneDeliveries",
  "indexSubmissions",
  "countEarlierDays",
  "foldFileTotals",
  "noteAudit",
  "noteWrongPassword",
  "pruneAudit",
  "claimLeads",
  "recoverLeads",
] satisfies (keyof typeof WRITES)[]);

export function laneOf(name: string): Lane {
  return LANES[name] ?? "api";
}
