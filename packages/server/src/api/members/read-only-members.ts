/**
 * Members of records that no request sets. Clients send whole records back, so each may be repeated; a client that
 * sends another value would take 200 for a change that was made, and gets its name. A new member of a record does not
 * compile until it is here or can be set.
 */
import {
  type Form,
  type FormSettings,
  type FormWebhook,
  type FormWebhookSettings,
  type Project,
  type Submission,
  type SubmissionChange,
  zForm,
  zFormWebhook,
  zProject,
  zSubmission,
} from "@intray/sdk/schemas";
import type { z } from "zod";
import { invalid } from "../../domain/errors.ts";
import type { UNSUPPORTED_FORM_MEMBERS } from "./unsupported-members.ts";

type Rule =
  /** Only the record's value is accepted. */
  | "fixed"
  /** It changes by itself, so a client may have read another value: any of its type is accepted. */
  | "moving"
  /** As `moving` if the request also has the mark, and a mark may have changed it; otherwise as `fixed`. */
  | "marked"
  /** As `fixed`, but these members of the object, or of the records in the list, may have any value. */
  | { readonly except: readonly string[]; readonly mayLack?: boolean };

export interface ReadOnlyMembers {
  readonly rules: Readonly<Record<string, Rule>>;
  /** The schema of the record. */
  readonly record: z.ZodObject;
}

const WEBHOOK_RULES = {
  id: "fixed",
  signing_secret: "fixed",
  created_at: "fixed",
  disabled_reason: "moving",
  failure_count: "moving",
  last_failure_at: "moving",
  updated_at: "moving",
} as const satisfies Record<Exclude<keyof FormWebhook, keyof FormWebhookSettings>, Rule> &
  Record<"signing_secret", Rule>;

const FORM_RULES = {
  id: "fixed",
  uuid: "fixed",
  project_name: "fixed",
  created_at: "fixed",
  updated_at: "moving",
  inbox_count: "moving",
  spam_count: "moving",
  trash_count: "moving",
  unread_count: "moving",
  mail_notice: "moving",
  notification_emails_pending: "moving",
  notification_cc_emails_pending: "moving",
  notification_bcc_emails_pending: "moving",
  queue_consumer: "moving",
  form_webhooks: {
    except: Object.entries(WEBHOOK_RULES).flatMap(([name, rule]) =>
      rule === "moving" ? [name] : [],
    ),
  },
} as const satisfies Record<
  Exclude<keyof Form, keyof FormSettings | keyof typeof UNSUPPORTED_FORM_MEMBERS>,
  Rule
>;

const PROJECT_RULES = {
  id: "fixed",
  created_at: "fixed",
  updated_at: "moving",
} as const satisfies Record<Exclude<keyof Project, "name">, Rule>;

const SUBMISSION_RULES = {
  id: "fixed",
  uid: "fixed",
  form_id: "fixed",
  form: { except: ["name"] },
  email: "fixed",
  payload_params: "fixed",
  form_params: "fixed",
  source_url: "fixed",
  source_host: "fixed",
  source_path: "fixed",
  source_query: "fixed",
  source_fragment: "fixed",
  ip: "fixed",
  referrer: "fixed",
  user_agent: "fixed",
  geocoded_country: "fixed",
  geocoded_region: "fixed",
  geocoded_city: "fixed",
  attachments: "fixed",
  created_at: "fixed",
  imported: "fixed",
  spam_reason: "marked",
  spam_findings: "marked",
  seen_at: "moving",
  answered_at: "moving",
  claim_count: "moving",
  claim: "moving",
  webhook_sent_at: "moving",
  delivery_state: "moving",
  lead_agent: "moving",
  updated_at: "moving",
  // Somebody may have written one since the client read them.
  notes: { except: ["updated_at"], mayLack: true },
  replies: { except: ["state", "reason", "answer", "finished_at"], mayLack: true },
} as const satisfies Record<Exclude<keyof Submission, keyof SubmissionChange>, Rule>;

export const READ_ONLY = {
  form: { rules: FORM_RULES, record: zForm },
  webhook: { rules: WEBHOOK_RULES, record: zFormWebhook },
  project: { rules: PROJECT_RULES, record: zProject },
  submission: { rules: SUBMISSION_RULES, record: zSubmission },
} as const satisfies Record<string, ReadOnlyMembers>;

/** Whether a body has a member that cannot be set. */
export const namesReadOnly = (body: object, { rules }: ReadOnlyMembers): boolean =>
  Object.keys(body).some((name) => Object.hasOwn(rules, name));

/**
 * Rejects a change of members that cannot be set. Returns the names of these members.
 *
 * @param served The record as responses have it.
 * @throws AppError `invalid` for a member with a value that `served` has not, and had not earlier.
 */
export function requireReadOnly(
  body: object,
  served: object,
  { rules, record }: ReadOnlyMembers,
): readonly string[] {
  const known = new Map(Object.entries(served));
  for (const [name, value] of Object.entries(body)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) continue;
    const now: unknown = known.get(name);
    if (isSame(value, now, rule, name)) continue;
    const mayDiffer = rule === "moving" || (rule === "marked" && isReasonOfMark(body, known));
    if (!mayDiffer) throw invalid(name, `${name} cannot be changed. Leave it out.`);
    if (record.shape[name]?.safeParse(value).success === true) continue;
    throw invalid(name, `${name} cannot be set, and never has this value. Leave it out.`);
  }
  return Object.keys(rules);
}

/** A request that is repeated has the reason from before its mark. */
function isReasonOfMark(body: object, known: ReadonlyMap<string, unknown>): boolean {
  const reason = known.get("spam_reason");
  const isChanged = known.get("updated_at") !== known.get("created_at");
  return "spam" in body && isChanged && (reason === null || reason === "marked");
}

/** A record without the member is sent back with null by clients that have a type for records. */
function isSame(value: unknown, now: unknown, rule: Rule, name: string): boolean {
  if (typeof rule !== "object") return isEqual(value, now ?? null, name);
  const { except, mayLack = false } = rule;
  const [sent, served] = [without(value, except), without(now ?? null, except)];
  if (!mayLack || !Array.isArray(sent) || !Array.isArray(served)) return isEqual(sent, served);
  return sent.every((one) => served.some((other) => isEqual(one, other)));
}

/** The object, or each object of the list, without members of these names. */
function without(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => without(one, names));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** Compares JSON values; the order of an object's members, and the notation of a time, do not matter. */
function isEqual(one: unknown, other: unknown, name = ""): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return one === other || (name.endsWith("_at") && isSameTime(one, other));
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return (
    left.size === right.size &&
    [...left].every(([key, value]) => right.has(key) && isEqual(value, right.get(key), key))
  );
}

const isSameTime = (one: unknown, other: unknown) =>
  typeof one === "string" && typeof other === "string" && Date.parse(one) === Date.parse(other);
