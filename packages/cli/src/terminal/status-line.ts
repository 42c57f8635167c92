/** A line at the bottom of the terminal; other output appears above it. */
import { Writable } from "node:stream";
import { truncateTo } from "./display-width.ts";

const ERASE_LINE = "\r\u001B[2K";
const NEWLINE = 0x0a;
const DEFAULT_WIDTH = 80;

/** The part of `process.stderr` that {@link StatusLine} uses. */
export type LineStream = Pick<NodeJS.WriteStream, "isTTY" | "columns" | "write">;

export class StatusLine {
  readonly #stream: LineStream;
  #text: string | undefined;
  #isDrawn = false;
  /** The last output did not end its line; drawing now would erase it. */
  #isMidLine = false;

  constructor(stream: LineStream) {
    this.#stream = stream;
  }

  /** Whether the stream is a terminal. */
  get isVisible(): boolean {
    return this.#stream.isTTY;
  }

  /** Available columns; a line that wraps cannot be erased. */
  get width(): number {
    return (this.#stream.columns || DEFAULT_WIDTH) - 1;
  }

  /** Replaces the text of the line. */
  draw(text: string): void {
    if (!this.isVisible) return;
    this.#text = text;
    this.#show();
  }

  /** Removes the line. */
  clear(): void {
    this.#hide();
    this.#text = undefined;
  }

  /** Writes above the line. Returns what the stream's `write` returns. */
  write(chunk: string | Uint8Array): boolean {
    this.#hide();
    const isAccepted = this.#stream.write(chunk);
    if (chunk.length > 0) this.#isMidLine = !endsLine(chunk);
    this.#show();
    return isAccepted;
  }

  /** A stream that writes above the line. */
  above(): Writable {
    return new Writable({
      decodeStrings: true,
      write: (chunk: Buffer, _encoding, done) => {
        this.write(chunk);
        done(); // Node writes to terminals synchronously
      },
    });
  }

  #show(): void {
    if (this.#text === undefined || this.#isMidLine) return;
    this.#stream.write(`${ERASE_LINE}${truncateTo(this.#text, this.width)}`);
    this.#isDrawn = true;
  }

  #hide(): void {
    if (this.#isDrawn) this.#stream.write(ERASE_LINE);
    this.#isDrawn = false;
  }
}

function endsLine(chunk: string | Uint8Array): boolean {
  return typeof chunk === "string" ? chunk.endsWith("\n") : chunk.at(-1) === NEWLINE;
}
