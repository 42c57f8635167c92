/**
 * Members of records that no request sets. Clients send whole records back, so each may be repeated; a client that
 * sends another value would take 200 for a change that was made, and gets its name. The rules are `x-sent-back` in
 * openapi.yaml; the build fails for a new member of a record that has none and cannot be set.
 */
import { zForm, zFormWebhook, zProject, zSubmission } from "@intray/sdk/schemas";
import type { z } from "zod";
import { invalid } from "../../domain/errors.ts";
import { sentBack } from "./sent-back.gen.ts";

/** `x-sent-back`, which the beginning of openapi.yaml explains. */
type Rule =
  | "fixed"
  | "moving"
  | "marked"
  | { readonly except: readonly string[]; readonly mayLack?: boolean };

export interface ReadOnlyMembers {
  readonly rules: Readonly<Record<string, Rule>>;
  readonly record: z.ZodObject;
}

const movingOfWebhooks = Object.entries(sentBack.FormWebhook).flatMap(([name, rule]) =>
  rule === "moving" ? [name] : [],
);

export const READ_ONLY = {
  form: { rules: { ...sentBack.Form, form_webhooks: { except: movingOfWebhooks } }, record: zForm },
  webhook: { rules: sentBack.FormWebhook, record: zFormWebhook },
  project: { rules: sentBack.Project, record: zProject },
  submission: { rules: sentBack.Submission, record: zSubmission },
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
