/** The tools of an agent, for a server of the Model Context Protocol. Loads no HTTP code. */
export { createAgent } from "./agent.ts";
export type { Agent, AgentOptions, ToolResult } from "./agent.ts";
export type { ApiAnswer, ApiCall, CallApi } from "./api-calls.ts";
export type { Tool } from "./tools.ts";
export { ToolError } from "./tool-error.ts";
