/** The Hono app: every route of the server except posts to forms. */
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { ApiEnv, ApiParts } from "../api/http/env.ts";
import { callerOfSession } from "../api/http/authenticate.ts";
import { apiRoutes } from "../api/routes.ts";
import { answerProblem } from "../api/http/problem.ts";
import { rejectOtherMethods } from "../api/http/allowed-methods.ts";
import { dashboardRoutes } from "../dashboard/routes.ts";
import type { DashboardParts } from "../dashboard/http/env.ts";
import { docsRoutes } from "../docs/routes.ts";
import { AppError } from "../domain/errors.ts";
import { healthRoutes, type Readiness } from "./health.ts";
import { countRequests, type MetricsParts, metricsRoutes } from "../metrics/routes.ts";
import type { Ids } from "../domain/ids.ts";
import type { IntakeParts } from "../intake/accept.ts";
import { challengeRoutes } from "../intake/challenge.ts";
import type { McpParts } from "../mcp/env.ts";
import { mcpRoutes } from "../mcp/routes.ts";
import { scriptRoutes } from "../intake/page-script.ts";
import { type ProbeParts, probeRoutes } from "./probe.ts";
import { type SecurityTxtParts, securityTxtRoutes } from "./security-txt.ts";
import { type LinkParts, linkRoutes } from "../recipients/link-routes.ts";
import { thanksRoutes } from "../intake/thanks-page.ts";
import { viewRoutes } from "../intake/rules/view-page.tsx";
import { tryRoutes } from "../intake/try-page.ts";

export interface AppParts
  extends
    IntakeParts,
    ApiParts,
    MetricsParts,
    SecurityTxtParts,
    LinkParts,
    ProbeParts,
    Omit<DashboardParts, "callApi">,
    Omit<McpParts, "callApi"> {
  readonly ids: Ids;
  readonly store: IntakeParts["store"] & ApiParts["store"];
  readonly clientAddress: ProbeParts["clientAddress"];
  readonly knownHost: ProbeParts["knownHost"];
  readonly isDraining: () => boolean;
  readonly outage: Readiness["outage"];
}

export function createApp(parts: AppParts): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>({ strict: false });
  app.use(async (c, next) => {
    c.header("X-Request-Id", parts.ids.requestId());
    parts.admit(c.env.incoming);
    await next();
  });
  app.use(countRequests(parts));
  app.route("/api/v1", apiRoutes(parts));
  app.route("/", challengeRoutes(parts));
  app.route("/", thanksRoutes(parts));
  app.route("/", tryRoutes(parts));
  app.route("/", viewRoutes(parts));
  app.route("/", scriptRoutes());
  app.route("/", linkRoutes(parts));
  app.route("/", docsRoutes(parts));
  const callApi = apiInProcess(parts);
  app.route("/dashboard", dashboardRoutes({ ...parts, callApi: forSessions(callApi) }));
  app.route("/", mcpRoutes({ ...parts, callApi }));
  app.get("/", (c) => c.redirect("/dashboard", 303));
  app.route("/", healthRoutes(parts));
  app.route("/", metricsRoutes(parts));
  app.route("/", securityTxtRoutes(parts));
  app.route("/", probeRoutes(parts));
  rejectOtherMethods(app, "");
  app.notFound((c) =>
    answerProblem(
      c,
      new AppError(
        "not_found",
        `There is no page at ${c.req.path}. The API is under /api/v1, and forms post to /f/<form>.`,
      ),
      parts.log,
    ),
  );
  app.onError((error, c) => answerProblem(c, error, parts.log));
  return app;
}

/** A second instance of the API, called in this process for users of the dashboard and for agents. */
function apiInProcess(parts: AppParts): McpParts["callApi"] {
  const api = new Hono<ApiEnv>({ strict: false }).route("/api/v1", apiRoutes(parts));
  api.onError((error, c) => answerProblem(c, error, parts.log));
  return (request, bindings, internalCaller) => api.fetch(request, { ...bindings, internalCaller });
}

function forSessions(callApi: McpParts["callApi"]): DashboardParts["callApi"] {
  return (request, bindings, session) =>
    callApi(request, bindings, async () => {
      const found = await session();
      if (found !== undefined) return callerOfSession(found);
      throw new AppError("unauthenticated", "Your session has ended. Sign in again.");
    });
}
