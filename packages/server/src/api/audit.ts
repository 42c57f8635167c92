/** Records in the audit log who changed what, after the change and before the response. */
import { hash } from "node:crypto";
import { Hono, type MiddlewareHandler } from "hono";
import type { AuditChange, AuditEntry } from "../domain/account/audit.ts";
import { MASK, originOfUrl } from "../domain/delivery/webhook.ts";
import { tryOrUndefined } from "../platform/errors.ts";
import { truncateAt } from "../platform/text/truncation.ts";
import {
  type Audited,
  AUDITED_OPERATIONS,
  type ChangedRecord,
  type JsonObject,
} from "./audited-operations.ts";
import type { ApiContext, ApiEnv, ApiParts } from "./http/env.ts";

/** Requests of the tools of agents begin their User-Agent with this, here and from the command line. */
const AGENT = "intray-mcp/";

const BASE = "/api/v1";

/** @param app Answers what a record was before it is changed. */
export function auditChanges(parts: ApiParts, app: Hono<ApiEnv>): MiddlewareHandler<ApiEnv> {
  const readBefore = createReadBefore(app);
  return async (c, next) => {
    const audited = AUDITED_OPERATIONS.get(c.get("operation")?.id ?? "");
    const old = audited?.detail === "settings" ? await readBefore(c) : {};
    await next();
    // A replayed response was audited with the first request.
    if (audited === undefined || !c.res.ok || c.res.headers.has("Idempotency-Replayed")) return;
    if (c.get("isUnchanged") === true) return;
    if (audited.isMeant?.(c.req.query()) === false) return;
    const recorded = recordChange(c, parts, audited, old).catch((error: unknown) => {
      // The change has been made: an error response would make the client repeat it. Log it instead.
      const { account_id, keyId, key_name } = c.get("caller");
      const about = { account_id, keyId, key_name, method: c.req.method, path: c.req.path };
      parts.log.error({ err: error, ...about }, "Could not write a change to the audit log.");
    });
    if (audited.isFrequent !== true) await recorded;
  };
}

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
  old: JsonObject = {},
): Promise<void> {
  const { account_id, key_name, via } = c.get("caller");
  const { action, subject: kind, detail } = audited;
  const body = await bodyOf(c);
  const answer = audited.answersRecord === true ? asObject(await c.res.clone().json()) : {};
  const actor = { kind: via, name: key_name, ip: clientAddress(c.env.incoming) };
  const by = { account_id, actor, now: clock.now() };
  if (audited.records !== undefined) {
    const entries = await Promise.all(audited.records(answer).map((one) => entryOf(one, true)));
    await store.writes.recordAudits({ ...by, entries });
    return;
  }
  const settings = settingsIn(body, answer);
  const entry = await entryOf({ record: answer, old, settings }, detail === "settings");
  await store.writes.recordAudit({ ...by, entry });

  async function entryOf(
    { record, old: before, settings: set }: ChangedRecord,
    areSettings: boolean,
  ): Promise<AuditEntry> {
    const id = idIn(record, "id") ?? Number(c.req.param("id"));
    const place = { project_id: idIn(record, "project_id"), form_id: idIn(record, "form_id") };
    return {
      action: typeof action === "string" ? action : action(body),
      subject:
        kind === undefined ? undefined : { kind, id, name: await nameOf(record, id), ...place },
      detail: areSettings
        ? Object.keys(set).join(", ")
        : typeof detail === "function"
          ? detail(body, record)
          : undefined,
      changes: areSettings ? changesOf(set, before, record) : undefined,
    };
  }

  async function nameOf(record: JsonObject, id: number): Promise<string | null> {
    const name = kind === "member" ? record["email"] : record["name"];
    if (typeof name === "string") return name;
    if (kind !== "webhook") return null;
    return (await store.reads.findWebhook({ account_id, id }))?.name ?? null;
  }
}

function idIn(record: JsonObject, name: string): number | undefined {
  const id = record[name];
  return typeof id === "number" ? id : undefined;
}

/** Returns a function that reads the record at the path of a request; `{}` if there is none. */
function createReadBefore(app: Hono<ApiEnv>) {
  // With the first change, when all routes are there.
  let inside: Hono<ApiEnv> | undefined;
  return async (c: ApiContext): Promise<JsonObject> => {
    inside ??= new Hono<ApiEnv>({ strict: false })
      .route(BASE, app)
      .onError((_, failed) => failed.json({}, 404));
    // As of a session, so that the read does not count as a request of the key.
    const caller = { ...c.get("caller"), via: "session" } as const;
    const bindings = { ...c.env, internalCaller: () => Promise.resolve(caller) };
    const { origin, pathname } = new URL(c.req.url);
    const answer = await inside.fetch(new Request(`${origin}${pathname}`), bindings);
    return answer.ok ? asObject(await answer.json()) : {};
  };
}

/** Settings that are secret, or may contain a token. Who reads the log may read or replace them. */
const SECRETS: ReadonlySet<string> = new Set([
  "url",
  "headers",
  "signing_secret",
  "captcha",
  "turnstile_secret",
  "alert_url",
]);
const MAX_VALUE_CHARACTERS = 200;

function changesOf(settings: JsonObject, old: JsonObject, record: JsonObject): AuditChange[] {
  return Object.keys(settings).flatMap((setting) => {
    const isSecret = SECRETS.has(setting);
    const before = isSecret ? fingerprint(old[setting]) : brief(old[setting]);
    const isHidden = json(record[setting]).includes(MASK);
    const value = isSecret && isHidden ? settings[setting] : record[setting];
    const after = isSecret ? fingerprint(value) : brief(value);
    return before === after ? [] : [{ setting, old: before, new: after }];
  });
}

const json = (value: unknown) => JSON.stringify(value ?? null);

const brief = (value: unknown): string => {
  const text = typeof value === "string" ? value : value == null ? "" : json(value);
  return text.length <= MAX_VALUE_CHARACTERS ? text : `${truncateAt(text, MAX_VALUE_CHARACTERS)}…`;
};

/** Such as `https://example.org #1f3a90bc`; `set` for what the API does not answer. */
function fingerprint(value: unknown): string {
  const text = json(value);
  if (["null", '""', "[]"].includes(text)) return "";
  if (text.includes(MASK)) return "set";
  const origin = typeof value === "string" ? originOfUrl(value) : undefined;
  return `${origin ?? ""} #${hash("sha256", text).slice(0, 8)}`.trim();
}

/** The settings in the request. A member that the record does not have is none. */
function settingsIn(body: JsonObject, record: JsonObject): JsonObject {
  const wrapped = Object.values(body).find((value) => asObject(value) === value);
  const settings = Object.keys(record).some((name) => name in body) ? body : asObject(wrapped);
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name in record));
}

/** Hono caches the body, which the handler has already read. A body that the handler ignores need not be JSON. */
async function bodyOf(c: ApiContext): Promise<JsonObject> {
  const text = await c.req.text();
  return asObject(tryOrUndefined<unknown>(() => JSON.parse(text)));
}

const asObject = (value: unknown): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
