/** What happens when the reader of our stdout goes away, as in `intray … | head -1`. */

let act: () => void = endQuietly;

/**
 * Replaces the quiet end with exit code 0. A command that has something to finish, or whose output
 * is worth nothing in part, says so here before it writes.
 */
export function whenReaderLeaves(instead: () => void): void {
  act = instead;
}

export function readerLeft(): void {
  act();
}

function endQuietly(): void {
  process.exit(0);
}
