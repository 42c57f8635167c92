/** Thrown when the address guard blocks a connection; the message is the guard's reason. */
export class BlockedAddress extends Error {
  override readonly name = "BlockedAddress";
  readonly code = "INTRAY_BLOCKED_ADDRESS";
}
