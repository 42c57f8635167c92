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
import { mcpRoutes } from "../mcp/routes.ts";
import { logoutRoutes } from "../oidc/logout-route.ts";
import type { ServerAreas } from "./areas.ts";
import { createPublicApp } from "./public-app.ts";

export function createApp(areas: ServerAreas): Hono<{ Bindings: HttpBindings }> {
  const { intake, api } = areas;
  const app = createPublicApp(areas);
  app.route("/api/v1", apiRoutes(api));
  app.route("/", logoutRoutes(areas.logouts));
  app.route("/", docsRoutes(intake));
  const callApi = apiInProcess(api);
  app.route("/dashboard", dashboardRoutes({ ...areas.dashboard, callApi: forSessions(callApi) }));
  app.route("/", mcpRoutes({ ...areas.agents, callApi }));
  app.get("/", (c) => c.redirect("/dashboard", 303));
  rejectOtherMethods(app, "");
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
