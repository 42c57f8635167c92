/**
 * What a caller with access to some projects may name: records in paths, queries and bodies. Everything is checked here,
 * before an operation runs, and is not found if it belongs to another project.
 */
import type { MiddlewareHandler } from "hono";
import type { AppError } from "../../domain/errors.ts";
import {
  formNotFound,
  logEntryNotFound,
  noSuchProject,
  noteNotFound,
  notAccessible,
  projectNotFound,
  submissionNotFound,
  templateNotFound,
  webhookNotFound,
} from "../../domain/not-found.ts";
import type { ScopedRecords } from "../../store/accounts/inaccessible.ts";
import { isPartial } from "../../store/engine/paging.ts";
import { scopeOf } from "./caller.ts";
import type { ApiContext, ApiEnv, ApiParts } from "./env.ts";
import { tryOrUndefined } from "../../platform/errors.ts";

const NOT_FOUND: Readonly<Record<ScopedRecords, (id: number) => AppError>> = {
  submissions: submissionNotFound,
  notes: noteNotFound,
  attachments: notAccessible,
  deliveries: logEntryNotFound,
  webhook_logs: logEntryNotFound,
  form_webhooks: webhookNotFound,
  forms: formNotFound,
  projects: projectNotFound,
  reply_templates: templateNotFound,
  used_templates: templateNotFound,
};

/** Members of queries and bodies that name records. Lists of submissions are limited by the operations themselves. */
const MEMBERS: Readonly<Record<string, ScopedRecords>> = {
  form_id: "forms",
  form_ids: "forms",
  project_id: "projects",
  submission_id: "submissions",
  webhook_id: "form_webhooks",
  webhook_ids: "form_webhooks",
  destination_id: "form_webhooks",
  template_id: "used_templates",
};

export const requireGranted =
  ({ store }: Pick<ApiParts, "store">): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const scope = scopeOf(c.get("caller"));
    if (isPartial({ ...scope, form_id: undefined })) {
      for (const [records, ids, isMember] of await namedRecords(c)) {
        const id = await store.reads.firstInaccessible({ ...scope, records, ids });
        if (id === undefined) continue;
        throw isMember && records === "projects" ? noSuchProject(id) : NOT_FOUND[records](id);
      }
    }
    await next();
  };

type Named = readonly [records: ScopedRecords, ids: readonly number[], isMember: boolean];

async function namedRecords(c: ApiContext): Promise<readonly Named[]> {
  const [, first = ""] = c.get("operation")?.path.split("/") ?? [];
  const recordId = c.get("recordId");
  const id = Number(recordId);
  const ofPath =
    recordId !== undefined && Number.isSafeInteger(id) && Object.hasOwn(NOT_FOUND, first)
      ? [[first as ScopedRecords, [id], false] as const]
      : [];
  const given = [c.req.query(), ...(await bodiesOf(c))];
  return [...ofPath, ...given.flatMap(namedBy)];
}

/** The body, and what it wraps, such as `form` or `webhook`; of a rehearsal that is wrapped once more. */
async function bodiesOf(c: ApiContext): Promise<readonly object[]> {
  if (c.req.method === "GET" || c.req.method === "HEAD") return [];
  const text = await c.req.text();
  // The operation answers text that is no JSON.
  const body = tryOrUndefined<unknown>(() => JSON.parse(text));
  if (typeof body !== "object" || body === null) return [];
  const wrapped = membersOf(body);
  return [body, ...wrapped, ...wrapped.flatMap(membersOf)];
}

const membersOf = (given: object): readonly object[] =>
  Object.values(given).filter(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  );

const namedBy = (given: object): readonly Named[] =>
  Object.entries(given).flatMap(([name, value]: readonly [string, unknown]) => {
    const records = Object.hasOwn(MEMBERS, name) ? MEMBERS[name] : undefined;
    const ids = [value].flat().map(Number).filter(Number.isSafeInteger);
    return records === undefined || value === null || value === "" || ids.length === 0
      ? []
      : [[records, ids, true] as const];
  });
