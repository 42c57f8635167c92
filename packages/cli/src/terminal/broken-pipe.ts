/** What happens when the reader of our stdout goes away, as in `intray … | head -1`. */

let handler: () => void = exitWithSuccess;

/**
 * Replaces the quiet end with exit code 0. A command that has something to finish, or whose output
 * is worth nothing in part, says so here before it writes.
 */
export function onBrokenPipe(instead: () => void): void {
  handler = instead;
}

export function handleBrokenPipe(): void {
  handler();
}

function exitWithSuccess(): void {
  process.exit(0);
}
