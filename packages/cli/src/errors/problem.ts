/** Turns any thrown value into an exit code, a message and a hint, and prints it on stderr. */
import { EXIT, Failure } from "./failure.ts";
import { describeSdkError, type Problem } from "./sdk-problem.ts";
import { escapeJson, escapeLines } from "../terminal/text.ts";

/** API keys and signing secrets, removed from messages: a user may have typed one as an argument. */
const KEY = /itk_(acct|form)_\w+|whsec_[\w+/=-]+/g;
/** oclif appends it to parser errors. */
const SEE_HELP = /\nSee more help with --help$/;

const UNKNOWN_COMMAND = /^[cC]ommand (.*) not found\.?$/s;
const MISSING_ARGUMENTS = /^Missing \d+ required args?: (\w+) (.*)$/s;

/** oclif's sentences about flags, and what this CLI says instead. */
const REWORDED: readonly (readonly [RegExp, string])[] = [
  // without the value of an unknown `--flag=value`, which may be a secret
  [/^Nonexistent flags?: (.*?)(?:=.*)?$/s, "This command has no flag $1"],
  [/^Unexpected arguments?: (.*)$/s, "This command does not take the extra argument $1"],
  [/^Expected (--[^=\s]+)=(.*) to be one of: (.*)$/s, '$1 is "$2", which is not one of $3'],
  [/^Expected (.*) to be one of: (.*)$/s, 'The argument is "$1", which is not one of $2'],
  [/^Missing required flag (\S+)$/, "The flag --$1 is missing"],
  [/^Flag (--\S+) expects a value$/, "The flag $1 needs a value"],
  [/^(--\S+): Expected an integer but received: (.*)$/s, '$1 is "$2", which is not a whole number'],
  [
    /^(--\S+): Expected an integer greater than or equal to (-?\d+) but received: (.*)$/s,
    "$1 is $3, and must be at least $2",
  ],
  [
    /^(--\S+): Expected an integer less than or equal to (-?\d+) but received: (.*)$/s,
    "$1 is $3, and must be at most $2",
  ],
  [
    /^(--[^\s=]+)(?:=.*)? cannot also be provided when using (--\S+)$/s,
    "$1 and $2 cannot be used together",
  ],
  [
    /^All of the following must be provided when using (--\S+): (.*)$/s,
    "The flag $1 also needs $2",
  ],
  [
    /^(?:At least|Exactly) one of the following must be provided: (.*)$/s,
    "One of these flags is needed: $1",
  ],
];

export function describeProblem(error: unknown): Problem {
  const problem = describe(error);
  return { ...problem, message: problem.message.replace(KEY, "[key hidden]") };
}

function describe(error: unknown): Problem {
  if (error instanceof Failure) {
    const { exit, code, message, hint, status, requestId } = error;
    return { exit, code, message, hint, status, requestId };
  }
  if (!(error instanceof Error)) {
    return { exit: EXIT.unexpected, code: "unexpected", message: String(error) };
  }
  // @inquirer throws the first on Ctrl-C, and the second when auth login ends its prompt
  if (error.name === "ExitPromptError" || error.name === "AbortPromptError") {
    return { exit: EXIT.interrupted, code: "interrupted", message: "Nothing was done." };
  }
  return describeSdkError(error) ?? describeUsage(error) ?? describeBug(error);
}

/** An unreachable server where nobody has named one. */
export function withoutServer(error: Error, baseUrl: string): Failure {
  const { exit, code, message } = describeProblem(error);
  const hint = `No server is set, so the server is ${baseUrl}. Name yours with --base-url, INTRAY_BASE_URL or intray auth login --base-url URL.`;
  return new Failure({ exit, code, message, hint, cause: error });
}

/** Parser errors and unknown commands as oclif throws them, with exit code 2. */
function describeUsage(error: Error): Problem | undefined {
  if (!("oclif" in error)) return undefined;
  const command = unknownCommand(error.message);
  if (command !== undefined) return describeUnknownCommand(command);
  return {
    exit: EXIT.usage,
    code: "usage",
    message: `${plainWords(oneSentence(error.message))}.`,
    hint: "Add --help to see the arguments and flags of this command.",
  };
}

/** The command that oclif did not find; `undefined` for another message. */
export const unknownCommand = (message: string): string | undefined =>
  UNKNOWN_COMMAND.exec(message)?.[1]?.replaceAll(":", " ");

/** oclif's sentence in the words of this CLI. */
function plainWords(message: string): string {
  for (const [pattern, words] of REWORDED) {
    if (pattern.test(message)) return message.replace(pattern, words);
  }
  const [, name, what] = MISSING_ARGUMENTS.exec(message) ?? [];
  return name === undefined ? message : `The argument ${name.toUpperCase()} is missing: ${what}`;
}

/** oclif's multi-line message as one sentence without a full stop. */
const oneSentence = (message: string): string =>
  message
    .replace(SEE_HELP, "")
    .replaceAll(/\s+/g, " ")
    .replace(/^The following errors? occurred: /, "")
    .replace(/^Parsing --\S+ (?=--)/, "")
    .replace(/^Parsing (--\S+) /, "$1: ")
    .replace(/\.$/, "");

const describeUnknownCommand = (command: string): Problem => ({
  exit: EXIT.usage,
  code: "usage",
  message: `There is no command "${command}".`,
  hint: "intray --help lists all commands.",
});

const describeBug = (error: Error): Problem => ({
  exit: EXIT.unexpected,
  code: "unexpected",
  message: `${error.message || error.name}.`.replace(/\.\.$/, "."),
  hint: "This is an unexpected error. Add --verbose to see where it happened.",
});

const RED_NAME = "\u001B[31mintray:\u001B[0m";

interface ReportOptions {
  readonly json: boolean;
  readonly color: boolean;
  /** Stack trace to print, with `--verbose`. */
  readonly stack: string | undefined;
}

export function reportProblem(
  problem: Problem,
  stderr: NodeJS.WriteStream,
  options: ReportOptions,
): void {
  stderr.write(options.json ? asJson(problem) : asText(problem, stderr, options));
}

function asJson({ code, message, status, requestId, hint }: Problem): string {
  const error = {
    code,
    message,
    status: status ?? null,
    request_id: requestId ?? null,
    hint: hint ?? null,
  };
  return `${escapeJson(JSON.stringify({ error }))}\n`;
}

function asText(problem: Problem, stderr: NodeJS.WriteStream, options: ReportOptions): string {
  const lines = [problem.message];
  if (problem.hint !== undefined) lines.push(problem.hint);
  if (problem.requestId !== undefined) lines.push(`Request id: ${problem.requestId}`);
  if (options.stack !== undefined) lines.push(options.stack);
  const name = options.color && stderr.isTTY ? RED_NAME : "intray:";
  return `${name} ${escapeLines(lines.join("\n"))}\n`;
}
