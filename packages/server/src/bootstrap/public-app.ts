/**
 * The routes for visitors of forms, links in e-mails and monitoring. The API and the dashboard, which take much
 * memory and half of the time of a start, are loaded when they are first used.
 */
import type { RequestListener } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { answerProblem } from "../api/http/problem.ts";
import { AppError } from "../domain/errors.ts";
import { challengeRoutes, scriptRoutes, thanksRoutes, tryRoutes } from "../intake/page-routes.ts";
import { viewRoutes } from "../intake/rules/view-page.tsx";
import { countRequests, metricsRoutes } from "../metrics/routes.ts";
import { later } from "../platform/later.ts";
import { linkRoutes } from "../recipients/link-routes.ts";
import type { ServerAreas } from "./areas.ts";
import { healthRoutes } from "./health.ts";
import { probeRoutes } from "./probe.ts";
import { securityTxtRoutes } from "./security-txt.ts";

/** Answers all requests except posts to forms. */
export function answerRequests(areas: ServerAreas): RequestListener {
  const app = createPublicApp(areas);
  const respond = getRequestListener(app.fetch);
  const beginnings = new Set(app.routes.map(({ path }) => firstSegment(path)));
  const all = later(async () => {
    const { createApp } = await import("./app.ts");
    return getRequestListener(createApp(areas).fetch);
  });
  const refuse = (error: unknown) => {
    const refusing = emptyApp(areas).all("*", () => {
      throw error;
    });
    return getRequestListener(refusing.fetch);
  };
  return (incoming, outgoing) => {
    // Other methods need what openapi.yaml says of the path.
    if (incoming.method === "GET" && beginnings.has(firstSegment(incoming.url ?? ""))) {
      void respond(incoming, outgoing);
    } else {
      void all
        .load()
        .catch(refuse)
        .then((respondToAll) => respondToAll(incoming, outgoing));
    }
  };
}

const firstSegment = (path: string) => /^\/([^/?]+)/.exec(path)?.[1];

export function createPublicApp(areas: ServerAreas): Hono<{ Bindings: HttpBindings }> {
  const { intake, metrics } = areas;
  const app = emptyApp(areas);
  app.route("/", challengeRoutes(intake));
  app.route("/", thanksRoutes(intake));
  app.route("/", tryRoutes(intake));
  app.route("/", viewRoutes(intake));
  app.route("/", scriptRoutes());
  app.route("/", linkRoutes(areas.links));
  app.route("/", healthRoutes(areas.health));
  app.route("/", metricsRoutes(metrics));
  app.route("/", securityTxtRoutes(areas.securityTxt));
  app.route("/", probeRoutes(areas.probe));
  return app;
}

const PUBLIC_FILE = /^\/api\/v1\/attachments\/[\w-]+\/public\/?$/;

/** Has what all routes share. */
function emptyApp(areas: ServerAreas): Hono<{ Bindings: HttpBindings }> {
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
