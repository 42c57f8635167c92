/** What is done with errors of any kind. */

/** Returns what `run` returns; `undefined` if it throws. */
export function tryOrUndefined<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
