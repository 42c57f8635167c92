/** Public API on platforms without node:crypto: the asynchronous functions, and synchronous ones in JavaScript. */
export * from "./every-platform.ts";
export { verify } from "./portable/verify.ts";
export { unwrap } from "./portable/unwrap.ts";
export { sign, signStandard } from "./portable/sign.ts";
