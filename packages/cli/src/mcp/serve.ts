/** Serves an agent on standard input and output, by the official SDK of the protocol. */
import { finished } from "node:stream";
import { type Agent, ToolError } from "@intray/sdk/mcp";
import { ProtocolError, ProtocolErrorCode, Server, serveStdio } from "#mcp-library";

export interface ServeOptions {
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
  server.setRequestHandler("resources/read", async ({ params }) => {
    try {
      return await agent.readResource(params.uri);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    }
  });
  return server;
}
