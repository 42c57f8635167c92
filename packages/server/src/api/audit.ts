/** Records in the audit log who changed what, after the change and before the response. */
import type { Hono } from "hono";
import type { AuditAction, AuditSubject } from "../domain/audit.ts";
import type { ApiContext, ApiEnv, ApiParts } from "./http/env.ts";

interface Audited {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly subject: AuditSubject;
  readonly action: AuditAction | ((body: JsonObject) => AuditAction);
}

/** Marking submissions is not audited: queue workers do it for every submission. */
const AUDITED: readonly Audited[] = [
  ...changesOf("form", "/forms"),
  ...changesOf("project", "/projects"),
  ...changesOf("webhook", "/form_webhooks"),
  { method: "POST", path: "/api_keys", subject: "key", action: "key.created" },
  { method: "DELETE", path: "/api_keys/:id", subject: "key", action: "key.revoked" },
  {
    method: "DELETE",
    path: "/submissions/:id",
    subject: "submission",
    action: "submission.deleted",
  },
  {
    method: "GET",
    path: "/form_webhooks/:id/signing_secret",
    subject: "webhook",
    action: "secret.revealed",
  },
  {
    method: "POST",
    path: "/form_webhooks/:id/regenerate_secret",
    subject: "webhook",
    action: ({ stage, activate }) =>
      stage === true ? "secret.staged" : activate === true ? "secret.activated" : "secret.replaced",
  },
];

export function auditChanges(app: Hono<ApiEnv>, parts: ApiParts): void {
  for (const audited of AUDITED) {
    app.on(audited.method, audited.path, async (c, next) => {
      await next();
      // A replayed response was audited with the original request.
      if (!c.res.ok || c.res.headers.has("Idempotency-Replayed")) return;
      try {
        await recordChange(c, parts, audited);
      } catch (error) {
        // The change has been made: an error response would make the client repeat it. Log it instead.
        const { account_id, key_id, key_name } = c.get("caller");
        const about = { account_id, key_id, key_name, method: c.req.method, path: c.req.path };
        parts.log.error({ err: error, ...about }, "Could not write a change to the audit log.");
      }
    });
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

async function recordChange(
  c: ApiContext,
  { store, clock, clientAddress }: ApiParts,
  { subject, action }: Audited,
): Promise<void> {
  const { account_id, key_name, via } = c.get("caller");
  const body = await bodyOf(c);
  const record = asObject(await c.res.clone().json());
  const entry = {
    action: typeof action === "string" ? action : action(body),
    subject: {
      kind: subject,
      id: typeof record["id"] === "number" ? record["id"] : Number(c.req.param("id")),
      name: await nameOf(),
    },
    detail: c.req.method === "PATCH" || c.req.method === "PUT" ? changedOf() : undefined,
  };
  const actor = { kind: via, name: key_name, ip: clientAddress(c.env.incoming) };
  await store.write("recordAudit", { account_id, actor, entry, now: clock.now() });

  async function nameOf(): Promise<string | null> {
    if (typeof record["name"] === "string") return record["name"];
    if (subject !== "webhook") return null;
    const webhook = await store.read("findWebhook", { account_id, id: Number(c.req.param("id")) });
    return webhook?.name ?? null;
  }

  /** The names of the settings in the request. A member that the record does not have is not a setting. */
  function changedOf(): string {
    const wrapped = Object.values(body).find((value) => asObject(value) === value);
    const settings = Object.keys(record).some((name) => name in body) ? body : asObject(wrapped);
    return Object.keys(settings)
      .filter((name) => name in record)
      .join(", ");
  }
}

function changesOf(subject: "form" | "project" | "webhook", path: string): readonly Audited[] {
  const id = subject === "form" ? ":form_id" : ":id";
  const one = `${path}/${id}`;
  return [
    { method: "POST", path, subject, action: `${subject}.created` },
    { method: "PUT", path: one, subject, action: `${subject}.changed` },
    { method: "PATCH", path: one, subject, action: `${subject}.changed` },
    { method: "DELETE", path: one, subject, action: `${subject}.deleted` },
  ];
}

/** Hono caches the body, which the handler has already read. */
async function bodyOf(c: ApiContext): Promise<JsonObject> {
  const text = await c.req.text();
  return text.trim() === "" ? {} : asObject(parsed(text));
}

/** A body that the handler ignores need not be JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function asObject(value: unknown): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : {};
}
