/** Answers one message of an agent. Loaded with the first one, since the SDK of the protocol is large. */
import type { HttpBindings } from "@hono/node-server";
import { type Agent, type CallApi, createAgent, ToolError } from "@intray/sdk/mcp";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import type { Caller } from "../api/http/caller.ts";
import { readAtMost } from "../platform/bounds.ts";
import { VERSION } from "../platform/version.ts";
import type { McpParts } from "./env.ts";

/** Answers of the API above this are refused: the agent gets a small part of them anyway. */
const MAX_ANSWER_BYTES = 8 * 1_024 * 1_024;
/** Only fills in the host of request URLs: requests do not leave the process. */
const ORIGIN = "http://intray.invalid";

export interface AgentRequest {
  readonly request: Request;
  readonly bindings: HttpBindings;
  /** The parsed body. */
  readonly message: object;
  readonly caller: Caller;
  readonly parts: McpParts;
}

export async function answerAgent(agentRequest: AgentRequest): Promise<Response> {
  const { request, message, parts } = agentRequest;
  const onerror = (error: Error) =>
    parts.log.debug({ err: error }, "A message of an agent failed.");
  const handler = createMcpHandler(() => serverOf(agentOf(agentRequest)), {
    // Lists do not change, so there is nothing to listen to.
    maxSubscriptions: 0,
    onerror,
  });
  const response = await handler.fetch(request, { parsedBody: message });
  // Clients of 2025 get a stream, which is there before its content: the caller counts until that is complete.
  return new Response(await response.arrayBuffer(), response);
}

function agentOf({ request, bindings, caller, parts }: AgentRequest): Agent {
  const callApi: CallApi = async ({ method, path, query, headers = {}, body }) => {
    const url = new URL(`${ORIGIN}/api/v1${path}?${new URLSearchParams(query).toString()}`);
    const call = new Request(url, {
      method,
      headers: {
        ...headers,
        "user-agent": `intray-mcp/${VERSION}`,
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: request.signal,
    });
    const answer = await parts.callApi(call, bindings, () => Promise.resolve(caller));
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await bytesOf(answer),
    };
  };
  return createAgent({
    callApi,
    allowChanges: parts.mcp.tools === "change" && caller.scope === "write",
    newMark: () => parts.random(16).toString("hex"),
    describeError(error) {
      parts.log.error({ err: error }, "A tool call of an agent failed with an unexpected error.");
      return "The server failed to do this because of an internal error. Try again.";
    },
  });
}

/** @throws ToolError above 8 MiB. */
async function bytesOf({ body }: Response): Promise<Uint8Array> {
  const bytes = await readAtMost(body ?? [], MAX_ANSWER_BYTES);
  if (bytes !== undefined) return bytes;
  throw new ToolError("The answer is larger than 8 MiB. Ask for less, with a smaller per_page.");
}

function serverOf(agent: Agent): Server {
  const { instructions, tools, resourceTemplates } = agent;
  const capabilities = { tools: {}, resources: {} };
  const server = new Server({ name: "intray", version: VERSION }, { capabilities, instructions });
  server.setRequestHandler("tools/list", () => ({ tools: [...tools] }));
  server.setRequestHandler("tools/call", ({ params }) =>
    agent.callTool(params.name, params.arguments),
  );
  server.setRequestHandler("resources/list", () => ({ resources: [] }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [...resourceTemplates],
  }));
  server.setRequestHandler("resources/read", ({ params }) => agent.readResource(params.uri));
  return server;
}
