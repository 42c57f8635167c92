/** A call of a tool that cannot be done; the agent reads the message. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  /** "Invalid params" of JSON-RPC: the code of an answer that has no place for an error of a tool. */
  readonly code = -32_602;
}
