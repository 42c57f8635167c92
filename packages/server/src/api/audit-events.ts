/** The audit_events resource: who did what to which record, the newest first, or as a stream. */
import type { Hono } from "hono";
import type { AuditEvent } from "@intray/sdk/schemas";
import { zListAuditEventsQuery } from "@intray/sdk/schemas";
import { AUDIT_ACTIONS, type AuditChange, isAuditAction } from "../domain/account/audit.ts";
import { MASK } from "../domain/delivery/webhook.ts";
import { invalid } from "../domain/errors.ts";
import { parseTime } from "../domain/parse-time.ts";
import { isoTime } from "../platform/iso-time.ts";
import type { AuditFilter, AuditRecord } from "../store/accounts/audit.ts";
import type { Caller } from "./http/caller.ts";
import type { ApiEnv, ApiParts } from "./http/env.ts";
import { isMasked } from "./http/masks.ts";
import { cutPage, pageOf } from "./http/pagination.ts";
import { parseQuery } from "./http/request.ts";
import type { EventSource, SendEvents } from "./http/send-events.ts";

export function auditEventRoutes(
  app: Hono<ApiEnv>,
  { store: { reads } }: Pick<ApiParts, "store">,
  sendEvents: SendEvents,
): void {
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
    const accept = c.req.header("accept") ?? "";
    if (accept.includes("text/event-stream")) return sendEvents(c, streamOf(filter, caller));
    const boundTo = { list: "audit_events", ...filter };
    const { after_id: beforeId, limit, offset } = pageOf(query, boundTo);
    const [records, count] = await Promise.all([
      reads.listAudit({ ...filter, beforeId, limit, offset }),
      reads.countAudit(filter),
    ]);
    const listed = records.map((record) => ({ ...record, created_at: record.at }));
    const { records: shown, meta } = cutPage(query, boundTo, { records: listed, count });
    const audit_events = shown.map((record) => auditEvent(record, isMasked(caller)));
    return c.json({ audit_events, meta });
  });

  function streamOf(filter: AuditFilter, caller: Caller): EventSource {
    const { account_id } = filter;
    const newestBefore = async (beforeId?: number) => {
      const [entry] = await reads.listAudit({ account_id, beforeId, limit: 1 });
      return positionOf(entry ?? { id: 0, at: 0 });
    };
    return {
      newest: () => newestBefore(),
      async read(after) {
        const id = Number(POSITION.exec(after)?.[1] ?? Number.NaN);
        if (Number.isNaN(id) || (await newestBefore(id + 1)) !== after) return undefined;
        const records = await reads.listAudit({ ...filter, afterId: id, limit: MAX_READ });
        const events = records.map((record) => ({
          kind: "audit_event.created",
          data: auditEvent(record, isMasked(caller)),
          position: positionOf(record),
        }));
        const position = events.at(-1)?.position ?? after;
        return { events, position, hasMore: records.length === MAX_READ, isWaiting: false };
      },
    };
  }
}

/** Entries that a stream reads at once. */
const MAX_READ = 20;
/** The last entry, or zeros, by its id and its time, which differs after a backup was restored. */
const POSITION = /^(\d{1,15})-\d{1,15}$/;
const positionOf = ({ id, at }: Pick<AuditRecord, "id" | "at">) => `${id}-${at}`;

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
