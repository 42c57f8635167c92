/** Templates of replies. Need an account key. */
import type { Hono } from "hono";
import type { ReplyTemplate } from "@intray/sdk/schemas";
import {
  zListReplyTemplatesQuery,
  zReplyTemplateChange,
  zReplyTemplateInput,
} from "@intray/sdk/schemas";
import { checkTemplate } from "../../delivery/template/check-template.ts";
import { wrongTemplate } from "../../delivery/template/problem.ts";
import { invalid } from "../../domain/errors.ts";
import { isoTime } from "../../platform/iso-time.ts";
import { isOneLine } from "../../platform/text/safe-text.ts";
import type { ReplyTemplateRecord } from "../../store/mail/reply-templates.ts";
import { isPartial } from "../../store/engine/paging.ts";
import { scopeOf } from "../http/caller.ts";
import type { ApiContext, ApiEnv, ApiParts } from "../http/env.ts";
import { writeOnce } from "../http/idempotency.ts";
import { parseBody, parseQuery, pathId } from "../http/request.ts";
import { namedForm } from "../http/scope.ts";

export function replyTemplateRoutes(app: Hono<ApiEnv>, parts: ApiParts): void {
  const { store, clock } = parts;
  const which = (c: ApiContext) => ({ account_id: c.get("caller").account_id, id: pathId(c) });

  app.get("/reply_templates", async (c) => {
    const caller = c.get("caller");
    const { form_id: name } = parseQuery(c, zListReplyTemplatesQuery);
    const form = await namedForm(parts, caller, name);
    const scope = { ...scopeOf(caller), form_id: form?.id };
    const templates = await store.reads.listReplyTemplates(scope);
    return c.json({ reply_templates: templates.map(templateRecord) });
  });

  app.post("/reply_templates", async (c) => {
    const { account_id } = c.get("caller");
    const {
      name,
      body,
      form_id = null,
    } = await parseBody(c, zReplyTemplateInput, "reply_template");
    if (form_id === null && isPartial(scopeOf(c.get("caller")))) {
      throw invalid("form_id", "Name a form: you have access to some projects only.");
    }
    const template = { ...usable({ name, body }), form_id };
    const args = { account_id, ...template, now: clock.now() };
    const { result } = await writeOnce(c, parts, store.writes.createReplyTemplate, args);
    return c.json(templateRecord(result), 201);
  });

  app.patch("/reply_templates/:id", async (c) => {
    const template = which(c);
    const change = usable(await parseBody(c, zReplyTemplateChange, "reply_template"));
    const args = { ...template, ...change, now: clock.now() };
    return c.json(templateRecord(await store.writes.updateReplyTemplate(args)));
  });

  app.delete("/reply_templates/:id", async (c) =>
    c.json(templateRecord(await store.writes.deleteReplyTemplate(which(c)))),
  );
}

/** @throws AppError `invalid`, for a template with line and column. */
function usable<Change extends { readonly name?: string; readonly body?: string }>(change: Change) {
  const { name, body } = change;
  if (!isOneLine(name ?? "")) {
    throw invalid("name", "The name must be one line, without control characters.");
  }
  const problem = body === undefined ? undefined : checkTemplate(body, "text/plain");
  if (problem !== undefined) throw invalid("body", wrongTemplate(problem));
  return change;
}

const templateRecord = ({
  created_at,
  updated_at,
  ...template
}: ReplyTemplateRecord): ReplyTemplate => ({
  ...template,
  created_at: isoTime(created_at),
  updated_at: isoTime(updated_at),
});
