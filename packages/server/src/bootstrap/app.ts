/** The Hono app: every route of the server except posts to forms. */
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { ApiBindings, ApiEnv, ApiParts } from "../api/http/env.ts";
import { callerOfSession } from "../api/http/authenticate.ts";
import { apiRoutes } from "../api/routes.ts";
import { answerProblem } from "../api/http/problem.ts";
import { rejectOtherMethods } from "../api/http/allowed-methods.ts";
import { dashboardRoutes } from "../dashboard/routes.ts";
import type { DashboardParts } from "../dashboard/http/env.ts";
import { docsRoutes } from "../docs/routes.ts";
import { AppError } from "../domain/errors.ts";
import type { ServerAreas } from "./areas.ts";
import { healthRoutes } from "./health.ts";
import { countRequests, metricsRoutes } from "../metrics/routes.ts";
import { challengeRoutes, scriptRoutes, thanksRoutes, tryRoutes } from "../intake/page-routes.ts";
import { mcpRoutes } from "../mcp/routes.ts";
import { logoutRoutes } from "../oidc/logout-route.ts";
import { probeRoutes } from "./probe.ts";
import { securityTxtRoutes } from "./security-txt.ts";
import { linkRoutes } from "../recipients/link-routes.ts";
import { viewRoutes } from "../intake/rules/view-page.tsx";

const PUBLIC_FILE = /^\/api\/v1\/attachments\/[\w-]+\/public\/?$/;

export function createApp(areas: ServerAreas): Hono<{ Bindings: HttpBindings }> {
  const { intake, api, metrics } = areas;
  const { ids, log } = intake;
  const { knownHost, isFilesHost } = areas.probe;
  const app = new Hono<{ Bindings: HttpBindings }>({ strict: false });
  app.use(async (c, next) => {
    c.header("X-Request-Id", ids.requestId());
    if (areas.hstsDays > 0 && intake.publicUrl().startsWith("https:")) {
      c.header("Strict-Transport-Security", `max-age=${areas.hstsDays * 86_400}`);
    }
    intake.admit(c.env.incoming);
    await next();
  });
  app.use(async (c, next) => {
    const isFile = PUBLIC_FILE.test(c.req.path);
    if (isFilesHost(c.env.incoming)) {
      if (!isFile) throw new AppError("not_found", "This host has public links to files only.");
    } else if (isFile && knownHost(c.env.incoming) !== undefined) {
      const { publicUrl, filesUrl } = api.origins;
      if (filesUrl !== publicUrl) return c.redirect(`${filesUrl}${c.req.path}`);
    }
    return next();
  });
  app.use(countRequests(metrics));
  app.route("/api/v1", apiRoutes(api));
  app.route("/", challengeRoutes(intake));
  app.route("/", thanksRoutes(intake));
  app.route("/", tryRoutes(intake));
  app.route("/", viewRoutes(intake));
  app.route("/", scriptRoutes());
  app.route("/", linkRoutes(areas.links));
  app.route("/", logoutRoutes(areas.logouts));
  app.route("/", docsRoutes(intake));
  const callApi = apiInProcess(api);
  app.route("/dashboard", dashboardRoutes({ ...areas.dashboard, callApi: forSessions(callApi) }));
  app.route("/", mcpRoutes({ ...areas.agents, callApi }));
  app.get("/", (c) => c.redirect("/dashboard", 303));
  app.route("/", healthRoutes(areas.health));
  app.route("/", metricsRoutes(metrics));
  app.route("/", securityTxtRoutes(areas.securityTxt));
  app.route("/", probeRoutes(areas.probe));
  rejectOtherMethods(app, "");
  app.notFound((c) =>
    answerProblem(
      c,
      new AppError(
        "not_found",
        `There is no page at ${c.req.path}. The API is under /api/v1, and forms post to /f/<form>.`,
      ),
      log,
    ),
  );
  app.onError((error, c) => answerProblem(c, error, log));
  return app;
}

/** A second instance of the API, called in this process for users of the dashboard and for agents. */
function apiInProcess(parts: ApiParts) {
  const api = new Hono<ApiEnv>({ strict: false }).route("/api/v1", apiRoutes(parts));
  api.onError((error, c) => {
    if (error instanceof AppError) c.env.onProblem?.(error);
    return answerProblem(c, error, parts.log);
  });
  return (
    request: Request,
    bindings: ApiBindings,
    internalCaller: Required<ApiBindings>["internalCaller"],
  ) => api.fetch(request, { ...bindings, internalCaller });
}

function forSessions(callApi: ReturnType<typeof apiInProcess>): DashboardParts["callApi"] {
  return (request, bindings, session, onProblem) =>
    callApi(request, { ...bindings, onProblem }, async () => {
      const found = await session();
      if (found !== undefined) return callerOfSession(found);
      throw new AppError("unauthenticated", "Your session has ended. Sign in again.");
    });
}
