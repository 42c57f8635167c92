export * from "./portable.ts";
export { type Download, Intray, type RawResponse, type StoredBody } from "./node-client.ts";
export type { IntrayOptions, InvalidAnswer, ValidationMode } from "./node-options.ts";
export { openAgent } from "./http/connection.ts";
export { proxyOf } from "./http/node-platform.ts";
export type { ProxyChoice } from "./http/proxy.ts";
