/** Runs a command on a pseudo-terminal: types input and reads the final screen. */
// oxlint-disable no-control-regex -- parses escape sequences
import { BIN, type Ended, quote, SCRIPT, startProgram, type RunOptions } from "./run-cli.ts";
import { follow } from "./running-cli.ts";

/** Parameters of SGR (ECMA-48) that turn attributes off. */
const OFF = /^(?:0?|2[2-9]|39|49)$/;

export const CTRL_C = "\u0003";
/** Printed when the command changed the mode of the terminal. */
const CHANGED = "the terminal is in another mode";

interface Terminal extends AsyncDisposable {
  readonly written: string;
  type(text: string): void;
  /** Resolves when the condition is true for the output; rejects when the command ends before that. */
  until(condition: (written: string) => boolean): Promise<void>;
  /** The exit code and the rows of the screen; rejects when the terminal was not restored. */
  end(): Promise<{ readonly code: number | null; readonly rows: readonly string[] }>;
}

type TerminalOptions = RunOptions & { readonly columns?: number };

/** Runs `intray` to its end, with `stdin` as the typed input; all output is in `stdout`. */
export async function runOnTerminal(
  args: readonly string[],
  { stdin = "", ...options }: TerminalOptions & { readonly stdin?: string } = {},
): Promise<Ended> {
  await using terminal = openTerminal(args, options);
  terminal.type(stdin);
  const { code } = await terminal.end();
  return { code, stdout: terminal.written, stderr: "" };
}

/** Runs `intray` with these arguments. */
export function openTerminal(args: readonly string[], options: TerminalOptions): Terminal {
  return openShellTerminal([process.execPath, BIN, ...args].map(quote).join(" "), options);
}

/** Runs a shell command in which `$INTRAY` is the CLI. */
export function openShellTerminal(
  line: string,
  { columns = 80, env, ...options }: TerminalOptions,
): Terminal {
  // the outer shell ignores Ctrl-C, to check the terminal afterwards
  const script = [
    `stty cols ${columns}`,
    "trap : INT",
    "before=$(stty -g)",
    `sh -c ${quote(`exec ${line}`)}`,
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
    until: (condition) => run.until(({ stdout }) => condition(stdout)),
    async end() {
      const code = await run.end();
      const problem = unrestoredState(run.stdout);
      if (problem !== undefined) throw new Error(`${problem}: ${JSON.stringify(run.stdout)}`);
      return { code, rows: screenOf(run.stdout, columns) };
    },
    [Symbol.asyncDispose]: () => run[Symbol.asyncDispose](),
  };
}

function unrestoredState(written: string): string | undefined {
  if (written.includes(CHANGED)) return CHANGED;
  const last = (form: RegExp) => [...written.matchAll(form)].at(-1)?.[1];
  if (last(/\u001B\[\?25([hl])/g) === "l") return "the cursor is hidden";
  const color = last(/\u001B\[([\d;]*)m/g);
  return color === undefined || OFF.test(color) ? undefined : `color ${color} is left on`;
}

/** The rows of the screen after the output. Supports what the CLI uses: \r, \n, erasing a line, colors. */
function screenOf(written: string, columns: number): string[] {
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
