/** Everything under `/api/v1`. */
import { document } from "@intray/sdk/document";
import { Hono, type MiddlewareHandler } from "hono";
import { rejectOtherMethods, rejectOtherMethodsOfFixedPaths } from "./http/allowed-methods.ts";
import { readBodies } from "../bodies/read-body.ts";
import { limitResponses } from "../bodies/unsent-responses.ts";
import { AppError } from "../domain/errors.ts";
import { preflightHeaders } from "../platform/preflight.ts";
import { accountRoutes, alertRoutes, domainRoutes } from "./account.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { attachmentRoutes, publicAttachmentRoutes } from "./attachments/attachments.ts";
import { auditEventRoutes } from "./audit-events.ts";
import { auditAgents, auditChanges } from "./audit.ts";
import { createAuthentication } from "./http/authenticate.ts";
import { createKeyExpiry } from "./http/expired-keys.ts";
import type { ApiEnv, ApiParts } from "./http/env.ts";
import { requireGranted } from "./http/granted-records.ts";
import { limitKeys } from "./http/limit-keys.ts";
import { memberRoutes } from "./members.ts";
import { deviceLoginRoutes } from "./device-logins.ts";
import { eventRoutes } from "./events.ts";
import { formWebhookRoutes } from "./webhooks/form-webhooks.ts";
import { formRoutes } from "./forms.ts";
import { projectRoutes } from "./projects.ts";
import { mailPreviewRoutes } from "./mail/preview.ts";
import { rejectedPostRoutes } from "./rejected-posts.ts";
import { rehearsalRoutes } from "./rehearsals.ts";
import { recipientRoutes } from "./mail/recipients.ts";
import { refireFailedRoutes } from "./deliveries/refire-failed.ts";
import { createQueueHosts } from "./submissions/queue-hosts.ts";
import { createQueueConsumers } from "./submissions/queue-consumers.ts";
import { noteRoutes } from "./submissions/notes.ts";
import { replyRoutes } from "./replies/replies.ts";
import { replyTemplateRoutes } from "./replies/reply-templates.ts";
import { attentionRoutes } from "./deliveries/attention.ts";
import { sendDeliveriesRoutes } from "./deliveries/send-deliveries.ts";
import { submissionBulkRoutes } from "./submissions/submission-bulk.ts";
import { submissionClaimRoutes } from "./submissions/submission-claims.ts";
import { createPageCache } from "./http/page-cache.ts";
import { formSubmissionsRoute } from "./submissions/form-submissions.ts";
import { importRoute } from "./submissions/import.ts";
import { submissionListRoute } from "./submissions/submission-list.ts";
import { submissionRoutes } from "./submissions/submissions.ts";
import { deliveryRoutes } from "./deliveries/deliveries.ts";
import { webhookLogRoutes } from "./deliveries/webhook-logs.ts";
import { webhookPreviewRoutes } from "./webhooks/webhook-preview.ts";
import { operationsUnder } from "./http/operation-routes.ts";
import { requireAccountKeys, requireRoles } from "./http/scope.ts";
import { createSendEvents } from "./http/send-events.ts";
import { checkParameterNames } from "./http/unknown-names.ts";

const BASE = "/api/v1";
const MAX_BODY_BYTES = 1_024 * 1_024;

export function apiRoutes(parts: ApiParts): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  allowCrossOrigin(app);
  app.use(readBodies(parts, { maxBytes: MAX_BODY_BYTES, tooLarge }));
  app.get("/openapi.json", (c) => c.json(document));
  app.use(limitResponses(parts.unsent));
  publicAttachmentRoutes(app, parts);

  const keyExpiry = createKeyExpiry(parts.clock);
  deviceLoginRoutes(app, parts, keyExpiry);
  const authenticate = createAuthentication(parts, keyExpiry);
  const identify = limitKeys(authenticate, parts);
  const otherQueueHost = createQueueHosts(parts);
  app.use(async (c, next) => {
    c.header("Cache-Control", "private, no-store");
    c.header("Referrer-Policy", "no-referrer");
    const caller = await identify(c);
    c.set("caller", caller);
    const host = c.req.header("Intray-Queue-Host");
    const other = host && otherQueueHost(caller, host, c.req.method === "GET");
    if (other) c.header("Intray-Queue-Other-Host", encodeURIComponent(other));
    await next();
  });
  rejectOtherMethodsOfFixedPaths(app, BASE);
  nameOperations(app);
  app.use(requireKeyScopes, checkParameterNames, requireAccountKeys, requireRoles);
  app.use(requireGranted(parts));
  app.use(auditAgents(parts), auditChanges(parts, app));
  const consumers = createQueueConsumers(parts);
  const sendEvents = createSendEvents(parts, authenticate);
  submissionBulkRoutes(app, parts, consumers);
  submissionClaimRoutes(app, parts, consumers);
  const cachedPage = createPageCache();
  submissionListRoute(app, parts, consumers, cachedPage);
  formSubmissionsRoute(app, parts, cachedPage);
  submissionRoutes(app, parts, consumers);
  importRoute(app, parts);
  noteRoutes(app, parts);
  replyRoutes(app, parts);
  replyTemplateRoutes(app, parts);
  webhookLogRoutes(app, parts);
  // Before the delivery with an id.
  sendDeliveriesRoutes(app, parts);
  deliveryRoutes(app, parts);
  attentionRoutes(app, parts);
  formRoutes(app, parts, consumers);
  rejectedPostRoutes(app, parts);
  rehearsalRoutes(app, parts);
  recipientRoutes(app, parts);
  mailPreviewRoutes(app, parts);
  projectRoutes(app, parts);
  domainRoutes(app, parts);
  formWebhookRoutes(app, parts);
  refireFailedRoutes(app, parts);
  webhookPreviewRoutes(app, parts);
  apiKeyRoutes(app, parts, keyExpiry);
  memberRoutes(app, parts);
  auditEventRoutes(app, parts, sendEvents);
  accountRoutes(app, parts);
  alertRoutes(app, parts);
  attachmentRoutes(app, parts);
  eventRoutes(app, parts, sendEvents);
  rejectOtherMethods(app, BASE);
  return app;
}

const tooLarge = () =>
  new AppError(
    "too_large",
    "The request body is larger than 1 MiB, the limit of the API. Split the request.",
    { headers: { Connection: "close" } },
  );

/** Puts the operation of each request into its context. */
function nameOperations(app: Hono<ApiEnv>): void {
  // Fixed paths first: `/deliveries/progress` also matches the path with an id.
  const operations = operationsUnder(BASE).toSorted(
    (a, b) => Number(a.path.includes(":")) - Number(b.path.includes(":")),
  );
  for (const operation of operations) {
    app.on(operation.method, operation.path, async (c, next) => {
      if (c.get("operation") === undefined) {
        c.set("operation", operation);
        c.set("recordId", c.req.param("id"));
      }
      await next();
    });
  }
}

/** Rejects keys whose scope `x-key-scopes` of the operation does not name. */
const requireKeyScopes: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { scope, key_name } = c.get("caller");
  const { scopes } = c.get("operation") ?? {};
  if (scope !== "write" && scopes?.some((one) => one === scope) === false) {
    const needed = ["write", ...scopes].join(", ");
    throw new AppError(
      scope === "read" ? "read_only_key" : "forbidden",
      `The API key "${key_name}" has the scope ${scope}, and ${c.req.method} ${c.req.path} needs one of: ${needed}. Use a key with such a scope.`,
    );
  }
  await next();
};

/** What pages of other sites may do with a key. */
const OPEN_TO_PAGES = {
  "/submissions": ["GET"],
  "/submissions/:id": ["GET", "PATCH"],
  "/forms/:form_id": ["GET"],
  "/forms/:form_id/submissions": ["GET"],
} as const;

/** Call before authentication is registered: a preflight request has no key. */
function allowCrossOrigin(app: Hono<ApiEnv>): void {
  for (const [path, methods] of Object.entries(OPEN_TO_PAGES)) {
    app.options(path, (c) =>
      c.body(null, 204, {
        "Access-Control-Allow-Origin": "*",
        ...preflightHeaders(c.req.header("access-control-request-headers"), {
          methods: methods.join(", "),
          always: ["Authorization", "Prefer"],
        }),
      }),
    );
    app.on([...methods], path, async (c, next) => {
      c.header("Access-Control-Allow-Origin", "*");
      await next();
    });
  }
  // Without the headers above the browser blocks the request.
  app.options("*", (c) => c.body(null, 204));
}
