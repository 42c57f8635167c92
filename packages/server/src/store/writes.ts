/** Every write by name, and the lane in which it waits. Each runs inside the writer's transaction. */
import { createApiKey, deleteApiKey, touchApiKey } from "./api-keys.ts";
import { noteAudit, noteWrongPassword, pruneAudit } from "./audit.ts";
import { refireDelivery, refireSubmissions } from "./deliveries.ts";
import { storeDeliveryBodies } from "./delivery-bodies.ts";
import { releaseClaims } from "./delivery-claims.ts";
import { claimDeliveries } from "./delivery-contents.ts";
import { recoverLeases } from "./delivery-leases.ts";
import { settleDeliveries } from "./delivery-outcomes.ts";
import { deleteFormBatch } from "./deleted-forms.ts";
import { removeExpired } from "./expired-submissions.ts";
import { pruneEvents } from "./event-pruning.ts";
import { noteRefired, refireFailed } from "./failed-deliveries.ts";
import { forgetRemovedFiles, noteFileSweptTo } from "./file-ledger.ts";
import { foldFileTotals } from "./file-totals.ts";
import { firstStart } from "./first-start.ts";
import { createForm, deleteForm, updateForm } from "./forms.ts";
import { claimInstallation } from "./installation.ts";
import { ACCEPT_CALL } from "./calls.ts";
import { claimLeads, recoverLeads, settleLead } from "./lead-scores.ts";
import { type Outcome, pruneIdempotencyKeys, runOnce } from "./idempotency-keys.ts";
import type { RequestKey } from "../idempotency-key.ts";
import type { SecretBox } from "../secret-box.ts";
import type { Lane } from "./lanes.ts";
import { createProject, deleteProject, updateProject } from "./projects.ts";
import { updateSubmissions } from "./submission-changes.ts";
import { claimSubmissions, extendLeases, releaseSubmissions } from "./submission-claims.ts";
import { pruneDeliveries } from "./pruned-deliveries.ts";
import { indexSubmissions } from "./search-text.ts";
import { countEarlierDays } from "./submission-days.ts";
import { deleteSubmission, updateSubmission } from "./submissions.ts";
import { changePassword } from "./logins.ts";
import {
  beginSession,
  createSignInLink,
  endSession,
  endSessions,
  pruneSessions,
  touchSession,
  takeSignInLink,
  takeLogin,
} from "./sessions.ts";
import { queueTest } from "./test-deliveries.ts";
import type { Db } from "./schema.ts";
import type { StoreQuery } from "./thread-start.ts";
import { touch } from "./touch.ts";
import { activateSecret, replaceSecret, stageSecret } from "./webhook-secrets.ts";
import { createWebhook, deleteWebhook, updateWebhook } from "./webhooks.ts";

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
  settleDeliveries,
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
  settleDeliveries: "intake",
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
