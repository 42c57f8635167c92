/** The public face under Node: everything portable, and what node:crypto answers at once. */
export * from "./portable.ts";
export { verify } from "./verify.ts";
export { unwrap } from "./unwrap.ts";
export { verifyStream } from "./verify-stream.ts";
export { sign, signStandard } from "./sign.ts";
