/** What `intray mcp` uses of the protocol's SDK. Published as a bundle, a twentieth of the packages' size. */
export { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
export { serveStdio } from "@modelcontextprotocol/server/stdio";
