/** A line at the bottom of a terminal; whatever else is written there goes above it. */
import { Writable } from "node:stream";
import { truncateTo } from "./display-width.ts";

const ERASE_LINE = "\r\u001B[2K";
const NEWLINE = 0x0a;
const DEFAULT_WIDTH = 80;

/** What it needs of `process.stderr`. */
export type LineStream = Pick<NodeJS.WriteStream, "isTTY" | "columns" | "write">;

export class StatusLine {
  readonly #stream: LineStream;
  #text: string | undefined;
  #isDrawn = false;
  /** Others have written half a line: it would be erased with ours. */
  #isMidLine = false;

  constructor(stream: LineStream) {
    this.#stream = stream;
  }

  /** Whether anybody would see it. */
  get isVisible(): boolean {
    return this.#stream.isTTY;
  }

  /** Columns that it may take: a line that wraps could not be erased. */
  get width(): number {
    return (this.#stream.columns || DEFAULT_WIDTH) - 1;
  }

  /** Shows this text instead of the last one. */
  draw(text: string): void {
    if (!this.isVisible) return;
    this.#text = text;
    this.#show();
  }

  /** Takes the line away. */
  clear(): void {
    this.#hide();
    this.#text = undefined;
  }

  /** Writes above the line. Answers as the stream does. */
  write(chunk: string | Uint8Array): boolean {
    this.#hide();
    const isTaken = this.#stream.write(chunk);
    if (chunk.length > 0) this.#isMidLine = !endsLine(chunk);
    this.#show();
    return isTaken;
  }

  /** A stream whose bytes go above the line. */
  above(): Writable {
    return new Writable({
      decodeStrings: true,
      write: (chunk: Buffer, _encoding, done) => {
        this.write(chunk);
        done(); // terminals are written to synchronously
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
