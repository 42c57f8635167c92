/** The part of the public API that is the same on every platform: WebCrypto, and the types. */
export { verifyAsync } from "./verify-async.ts";
export { unwrapAsync } from "./unwrap-async.ts";
export { verifyRequest } from "./verify-request.ts";
export { verifyStandard } from "./verify-standard.ts";
export { createReplayMemory } from "./replay-memory.ts";
export { signAsync, signStandardAsync } from "./sign-async.ts";
export { WebhookVerificationError } from "./errors.ts";
export type { Mistake, VerificationErrorCode } from "./errors.ts";
export type { RawBody } from "./body/raw-body.ts";
export type { HeaderSource } from "./delivery-headers.ts";
export type { StandardMessage } from "./standard-signature.ts";
export type { ReplayPolicy, ReplayStore, SignedAttempt } from "./replay.ts";
export type { DeliveryHandler, ReceiverOptions } from "./receiver.ts";
export type { RequestOptions } from "./verify-request.ts";
export type { StandardOptions } from "./verify-standard.ts";
export type {
  AuthenticatedHeaders,
  StandardDelivery,
  UnauthenticatedHeaders,
  UnwrapOptions,
  VerifiedDelivery,
} from "./verified-delivery.ts";
