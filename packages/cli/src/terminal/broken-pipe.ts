/** Handles EPIPE on stdout: its reader has exited, as in `intray … | head -1`. */

let handler: () => void = exitWithSuccess;

/**
 * Sets the handler; the default exits with 0. Set one before writing if the command has work to finish,
 * or if incomplete output is an error.
 */
export function onBrokenPipe(replacement: () => void): void {
  handler = replacement;
}

export function handleBrokenPipe(): void {
  handler();
}

function exitWithSuccess(): void {
  process.exit(0);
}
