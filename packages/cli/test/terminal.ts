/** A run on a real pseudo-terminal: what is typed, what stands on the screen in the end. */
// oxlint-disable no-control-regex -- what steers a terminal is what it reads
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BIN, quote, SCRIPT, startProgram } from "./run-cli.ts";
import type { RunOptions } from "./run-cli.ts";
import { follow } from "./running-cli.ts";

/** All attributes off, or the one that was on: ECMA-48, SGR. */
const OFF = /^(?:0?|2[2-9]|39|49)$/;

export const CTRL_C = "\u0003";
/** Printed when the run left the terminal in another mode than it found it in. */
const CHANGED = "the terminal is in another mode";

export interface Terminal extends AsyncDisposable {
  /** All that was written to it so far. */
  readonly written: string;
  type(text: string): void;
  /** To the run alone, as `kill` does; what is typed reaches all that run on the terminal. */
  signal(signal: NodeJS.Signals): void;
  /** Resolves when the claim holds of what was written; fails when the run ends before. */
  until(claim: (written: string) => boolean): Promise<void>;
  /** The exit code, and the rows of the screen; fails when the terminal was left in disorder. */
  end(): Promise<{ readonly code: number | null; readonly rows: readonly string[] }>;
}

export interface TerminalOptions extends RunOptions {
  readonly columns?: number;
  /** A pager has the terminal last, and answers for the state it leaves. */
  readonly hasPager?: boolean;
}

/** Runs `intray` with these arguments. */
export function openTerminal(args: readonly string[], options: TerminalOptions): Promise<Terminal> {
  return openShellTerminal([process.execPath, BIN, ...args].map(quote).join(" "), options);
}

/** Runs a line of shell in which `$INTRAY` is the command. */
export async function openShellTerminal(
  line: string,
  { columns = 80, hasPager = false, env, ...options }: TerminalOptions,
): Promise<Terminal> {
  const folder = await mkdtemp(join(tmpdir(), "intray-terminal-"));
  const pidFile = join(folder, "pid");
  // The shell around it outlives Ctrl-C, to look at what is left of the terminal.
  const script = [
    `stty cols ${columns}`,
    "trap : INT",
    "before=$(stty -g)",
    `sh -c ${quote(`echo $$ > ${quote(pidFile)}; exec ${line}`)}`,
    "code=$?",
    `[ "$before" = "$(stty -g)" ] || echo ${quote(CHANGED)}`,
    "exit $code",
  ].join("\n");
  const child = startProgram(SCRIPT, ["-qec", script, "/dev/null"], {
    ...options,
    env: { TERM: "xterm", INTRAY: `${process.execPath} ${BIN}`, ...env },
  });
  child.stdin.on("error", () => undefined);
  const run = follow(child);
  return {
    get written() {
      return run.stdout;
    },
    type: (text) => void child.stdin.write(text),
    signal: (signal) => void process.kill(Number(readFileSync(pidFile, "utf8")), signal),
    until: (claim) => run.until(({ stdout }) => claim(stdout)),
    async end() {
      const code = await run.end();
      const disorder = hasPager ? undefined : disorderOf(run.stdout);
      if (disorder !== undefined) throw new Error(`${disorder}: ${JSON.stringify(run.stdout)}`);
      return { code, rows: screenOf(run.stdout, columns) };
    },
    async [Symbol.asyncDispose]() {
      await run[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

/** What a shell's prompt would suffer from. */
function disorderOf(written: string): string | undefined {
  if (written.includes(CHANGED)) return CHANGED;
  const last = (form: RegExp) => [...written.matchAll(form)].at(-1)?.[1];
  if (last(/\u001B\[\?25([hl])/g) === "l") return "the cursor is hidden";
  const colour = last(/\u001B\[([\d;]*)m/g);
  return colour === undefined || OFF.test(colour) ? undefined : `colour ${colour} is left on`;
}

/** The rows after all of it was written; knows what the CLI uses: \r, \n, erasing a line, colours. */
export function screenOf(written: string, columns: number): string[] {
  const rows: string[][] = [[]];
  let at = 0;
  for (const [part] of written.matchAll(/\u001B\[[\d;?]*[A-Za-z]|[^]/gu)) {
    const row = rows.at(-1) ?? [];
    if (part === "\r") at = 0;
    else if (part === "\n") rows.push(Array.from({ length: at }, () => " "));
    else if (part === "\u001B[2K") row.fill(" ");
    else if (!part.startsWith("\u001B")) {
      if (at === columns) {
        rows.push([]);
        at = 0;
      }
      (rows.at(-1) ?? [])[at] = part;
      at += 1;
    }
  }
  return rows.map((row) => row.join("").trimEnd());
}
