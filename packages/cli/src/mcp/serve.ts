/** Serves an agent on standard input and output, by the official SDK of the protocol. */
import { finished } from "node:stream";
import { ToolError, type Agent } from "@intray/sdk/mcp";
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Clock } from "../clock.ts";

interface ServeOptions {
  readonly agent: Agent;
  readonly version: string;
  readonly onError: (error: Error) => void;
}

/** Resolves when the client has closed its end, as clients do to stop a server. */
export async function serveAgent({ agent, version, onError }: ServeOptions): Promise<void> {
  const ended = new Promise<void>((resolve) => finished(process.stdin, () => resolve()));
  const connection = serveStdio(() => serverOf(agent, version), { onerror: onError });
  await ended;
  await connection.close();
}

function serverOf(agent: Agent, version: string): Server {
  const { instructions, tools, resourceTemplates } = agent;
  const capabilities = { tools: {}, resources: {} };
  const server = new Server({ name: "intray", version }, { capabilities, instructions });
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

const WINDOW_MS = 60_000;

/** Returns a function that counts a call, and throws ToolError above `perMinute` calls in 60 seconds. */
export function callLimit(perMinute: number, clock: Clock): () => void {
  const times: number[] = [];
  return () => {
    const now = clock.now();
    while (times[0] !== undefined && (now - times[0] >= WINDOW_MS || now < times[0])) times.shift();
    if (times[0] !== undefined && times.length >= perMinute) {
      const waitS = Math.ceil((times[0] + WINDOW_MS - now) / 1_000);
      throw new ToolError(
        `There were more than ${perMinute} tool calls in a minute. Wait ${waitS} seconds.`,
      );
    }
    times.push(now);
  };
}
