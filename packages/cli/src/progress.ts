/** A line on stderr that says how far it is; only where a person sees it. */

const ERASE_LINE = "\r\u001B[2K";

export interface Progress {
  advance(by: number): void;
  /** Takes the line away. */
  end(): void;
}

export function startProgress(
  stderr: NodeJS.WriteStream,
  { total, isWanted }: { readonly total: number; readonly isWanted: boolean },
): Progress {
  if (!isWanted || !stderr.isTTY) return { advance: () => undefined, end: () => undefined };
  let done = 0;
  return {
    advance: (by) => {
      done += by;
      const all = Math.max(done, total).toLocaleString("en");
      stderr.write(`${ERASE_LINE}${done.toLocaleString("en")} of ${all}`);
    },
    end: () => void stderr.write(ERASE_LINE),
  };
}
