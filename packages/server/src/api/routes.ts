/** Everything under `/api/v1`. */
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { operations } from "@intray/sdk/operations";
import { AppError } from "../errors.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { attachmentRoutes, publicAttachmentRoutes } from "./attachments.ts";
import { authenticate } from "./authenticate.ts";
import { allowCrossOrigin } from "./cross-origin.ts";
import type { ApiEnv, ApiParts } from "./env.ts";
import { formWebhookRoutes } from "./form-webhooks.ts";
import { formRoutes } from "./forms.ts";
import { projectRoutes } from "./projects.ts";
import { submissionRoutes } from "./submissions.ts";
import { webhookLogRoutes } from "./webhook-logs.ts";

const BASE = "/api/v1";
const MOST_BODY_BYTES = 1_024 * 1_024;

export function apiRoutes(parts: ApiParts): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>({ strict: false });
  allowCrossOrigin(app);
  app.use(
    bodyLimit({
      maxSize: MOST_BODY_BYTES,
      onError: () => {
        throw new AppError(
          "too_large",
          "The body is larger than 1 MiB, the most that the API takes. Send less at once.",
          {
            headers: { Connection: "close" },
          },
        );
      },
    }),
  );
  app.get("/openapi.json", async (c) => {
    const { document } = await import("@intray/sdk/document");
    return c.json(document);
  });
  publicAttachmentRoutes(app, parts);

  app.use(async (c, next) => {
    c.header("Cache-Control", "private, no-store");
    c.header("Referrer-Policy", "no-referrer");
    c.set("caller", authenticate(c, parts));
    await next();
  });
  plannedRoutes(app);
  submissionRoutes(app, parts);
  webhookLogRoutes(app, parts);
  formRoutes(app, parts);
  projectRoutes(app, parts);
  formWebhookRoutes(app, parts);
  apiKeyRoutes(app, parts);
  attachmentRoutes(app, parts);
  otherMethods(app);
  return app;
}

const ofApi = operations
  .filter(({ path }) => path.startsWith(`${BASE}/`))
  .map((operation) => ({
    ...operation,
    path: operation.path.slice(BASE.length).replaceAll(/\{(\w+)\}/g, ":$1"),
  }));

/** What the contract plans: said so, in the shape of every refusal. First, so that no `:id` takes it. */
function plannedRoutes(app: Hono<ApiEnv>): void {
  for (const { id, method, path, isPlanned } of ofApi) {
    if (!isPlanned) continue;
    app.on(method, path, () => {
      throw new AppError(
        "not_implemented",
        `${id} is planned and not there yet. /api/v1/openapi.json says what is.`,
      );
    });
  }
}

/** A path that is there, asked in a way that is not. */
function otherMethods(app: Hono<ApiEnv>): void {
  const methodsOf = Map.groupBy(ofApi, (operation) => operation.path);
  for (const [path, some] of methodsOf) {
    const allowed = some.map((operation) => operation.method).join(", ");
    app.all(path, (c) => {
      throw new AppError(
        "method_not_allowed",
        `${c.req.path} takes ${allowed}, not ${c.req.method}.`,
        {
          headers: { Allow: allowed },
        },
      );
    });
  }
}
