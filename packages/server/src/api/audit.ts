/** Records in the audit log who changed what, after the change and before the response. */
import type { MiddlewareHandler } from "hono";
import type { AuditEntry } from "../domain/account/audit.ts";
import { type Audited, AUDITED_OPERATIONS, type JsonObject } from "./audited-operations.ts";
import type { ApiContext, ApiEnv, ApiParts } from "./http/env.ts";

/** Requests of the tools of agents begin their User-Agent with this, here and from the command line. */
const AGENT = "intray-mcp/";

export const auditChanges =
  (parts: ApiParts): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    await next();
    const audited = AUDITED_OPERATIONS.get(c.get("operation")?.id ?? "");
    // A replayed response was audited with the first request.
    if (audited === undefined || !c.res.ok || c.res.headers.has("Idempotency-Replayed")) return;
    if (c.get("isUnchanged") === true) return;
    if (audited.isMeant?.(c.req.query()) === false) return;
    const recorded = recordChange(c, parts, audited).catch((error: unknown) => {
      // The change has been made: an error response would make the client repeat it. Log it instead.
      const { account_id, keyId, key_name } = c.get("caller");
      const about = { account_id, keyId, key_name, method: c.req.method, path: c.req.path };
      parts.log.error({ err: error, ...about }, "Could not write a change to the audit log.");
    });
    if (audited.isFrequent !== true) await recorded;
  };

/**
 * Changes by agents have entries of their own, also those that are not recorded for others. A caller that is no
 * agent can pass for one, which only adds entries.
 */
export const auditAgents =
  (parts: ApiParts): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    await next();
    const { id, path, scope } = c.get("operation") ?? {};
    const isAgent = c.req.header("user-agent")?.startsWith(AGENT) === true;
    if (id === undefined || scope !== "write" || !isAgent || !c.res.ok) return;
    if ((await bodyOf(c))["dry_run"] === true) return;
    const kind = path?.startsWith("/submissions/:id") === true ? "submission" : undefined;
    await recordChange(c, parts, {
      action: "agent.changed",
      ...(kind && { subject: kind }),
      detail: () => id,
    }).catch((error: unknown) => {
      parts.log.error(
        { err: error, operation: id },
        "Could not write a change by an agent to the audit log.",
      );
    });
  };

async function recordChange(
  c: ApiContext,
  { store, clock, clientAddress }: ApiParts,
  audited: Audited,
): Promise<void> {
  const { account_id, key_name, via } = c.get("caller");
  const { action, subject: kind, detail } = audited;
  const body = await bodyOf(c);
  const record = audited.answersRecord === true ? asObject(await c.res.clone().json()) : {};
  const entry: AuditEntry = {
    action: typeof action === "string" ? action : action(body),
    subject: kind === undefined ? undefined : { kind, id: idOf(), name: await nameOf() },
    detail: detail === "settings" ? settingsIn(body, record) : detail?.(body, record),
  };
  const actor = { kind: via, name: key_name, ip: clientAddress(c.env.incoming) };
  await store.writes.recordAudit({ account_id, actor, entry, now: clock.now() });

  function idOf(): number {
    return typeof record["id"] === "number" ? record["id"] : Number(c.req.param("id"));
  }

  async function nameOf(): Promise<string | null> {
    const name = kind === "member" ? record["email"] : record["name"];
    if (typeof name === "string") return name;
    if (kind !== "webhook") return null;
    return (await store.reads.findWebhook({ account_id, id: idOf() }))?.name ?? null;
  }
}

/** The names of the settings in the request. A member that the record does not have is not a setting. */
function settingsIn(body: JsonObject, record: JsonObject): string {
  const wrapped = Object.values(body).find((value) => asObject(value) === value);
  const settings = Object.keys(record).some((name) => name in body) ? body : asObject(wrapped);
  return Object.keys(settings)
    .filter((name) => name in record)
    .join(", ");
}

/** Hono caches the body, which the handler has already read. */
async function bodyOf(c: ApiContext): Promise<JsonObject> {
  const text = await c.req.text();
  return text.trim() === "" ? {} : asObject(parse(text));
}

/** A body that the handler ignores need not be JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const asObject = (value: unknown): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
