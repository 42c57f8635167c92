/** The HTTP server, which listens before the rest of the server has started. */
import { createServer, type RequestListener, type Server } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { answerProblem } from "../api/http/problem.ts";
import { type Config, EXIT_BAD_CONFIGURATION } from "../config/config.ts";
import { AppError } from "../domain/errors.ts";
import type { Ids } from "../domain/ids.ts";
import { errorResponse } from "../intake/respond.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Connections } from "./connections.ts";
import { RETRY_AFTER } from "./health.ts";
import { StartError } from "./start-error.ts";

const HTTP_OPTIONS = {
  /** Bytes buffered per upload while the disk is slow: small, since hundreds may be in progress. */
  highWaterMark: 16 * 1_024,
  /** Bytes of a request's head. */
  maxHeaderSize: 16 * 1_024,
  /** How long a head may take, in milliseconds. */
  headersTimeout: 20_000,
  /** Long, since a large upload may be slow. `bodies/open-bodies.ts` limits the time of bodies. */
  requestTimeout: 3_600_000,
  /** How often Node looks for requests that take too long. */
  connectionsCheckingInterval: 5_000,
};
/** A connection without traffic for this long is closed. */
const MAX_SILENCE_MS = 120_000;

export type Listening = Awaited<ReturnType<typeof listen>>;

/**
 * Listens. Requests wait until the server can answer them; once something delays the start, they are answered that it
 * is starting. So a proxy that has no health checks loses no post when a server is restarted.
 *
 * @throws StartError if the port cannot be used.
 */
export async function listen(
  config: Pick<Config, "host" | "port">,
  { connections, ...parts }: StartingParts & { readonly connections: Connections },
) {
  let status = "starting";
  const starting = getRequestListener(startingApp(parts, () => status).fetch);
  const waiting: (() => void)[] = [];
  let respond: RequestListener = (incoming, outgoing) => {
    if (/^\/(?:healthz|readyz)\b/.test(incoming.url ?? "")) void starting(incoming, outgoing);
    else waiting.push(() => respond(incoming, outgoing));
  };
  const answerBy = (next: RequestListener) => {
    respond = next;
    for (const answer of waiting.splice(0)) answer();
  };
  const http = createServer(HTTP_OPTIONS, (incoming, outgoing) => {
    if (!http.listening) outgoing.shouldKeepAlive = false;
    respond(incoming, outgoing);
  });
  connections.watch(http);
  http.listen(config.port, config.host);
  http.timeout = MAX_SILENCE_MS;
  return {
    http,
    url: await listening(http, config),
    /** Sets what delays the start, which `/readyz` names, such as `database unreachable`. */
    report(reason: string) {
      status = reason;
      answerBy(starting);
    },
    serve: answerBy,
    close() {
      http.close();
      http.closeAllConnections();
    },
  };
}

type StartingParts = { readonly clock: Clock; readonly ids: Ids; readonly log: Log };

/** Answers until the server can: it lives, but is not ready, and stores no posts yet. */
function startingApp({ clock, ids, log }: StartingParts, status: () => string) {
  const since = new Date(clock.now()).toISOString();
  const headers = { "Retry-After": RETRY_AFTER };
  const problem = () =>
    new AppError(
      "overloaded",
      `The server has been starting since ${since} (${status()}); send this again in ${RETRY_AFTER} seconds.`,
      { headers },
    );
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (c, next) => {
    c.header("X-Request-Id", ids.requestId());
    await next();
  });
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", (c) => c.json({ status: status(), since }, 503, headers));
  app.post("/f/:form", async (c) => {
    const requestId = c.res.headers.get("X-Request-Id") ?? "";
    const context = { path: c.req.path, headers: c.env.incoming.headers };
    const answer = await errorResponse(context, problem(), requestId);
    const all = { "Access-Control-Allow-Origin": "*", ...answer.headers };
    return c.newResponse(answer.body, 503, all);
  });
  app.notFound((c) => answerProblem(c, problem(), log));
  return app;
}

/** The address is not one of this machine, or this user may not listen on the port. */
const WRONG_ADDRESS = new Set(["EADDRNOTAVAIL", "ENOTFOUND", "EACCES"]);

async function listening(http: Server, { host, port }: Pick<Config, "host" | "port">) {
  const problem = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    http.once("listening", () => resolve(undefined));
    http.once("error", resolve);
  });
  if (problem !== undefined) {
    const isWrong = WRONG_ADDRESS.has(problem.code ?? "");
    throw new StartError(
      problem.code === "EADDRINUSE"
        ? `Port ${port} on ${host} is in use. Stop the program that uses it, or set INTRAY_PORT to another port (0 means any free one).`
        : `The server cannot listen on ${host}:${port} (${problem.message}). Check INTRAY_HOST and INTRAY_PORT.`,
      { cause: problem, exitCode: isWrong ? EXIT_BAD_CONFIGURATION : 1 },
    );
  }
  const address = http.address();
  if (address === null || typeof address === "string") throw new StartError("No TCP address.");
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${name}:${address.port}`;
}
