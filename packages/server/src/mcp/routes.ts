/** `POST /mcp`: tools of AI agents, by the Model Context Protocol over HTTP. Stateless; needs an API key. */
import { type Context, Hono } from "hono";
import { createAuthentication } from "../api/http/authenticate.ts";
import type { Caller } from "../api/http/caller.ts";
import type { ApiContext, ApiEnv } from "../api/http/env.ts";
import { createKeyExpiry } from "../api/http/expired-keys.ts";
import { limitKeys } from "../api/http/limit-keys.ts";
import { readBodies } from "../bodies/read-body.ts";
import { AppError, unknownHost } from "../domain/errors.ts";
import type { McpParts, McpSettings } from "./env.ts";

const MAX_BODY_BYTES = 128 * 1_024;
/** Requests that are handled at the same time. Each may hold one answer of the API. */
const MAX_OPEN = 16;

export function mcpRoutes(parts: McpParts): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>();
  if (parts.mcp.tools === "off") return routes;
  const identify = limitKeys(createAuthentication(parts, createKeyExpiry(parts.clock)), parts);
  let open = 0;
  routes.use("/mcp", async (c, next) => {
    c.header("Cache-Control", "no-store");
    requireOwnPage(c, parts);
    await next();
  });
  routes.use("/mcp", readBodies(parts, { maxBytes: MAX_BODY_BYTES, tooLarge }));
  routes.post("/mcp", async (c) => {
    const caller = await identify(withBearerKey(c));
    requireFewRequests(parts.mcp, caller);
    if (open >= MAX_OPEN) throw tooManyAtOnce();
    open += 1;
    try {
      const message = await messageOf(c);
      // The SDK of the protocol takes time and memory, which servers without agents need not spend.
      const { answerAgent } = await import("./answer-agent.ts");
      return await answerAgent({ request: c.req.raw, bindings: c.env, message, caller, parts });
    } finally {
      open -= 1;
    }
  });
  // Other methods are for streams and sessions, which this server does not have.
  routes.all("/mcp", (c) => {
    throw new AppError("method_not_allowed", `/mcp does not support ${c.req.method}. Use POST.`, {
      headers: { Allow: "POST" },
    });
  });
  return routes;
}

/**
 * Agents are programs, and send no `Origin`. A page of another site could not read an answer, and this server's
 * own name may be the one that an attacker points at it (DNS rebinding).
 */
function requireOwnPage(c: Context<ApiEnv>, { knownHost, publicUrl }: McpParts): void {
  const host = knownHost(c.env.incoming);
  if (host === undefined) throw unknownHost(c.req.header("host"));
  const origin = c.req.header("origin");
  if (origin === undefined || origin === publicUrl() || URL.parse(origin)?.host === host) return;
  throw new AppError("forbidden", "Pages of other sites may not use /mcp.");
}

/** @throws AppError `unauthenticated` without the header: a key in the URL would be in logs of proxies. */
function withBearerKey(c: ApiContext): ApiContext {
  if (/^bearer\s/i.test(c.req.header("authorization") ?? "")) return c;
  throw new AppError(
    "unauthenticated",
    "An agent needs an API key. Send it as: Authorization: Bearer <key>.",
    { headers: { "WWW-Authenticate": "Bearer" } },
  );
}

function requireFewRequests({ rate }: McpSettings, { keyId, key_name }: Caller): void {
  const verdict = rate.count(keyId, null);
  if (verdict.kind === "within") return;
  throw new AppError(
    "rate_limited",
    `The agent with the API key "${key_name}" has sent more requests this minute than INTRAY_MCP_RATE_LIMIT allows. Try again in ${verdict.retryAfterS} seconds.`,
    { headers: { "Retry-After": String(verdict.retryAfterS) } },
  );
}

/** One message: a list of them would pass the limit of requests as one. */
async function messageOf(c: ApiContext): Promise<object> {
  let message: unknown;
  try {
    message = JSON.parse(await c.req.text());
  } catch {
    throw new AppError("malformed", "The body is not valid JSON.");
  }
  if (typeof message === "object" && message !== null && !Array.isArray(message)) return message;
  throw new AppError(
    "malformed",
    "The body must be one JSON-RPC message. Batches are not supported.",
  );
}

const tooLarge = () =>
  new AppError("too_large", "The request body is larger than 128 KiB, the limit of /mcp.", {
    headers: { Connection: "close" },
  });

const tooManyAtOnce = () =>
  new AppError("overloaded", "Too many requests of agents are open. Try again in a moment.", {
    headers: { "Retry-After": "1" },
  });
