/** The audit_events resource: who did what to which record, the newest first. */
import type { Hono } from "hono";
import type { AuditEvent } from "@intray/sdk/schemas";
import { zListAuditEventsQuery } from "@intray/sdk/schemas";
import { AUDIT_ACTIONS, type AuditChange, isAuditAction } from "../domain/account/audit.ts";
import { MASK } from "../domain/delivery/webhook.ts";
import { invalid } from "../domain/errors.ts";
import { parseTime } from "../domain/parse-time.ts";
import { isoTime } from "../platform/iso-time.ts";
import type { AuditRecord } from "../store/accounts/audit.ts";
import type { ApiEnv, ApiParts } from "./http/env.ts";
import { isMasked } from "./http/masks.ts";
import { cutPage, pageOf } from "./http/pagination.ts";
import { parseQuery } from "./http/request.ts";

export function auditEventRoutes(app: Hono<ApiEnv>, { store }: Pick<ApiParts, "store">): void {
  app.get("/audit_events", async (c) => {
    const caller = c.get("caller");
    const { actor, action, project_id, created_after, created_before, ...query } = parseQuery(
      c,
      zListAuditEventsQuery,
    );
    if (action !== undefined && !isAuditAction(action)) {
      const known = Object.keys(AUDIT_ACTIONS).join(", ");
      throw invalid("action", `There is no action "${action.slice(0, 40)}". Known are: ${known}.`);
    }
    const filter = {
      account_id: caller.account_id,
      actor,
      action,
      project_id,
      created_after: parseTime("created_after", created_after),
      created_before: parseTime("created_before", created_before),
    };
    const boundTo = { list: "audit_events", ...filter };
    const { after_id: beforeId, limit, offset } = pageOf(query, boundTo);
    const [records, count] = await Promise.all([
      store.reads.listAudit({ ...filter, beforeId, limit, offset }),
      store.reads.countAudit(filter),
    ]);
    const listed = records.map((record) => ({ ...record, created_at: record.at }));
    const { records: shown, meta } = cutPage(query, boundTo, { records: listed, count });
    const audit_events = shown.map((record) => auditEvent(record, isMasked(caller)));
    return c.json({ audit_events, meta });
  });
}

function auditEvent(record: AuditRecord, masksPeople: boolean): AuditEvent {
  const { id, at, actor_kind, actor, ip, action, subject_id, detail, changes, times } = record;
  const { subject_kind, subject } = record;
  return {
    id,
    created_at: isoTime(at),
    action,
    actor_kind,
    actor: masksPeople ? MASK : actor,
    ip: masksPeople ? null : ip,
    subject_kind,
    subject_id,
    subject: masksPeople && subject_kind === "member" ? MASK : subject,
    detail,
    changes: masksPeople || changes === null ? null : (JSON.parse(changes) as AuditChange[]),
    times,
  };
}
