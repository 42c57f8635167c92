/** Output of a command: data on stdout, notes, warnings and progress on stderr. */
import { once } from "node:events";
import type { Writable } from "node:stream";
import { systemClock } from "../clock.ts";
import type { Format } from "../config/config-file.ts";
import type { Expression } from "../expression/expression.ts";
import { displayWidth, padTo, escapeLine, escapeJson, escapeLines, tsvCell } from "./text.ts";
import { startProgress, StatusLine, type Progress, type ProgressOptions } from "./progress.ts";
import { cellText, tableLines, tsvLines, type Cell, type Column } from "./table.ts";

const DEFAULT_WIDTH = 80;
const BOLD = "\u001B[1m";
const RESET = "\u001B[0m";

export interface OutputOptions {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Omit notes and progress. */
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly color: boolean;
  /** Of `--jq`: replaces the text of each JSON document. */
  readonly expression?: Expression | undefined;
}

export interface RecordsStyle<Row> {
  readonly format: Format;
  /** table: all columns, and nothing truncated. */
  readonly isWide?: boolean;
  /** tsv: the names of the columns first. */
  readonly hasHeader?: boolean;
  /** json, ndjson: what to print of a row. Default: all of it. */
  readonly toDocument?: (row: Row) => unknown;
}

export class Output {
  readonly #options: OutputOptions;
  readonly #statusLine: StatusLine;

  constructor(options: OutputOptions) {
    this.#options = options;
    this.#statusLine = new StatusLine(options.stderr);
  }

  get isTerminal(): boolean {
    return this.#options.stdout.isTTY;
  }

  /** Columns of the terminal; 80 without one. */
  get width(): number {
    return this.#options.stdout.columns || DEFAULT_WIDTH;
  }

  get isVerbose(): boolean {
    return this.#options.verbose;
  }

  /** Whether progress is visible: stderr is a terminal, without --quiet. */
  get showsProgress(): boolean {
    return this.#statusLine.isVisible && !this.#options.quiet;
  }

  /** The stream for output of child processes, which appears above the progress line. */
  get stderr(): Writable {
    return this.showsProgress ? this.#statusLine.above() : this.#options.stderr;
  }

  /** Writes data unchanged; waits while the stream is full. */
  async write(data: string | Uint8Array): Promise<void> {
    const { stdout } = this.#options;
    if (!stdout.write(data)) await once(stdout, "drain");
  }

  /** Writes data unchanged; waits until it has been handed to the system, so its memory can be reused. */
  writeThrough(data: Uint8Array): Promise<void> {
    // run.ts handles errors of the stream
    return new Promise((resolve) => void this.#options.stdout.write(data, () => resolve()));
  }

  line(text: string): Promise<void> {
    return this.write(`${text}\n`);
  }

  /** Whether JSON is not printed as it is. */
  get hasExpression(): boolean {
    return this.#options.expression !== undefined;
  }

  /** The lines of a JSON document, or what the expression makes of it. */
  documentText(value: unknown, indent?: number): string {
    const { expression } = this.#options;
    if (expression === undefined) return `${this.jsonText(JSON.stringify(value, null, indent))}\n`;
    const text = expression(value);
    // tabs, as of @tsv, are harmless
    return this.isTerminal ? text.split("\t").map(escapeLines).join("\t") : text;
  }

  /** One JSON document over several lines. */
  json(value: unknown): Promise<void> {
    return this.write(this.documentText(value, 2));
  }

  /** One JSON document on one line. */
  ndjson(value: unknown): Promise<void> {
    return this.write(this.documentText(value));
  }

  /** Prints records; all formats but `json` print each record as it arrives. */
  async records<Row>(
    columns: readonly Column<Row>[],
    rows: Iterable<Row> | AsyncIterable<Row>,
    { format, isWide = false, hasHeader = false, toDocument = (row) => row }: RecordsStyle<Row>,
  ): Promise<void> {
    if (format === "table") {
      const shown = isWide ? columns : columns.filter((column) => column.isWide !== true);
      const width = isWide ? Number.POSITIVE_INFINITY : this.width;
      const bold = (text: string) => this.bold(text);
      return this.#lines(tableLines(shown, rows, { width, now: systemClock.now(), bold }));
    }
    if (format === "tsv") return this.#lines(tsvLines(columns, rows, { hasHeader }));
    if (format === "ndjson") {
      for await (const row of rows) await this.ndjson(toDocument(row));
      return;
    }
    await this.json(await Array.fromAsync(rows, toDocument));
  }

  /** Prints a multi-line text below its name. */
  async lines(name: string, text: string): Promise<void> {
    await this.line(this.isTerminal ? this.bold(name) : name);
    await this.line(this.isTerminal ? escapeLines(text.trimEnd()) : text.trimEnd());
  }

  /**
   * Prints one record: names and values aligned on a terminal, with the line breaks of values; else
   * tab-separated, with escapes.
   */
  async fields(pairs: readonly (readonly [name: string, value: Cell])[]): Promise<void> {
    const width = Math.max(...pairs.map(([name]) => displayWidth(escapeLine(name))));
    for (const [name, value] of pairs) {
      const text = cellText(value);
      if (!this.isTerminal) await this.line(`${tsvCell(name)}\t${tsvCell(text)}`);
      else {
        const lines = escapeLines(text.replaceAll(/\r\n?/g, "\n").trimEnd());
        const indented = lines.replaceAll("\n", `\n${" ".repeat(width)}  `);
        await this.line(`${this.bold(padTo(escapeLine(name), width))}  ${indented}`);
      }
    }
  }

  /** JSON text without characters that a terminal obeys: what is piped is often shown on one later. */
  jsonText(json: string): string {
    return escapeJson(json);
  }

  /** Starts a progress bar at the bottom of stderr; does nothing when progress is not visible. */
  progress(options: ProgressOptions): Progress {
    if (!this.showsProgress) return { advance: () => undefined, end: () => undefined };
    return startProgress(this.#statusLine, options);
  }

  /** Prints a note on stderr, unless --quiet. */
  note(sentence: string): void {
    if (!this.#options.quiet) this.#writeNote(sentence);
  }

  /** Prints a note on stderr with --verbose. */
  detail(sentence: string): void {
    if (this.#options.verbose) this.#writeNote(sentence);
  }

  /** Prints a warning on stderr, also with --quiet. */
  warn(sentence: string): void {
    this.#writeNote(`intray: warning: ${sentence}`);
  }

  /** The text in bold, if stdout shows colors. */
  bold(text: string): string {
    return this.#options.color && this.isTerminal ? `${BOLD}${text}${RESET}` : text;
  }

  async #lines(lines: AsyncIterable<string>): Promise<void> {
    for await (const line of lines) await this.line(line);
  }

  #writeNote(sentence: string): void {
    this.#statusLine.write(`${escapeLines(sentence)}\n`);
  }
}
