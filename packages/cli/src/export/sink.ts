/** Where an export goes: a file that appears whole or not at all, or stdout. */
import type { Output } from "../output.ts";
import { harmlessLines } from "../terminal-text.ts";

export interface Sink {
  /** Waits while the receiver is slower, so memory stays flat. */
  write(text: string): Promise<void>;
  /** The export is complete: it may be seen now. */
  commit(): Promise<void>;
  /** It is not: nothing stays. Never throws. */
  abandon(): Promise<void>;
}

/** What was written to stdout cannot be taken back; the exit code has to say that it is not all. */
export function stdoutSink(out: Output): Sink {
  return {
    // a person who looks at it is not to be fooled; a file or a pipe gets it as it is
    write: (text) =>
      out.write(out.isTerminal ? harmlessLines(text.replaceAll("\r\n", "\n")) : text),
    commit: () => Promise.resolve(),
    abandon: () => Promise.resolve(),
  };
}
