/** A progress bar on a line at the bottom of the terminal; other output appears above it. */
import { Writable } from "node:stream";
import { truncateTo } from "./text.ts";
import { systemClock, type Clock } from "../clock.ts";

const ERASE_LINE = "\r\u001B[2K";
const NEWLINE = 0x0a;
const DEFAULT_WIDTH = 80;

/** The part of `process.stderr` that {@link StatusLine} uses. */
type LineStream = Pick<NodeJS.WriteStream, "isTTY" | "columns" | "write">;

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

  draw(text: string): void {
    if (!this.isVisible) return;
    this.#text = text;
    this.#show();
  }

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

const endsLine = (chunk: string | Uint8Array): boolean =>
  typeof chunk === "string" ? chunk.endsWith("\n") : chunk.at(-1) === NEWLINE;

const BAR_CELLS = 20;
const REDRAW_MS = 100;
/** The rate is shown only after this time; earlier it is too inaccurate. */
const RATE_AFTER_MS = 1_000;

export type Progress = ReturnType<typeof startProgress>;

export interface ProgressOptions {
  readonly total: number;
  /** Done by an earlier run; included in the bar, excluded from the rate. */
  readonly before?: number;
  readonly clock?: Clock;
}

/** Draws the bar immediately, with `before` items done. */
export function startProgress(
  line: Pick<StatusLine, "draw" | "clear" | "width">,
  { total, before = 0, clock = systemClock }: ProgressOptions,
) {
  const startedAt = clock.now();
  let done = before;
  let drawnAt = -Infinity;
  const draw = (now: number) => {
    const all = Math.max(done, total);
    const share = all === 0 ? 1 : done / all;
    const count = `${done.toLocaleString("en")} of ${all.toLocaleString("en")}`;
    const rate = rateText(done - before, all - done, now - startedAt);
    const whole = `${bar(share)} ${count}${rate}`;
    line.draw(whole.length <= line.width ? whole : `${count}${rate}`);
  };
  draw(startedAt);
  return {
    advance: (by: number) => {
      done += by;
      const now = clock.now();
      if (now - drawnAt < REDRAW_MS && done < total) return;
      drawnAt = now;
      draw(now);
    },
    end: () => line.clear(),
  };
}

function bar(share: number): string {
  const full = Math.floor(share * BAR_CELLS);
  return `[${"#".repeat(full)}${".".repeat(BAR_CELLS - full)}]`;
}

function rateText(done: number, left: number, elapsedMs: number): string {
  if (elapsedMs < RATE_AFTER_MS || done === 0) return "";
  const perSecond = (done / elapsedMs) * 1_000;
  return `, ${Math.round(perSecond).toLocaleString("en")}/s, ${durationText(left / perSecond)} left`;
}

function durationText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole}s`;
  const minutes = Math.ceil(whole / 60);
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}
