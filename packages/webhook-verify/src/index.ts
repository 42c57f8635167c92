/** The public face of `@intray/webhook-verify`. */
export { verify } from "./verify.ts";
export { verifyAsync } from "./verify-async.ts";
export { unwrap } from "./unwrap.ts";
export { unwrapAsync } from "./unwrap-async.ts";
export { sign, signStandard } from "./sign.ts";
export { signAsync, signStandardAsync } from "./sign-async.ts";
export { WebhookVerificationError } from "./errors.ts";
export type { Mistake, VerificationErrorCode } from "./errors.ts";
export type { RawBody } from "./raw-body.ts";
export type { HeaderSource } from "./delivery-headers.ts";
export type { StandardMessage } from "./standard-signature.ts";
export type {
  AuthenticatedHeaders,
  UnauthenticatedHeaders,
  UnwrapOptions,
  VerifiedDelivery,
} from "./verified-delivery.ts";
