/** A call of a tool that cannot be done; the agent reads the message. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}
