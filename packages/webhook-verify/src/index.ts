/** Public API. The receivers for frameworks are in `adapters/`, each an entry of its own. */
export { verify } from "./verify.ts";
export { unwrap } from "./unwrap.ts";
export { verifyRequest } from "./verify-request.ts";
export { verifyStandard } from "./verify-standard.ts";
export { verifyStream } from "./verify-stream.ts";
export { sign, signStandard } from "./sign.ts";
export { createReplayMemory } from "./replay.ts";
export { WebhookVerificationError } from "./errors.ts";
export type { Mistake, VerificationErrorCode } from "./errors.ts";
export type { RawBody } from "./body.ts";
export type { HeaderSource } from "./headers.ts";
export type { StandardMessage } from "./standard-signature.ts";
export type { DeliveredSubmission, SubmittedFile } from "./read-submission.ts";
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
} from "./unwrap.ts";
