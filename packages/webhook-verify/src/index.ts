/** Public API under Node: the asynchronous functions, and the synchronous ones by node:crypto. */
export * from "./every-platform.ts";
export { verify } from "./verify.ts";
export { unwrap } from "./unwrap.ts";
export { verifyStream } from "./verify-stream.ts";
export { sign, signStandard } from "./sign.ts";
