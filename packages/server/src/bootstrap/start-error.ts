/** Why a server cannot start. The message is shown to the operator. */
export class StartError extends Error {
  override readonly name = "StartError";
}
