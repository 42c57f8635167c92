/** Why a server cannot start. The message is shown to the operator. */
import { ConfigError, EXIT_BAD_CONFIGURATION } from "../config/config.ts";

export class StartError extends Error {
  override readonly name = "StartError";
  readonly exitCode: number;

  constructor(
    message: string,
    { cause, exitCode = 1 }: { cause?: unknown; exitCode?: number } = {},
  ) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

export function asStartError(cause: unknown): StartError {
  if (cause instanceof StartError) return cause;
  return new StartError(cause instanceof Error ? cause.message : String(cause), {
    cause,
    exitCode: cause instanceof ConfigError ? EXIT_BAD_CONFIGURATION : 1,
  });
}
