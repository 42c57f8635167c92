/** The forms resource. */
import type { Hono } from "hono";
import type { z } from "zod";
import {
  zFormCopyInput,
  zFormsBulkInput,
  zFormSettings,
  zListFormsQuery,
  zListFormViewsQuery,
} from "@intray/sdk/schemas";
import { AppError, invalid } from "../domain/errors.ts";
import { FORM_DEFAULTS, type FormChange, parseFormRef } from "../domain/form.ts";
import { rulesProblem } from "../domain/fields/rule-problem.ts";
import { normalRules } from "../domain/routing/form-rules.ts";
import type { FormRecord } from "../store/forms/form-rows.ts";
import { isPartial } from "../store/engine/paging.ts";
import { type Caller, scopeOf } from "./http/caller.ts";
import type { ApiContext, ApiEnv, ApiParts } from "./http/env.ts";
import { bulkChangedForm, formRecord, formViewRecord, KEPT_DAYS } from "./form-record.ts";
import { writeOnce } from "./http/idempotency.ts";
import { usableSettings } from "./mail/settings.ts";
import type { QueueConsumers } from "./submissions/queue-consumers.ts";
import { hidesReceivers, maskForm } from "./http/masks.ts";
import { cutPage, pageOf } from "./http/pagination.ts";
import { parseBody, parseQuery, withEmptyAsDefault } from "./http/request.ts";
import { toCompatibleNames, withOwnNames } from "./members/compatible-names.ts";
import { READ_ONLY, requireReadOnly } from "./members/read-only-members.ts";
import { requireSupported, UNSUPPORTED_FORM_MEMBERS } from "./members/unsupported-members.ts";
import { namedScope, requireForm, requireFormRecord } from "./http/scope.ts";
import { expectedVersions, setVersion } from "./http/versions.ts";

const RECIPIENT_SEED_BYTES = 32;

export const formSchema = withEmptyAsDefault(zFormSettings, {
  ...FORM_DEFAULTS,
  ...toCompatibleNames(FORM_DEFAULTS),
});

export function formRoutes(
  app: Hono<ApiEnv>,
  parts: ApiParts,
  consumers: Pick<QueueConsumers, "forget">,
): void {
  const { store, clock, ids, random } = parts;
  const record = (form: FormRecord) => formRecord(form, parts.recipients.notice);
  const recipientChange = () => ({
    seed: random(RECIPIENT_SEED_BYTES).toString("base64url"),
    mustConfirm: parts.recipients.mustConfirm,
  });

  const answerNew = (c: ApiContext, form: FormRecord) => {
    parts.recipients.onChanged();
    setVersion(c, form.version);
    return c.json(record(form), 201);
  };

  app.get("/forms", async (c) => {
    const query = parseQuery(c, zListFormsQuery);
    const caller = c.get("caller");
    const { scope } = await namedScope(parts, caller, query);
    const { query: searched, archived = false } = query;
    // As cursors of version 0.1.0 were bound, if nothing is searched for.
    const boundTo = {
      list: "forms",
      ...scope,
      ...(searched !== undefined && { searched }),
      ...(archived && { archived }),
    };
    const page = pageOf(query, boundTo);
    const found = await store.reads.listForms({ ...scope, query: searched, archived, ...page });
    const { records, meta } = cutPage(query, boundTo, found);
    const forms = records.map(({ rank: _, ...form }) => record(maskForm(form, caller)));
    return c.json({ forms, meta });
  });

  app.get("/form_views", async (c) => {
    const scope = scopeOf(c.get("caller"));
    const query = parseQuery(c, zListFormViewsQuery);
    const boundTo = { list: "form_views", ...scope };
    const found = await store.reads.listFormViews({ ...scope, ...pageOf(query, boundTo) });
    const { records, meta } = cutPage(query, boundTo, found);
    const origin = parts.publicUrl();
    return c.json({ form_views: records.map((view) => formViewRecord(origin, view)), meta });
  });

  app.get("/form_views/:form_id", async (c) => {
    const caller = c.get("caller");
    const { id } = await requireForm(parts, caller, c.req.param("form_id"));
    const one = { ...scopeOf(caller), form_id: id, limit: 1, offset: 0 };
    const [view] = (await store.reads.listFormViews(one)).records;
    if (view !== undefined) return c.json(formViewRecord(parts.publicUrl(), view));
    throw new AppError("not_found", `The form ${id} has no page, since it has no field rules.`);
  });

  app.post("/forms", async (c) => {
    const caller = c.get("caller");
    const { account_id } = caller;
    const given = await parseBody(c, formSchema, "form", (members) =>
      requireSupported(members, UNSUPPORTED_FORM_MEMBERS),
    );
    const settings = validSettings(withOwnNames(given, undefined));
    await requireNamed(parts, caller, settings, []);
    const { name } = settings;
    if (name === undefined) throw invalid("name", "A form needs a name.");
    const project_id = settings.project_id ?? caller.project_id;
    requireOwnProject(caller, project_id ?? null);
    const { result: form } = await writeOnce(c, parts, store.writes.createForm, {
      account_id,
      uuid: ids.formUuid(),
      settings: { ...settings, ...(project_id !== undefined && { project_id }), name },
      recipients: recipientChange(),
      now: clock.now(),
    });
    return answerNew(c, form);
  });

  app.post("/forms/:form_id/copy", async (c) => {
    const caller = c.get("caller");
    const { account_id } = caller;
    const { id, form_webhooks } = await requireFormRecord(parts, caller, c.req.param("form_id"));
    const { webhooks: isWithWebhooks = false, ...settings } = await parseBody(c, zFormCopyInput);
    const now = clock.now();
    const { result: form } = await writeOnce(c, parts, store.writes.copyForm, {
      account_id,
      form_id: id,
      uuid: ids.formUuid(),
      settings,
      webhooks: (isWithWebhooks ? form_webhooks : []).map((webhook) => ({
        id: webhook.id,
        uid: ids.uid(now),
        signing_secret: ids.signingSecret(),
      })),
      recipients: recipientChange(),
      now,
    });
    return answerNew(c, form);
  });

  app.post("/forms/bulk", async (c) => {
    const caller = c.get("caller");
    const { account_id } = caller;
    const given = await parseBody(c, zFormsBulkInput);
    const { versions = {}, dry_run: isPreview = false } = given;
    const settings = validSettings(withOwnNames(given.set, undefined));
    requireOwnProject(caller, settings.project_id);
    await requireNamed(parts, caller, settings, []);
    const forms = await store.writes.updateForms({
      account_id,
      forms: [...new Set(given.form_ids)].map((id) => ({
        id,
        expected: Object.hasOwn(versions, id) ? [versions[id] ?? ""] : undefined,
      })),
      settings,
      isPreview,
      recipients: recipientChange(),
      now: clock.now(),
    });
    parts.recipients.onChanged();
    if (isPreview || forms.every(({ isChanged }) => !isChanged)) c.set("isUnchanged", true);
    return c.json({
      forms: forms.map((form) => bulkChangedForm(form, Object.keys(settings), isPreview)),
    });
  });

  app.get("/forms/:form_id", async (c) => {
    const caller = c.get("caller");
    const form = await requireFormRecord(parts, caller, c.req.param("form_id"));
    // By its version the addresses could be guessed.
    if (!hidesReceivers(caller)) setVersion(c, form.version);
    return c.json(record(maskForm(form, caller)));
  });

  const change = async (c: ApiContext) => {
    const caller = c.get("caller");
    const name = c.req.param("form_id") ?? "";
    const before = await requireFormRecord(parts, caller, name);
    const settings = await readFormChange(parts, caller, before, (check) =>
      parseBody(c, formSchema, "form", check),
    );
    const { form, isChanged } = await store.writes.updateForm({
      account_id: caller.account_id,
      ref: parseFormRef(String(before.id)),
      expected: expectedVersions(c),
      settings,
      recipients: recipientChange(),
      now: clock.now(),
    });
    parts.recipients.onChanged();
    if (!isChanged) c.set("isUnchanged", true);
    setVersion(c, form.version);
    return c.json(record(form));
  };
  app.patch("/forms/:form_id", change);
  app.put("/forms/:form_id", change);

  app.delete("/forms/:form_id", async (c) => {
    const caller = c.get("caller");
    const { account_id } = caller;
    const form = await requireForm(parts, caller, c.req.param("form_id"));
    const expected = expectedVersions(c);
    const deletion = { account_id, form_id: form.id, expected, now: clock.now() };
    return c.json(record(await store.writes.deleteForm(deletion)));
  });

  app.delete("/forms/:form_id/queue_consumer", async (c) => {
    const caller = c.get("caller");
    const name = c.req.param("form_id");
    const { id } = await requireForm(parts, caller, name);
    await consumers.forget({ account_id: caller.account_id, form_id: id });
    return c.json(record(await requireFormRecord(parts, caller, name)));
  });
}

/**
 * Returns the change of a form that a request asks for, as it is stored.
 *
 * @param parse Parses its members by {@link formSchema}, with the check that it is given.
 * @throws AppError `invalid` naming each wrong member.
 */
export async function readFormChange(
  parts: ApiParts,
  caller: Caller,
  before: FormRecord,
  parse: (check: (members: object) => readonly string[]) => Promise<z.output<typeof formSchema>>,
): Promise<FormChange> {
  const given = await parse((members) => [
    ...requireSupported(members, UNSUPPORTED_FORM_MEMBERS),
    ...requireReadOnly(members, formRecord(before, parts.recipients.notice), READ_ONLY.form),
  ]);
  const settings = validSettings(withOwnNames(given, before));
  requireOwnProject(caller, settings.project_id);
  await requireNamed(parts, caller, settings, before.form_webhooks);
  return settings;
}

/** @throws AppError `invalid` for a rule that assigns to nobody of the account, or skips a webhook of no such id. */
async function requireNamed(
  { store }: Pick<ApiParts, "store">,
  { account_id, member_id }: Caller,
  { rules = [] }: FormChange,
  webhooks: readonly { readonly id: number }[],
) {
  if (rules.length === 0) return;
  const people = await store.reads.listPeople({ account_id, member_id });
  const isIn = (all: typeof webhooks, id: unknown) => all.some((one) => one.id === id);
  for (const [n, { then }] of rules.entries()) {
    for (const [at, { assign, skip = [] }] of then.entries()) {
      const member = `rules.${n}.then.${at}`;
      if (assign !== undefined && !isIn(people, assign)) {
        throw invalid(
          `${member}.assign`,
          `There is no person with the id ${assign} in this account.`,
        );
      }
      const unknown = skip.find((one) => typeof one === "number" && !isIn(webhooks, one));
      if (unknown !== undefined) {
        throw invalid(`${member}.skip`, `There is no webhook with the id ${unknown} on this form.`);
      }
    }
  }
}

/** @throws AppError `invalid` for `null`, the first project of the account, if the caller has some projects only. */
function requireOwnProject(caller: Caller, project_id: number | null | undefined): void {
  if (project_id !== null || !isPartial(scopeOf(caller))) return;
  throw invalid("project_id", "Name one of the projects that you have access to.");
}

/** Returns the settings as they are stored. @throws AppError `invalid` for the first invalid one. */
function validSettings(requested: FormChange): FormChange {
  const problem = rulesProblem(requested.fields ?? []);
  if (problem !== undefined) throw new AppError("invalid", problem.message, { fields: [problem] });
  const isKept = requested.retention_days === KEPT_DAYS;
  return usableSettings({
    ...requested,
    ...(isKept ? { retention_days: null } : {}),
    ...(requested.rules && { rules: normalRules(requested.rules) }),
  });
}
