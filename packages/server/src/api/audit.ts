/** Writes down who changed what, once the change is done and before it is answered. */
import type { Hono } from "hono";
import type { AuditAction, AuditSubject } from "../domain/audit.ts";
import type { ApiContext, ApiEnv, ApiParts } from "./http/env.ts";

interface Audited {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly subject: AuditSubject;
  readonly action: AuditAction | ((body: Named) => AuditAction);
}

/** Marks of submissions are not among them: they are a queue's acknowledgements. */
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
      // What was done under an idempotency key before was written down then.
      if (!c.res.ok || c.res.headers.has("Idempotency-Replayed")) return;
      try {
        await note(c, parts, audited);
      } catch (error) {
        // It is done: an error for an answer would have it done again. The log keeps what the table does not.
        const { account_id, key_id, key_name } = c.get("caller");
        const about = { account_id, key_id, key_name, method: c.req.method, path: c.req.path };
        parts.log.error({ err: error, ...about }, "A change was done and could not be audited.");
      }
    });
  }
}

type Named = Readonly<Record<string, unknown>>;

async function note(
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

  /** The settings that were sent, by their names; what the record does not have is not one. */
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

/** It was read by the handler already. */
async function bodyOf(c: ApiContext): Promise<Named> {
  const text = await c.req.text();
  return text.trim() === "" ? {} : asObject(parsed(text));
}

/** Where nobody reads the body it may be anything. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function asObject(value: unknown): Named {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Named)
    : {};
}
