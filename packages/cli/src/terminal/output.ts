/** Where a command's words go: data to stdout, everything else to stderr. */
import { once } from "node:events";
import type { Writable } from "node:stream";
import type { Format } from "../config/config-file.ts";
import { startProgress } from "./progress.ts";
import type { Progress, ProgressOptions } from "./progress.ts";
import { StatusLine } from "./status-line.ts";
import { cellText, tableLines, tsvLines } from "./table.ts";
import type { Cell, Column } from "./table.ts";
import { escapeLine, escapeJson, escapeLines, tsvCell } from "./escaping.ts";

const DEFAULT_WIDTH = 80;
const BOLD = "\u001B[1m";
const RESET = "\u001B[0m";

export interface OutputOptions {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Notes are left out. */
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly color: boolean;
}

export class Output {
  readonly #options: OutputOptions;
  readonly #statusLine: StatusLine;

  constructor(options: OutputOptions) {
    this.#options = options;
    this.#statusLine = new StatusLine(options.stderr);
  }

  /** Whether a person reads stdout. */
  get isTerminal(): boolean {
    return this.#options.stdout.isTTY;
  }

  /** Columns of the terminal; 80 where there is none. */
  get width(): number {
    return this.#options.stdout.columns || DEFAULT_WIDTH;
  }

  /** Whether a person sees progress: on a terminal, unless notes are left out. */
  get showsProgress(): boolean {
    return this.#statusLine.isVisible && !this.#options.quiet;
  }

  /** Where other programs' words go, above the progress. */
  get stderr(): Writable {
    return this.showsProgress ? this.#statusLine.above() : this.#options.stderr;
  }

  /** Writes data as it is, and waits while the reader is slower. */
  async write(data: string | Uint8Array): Promise<void> {
    const { stdout } = this.#options;
    if (!stdout.write(data)) await once(stdout, "drain");
  }

  /** Writes data as it is, and waits until it is out of our hands: its memory may be used again. */
  writeThrough(data: Uint8Array): Promise<void> {
    // an error of the stream is told where all of them are, in run.ts
    return new Promise((resolve) => void this.#options.stdout.write(data, () => resolve()));
  }

  line(text: string): Promise<void> {
    return this.write(`${text}\n`);
  }

  /** One JSON document over several lines. */
  json(value: unknown): Promise<void> {
    return this.line(this.jsonText(JSON.stringify(value, null, 2)));
  }

  /** One JSON document on one line. */
  ndjson(value: unknown): Promise<void> {
    return this.line(this.jsonText(JSON.stringify(value)));
  }

  /** Many records of one shape, as they come. */
  async records<Row>(
    columns: readonly Column<Row>[],
    rows: Iterable<Row> | AsyncIterable<Row>,
    { format }: { readonly format: Format },
  ): Promise<void> {
    if (format === "table") return this.#lines(tableLines(columns, rows, this));
    if (format === "tsv") return this.#lines(tsvLines(columns, rows));
    if (format === "ndjson") {
      for await (const row of rows) await this.ndjson(row);
      return;
    }
    const all: Row[] = [];
    for await (const row of rows) all.push(row);
    await this.json(all);
  }

  /** A text of several lines under its name. */
  async lines(name: string, text: string): Promise<void> {
    await this.line(this.isTerminal ? this.bold(name) : name);
    await this.line(this.isTerminal ? escapeLines(text.trimEnd()) : text.trimEnd());
  }

  /** One record: names and values aligned on a terminal, tab-separated elsewhere. */
  async fields(pairs: readonly (readonly [name: string, value: Cell])[]): Promise<void> {
    const width = Math.max(...pairs.map(([name]) => name.length));
    for (const [name, value] of pairs) {
      await this.line(
        this.isTerminal
          ? `${this.bold(escapeLine(name).padEnd(width))}  ${escapeLine(cellText(value))}`
          : `${tsvCell(name)}\t${tsvCell(cellText(value))}`,
      );
    }
  }

  /** JSON text as it may be shown here. */
  jsonText(json: string): string {
    return this.isTerminal ? escapeJson(json) : json;
  }

  /** Begins a progress bar below everything else on stderr; nothing where nobody sees it. */
  progress(options: ProgressOptions): Progress {
    if (!this.showsProgress) return { advance: () => undefined, end: () => undefined };
    return startProgress(this.#statusLine, options);
  }

  /** A remark for the person at the terminal. */
  note(sentence: string): void {
    if (!this.#options.quiet) this.#say(sentence);
  }

  /** A remark for the person who asked for more. */
  detail(sentence: string): void {
    if (this.#options.verbose) this.#say(sentence);
  }

  /** Something the person should look at, even under --quiet. */
  warn(sentence: string): void {
    this.#say(`intray: warning: ${sentence}`);
  }

  /** Text in bold where stdout shows colours. */
  bold(text: string): string {
    return this.#options.color && this.isTerminal ? `${BOLD}${text}${RESET}` : text;
  }

  async #lines(lines: AsyncIterable<string>): Promise<void> {
    for await (const line of lines) await this.line(line);
  }

  #say(sentence: string): void {
    this.#statusLine.write(`${escapeLines(sentence)}\n`);
  }
}
