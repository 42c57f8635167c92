/** The guard's refusal, as the error that ends the request. */
export class BlockedAddress extends Error {
  override readonly name = "BlockedAddress";
  readonly code = "INTRAY_BLOCKED_ADDRESS";
}
