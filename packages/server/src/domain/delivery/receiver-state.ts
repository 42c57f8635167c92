/** What a failed attempt says about the receiver. */
import type { Answer, DeliveryErrorCode } from "./delivery.ts";

const STATES: Partial<Record<DeliveryErrorCode, Answer["receiver"]>> = {
  timeout: "hangs",
  connection_refused: "hangs",
  // It also responds if it breaks a connection off, or speaks TLS badly: such an attempt takes no time.
  connection_reset: "responds",
  tls_error: "responds",
};

/** What an attempt that ended without an answer says about the receiver, for the circuit of its origin. */
export const receiverAfter = (errorCode: DeliveryErrorCode): Answer["receiver"] =>
  STATES[errorCode] ?? "unknown";
