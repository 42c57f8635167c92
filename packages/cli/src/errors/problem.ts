/** Turns whatever was thrown into an exit code and words. */
import type { Problem } from "./error-report.ts";
import { EXIT } from "./exit-codes.ts";
import { Failure } from "./failure.ts";
import { describeSdkError } from "./sdk-problem.ts";

/** A key in a message would end up in a log; somebody may have typed it where a flag belongs. */
const KEY = /itk_(acct|form)_\w+|whsec_[\w+/=-]+/g;
/** What oclif puts at the end of what its parser refuses. */
const SEE_HELP = /\nSee more help with --help$/;

const UNKNOWN_COMMAND = /^command (.*) not found$/s;

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
  // @inquirer throws it at Ctrl-C.
  if (error.name === "ExitPromptError") {
    return { exit: EXIT.interrupted, code: "interrupted", message: "Nothing was done." };
  }
  return describeSdkError(error) ?? describeUsage(error) ?? describeBug(error);
}

/** What oclif throws: its parser's refusals and unknown commands, marked with exit code 2. */
function describeUsage(error: Error): Problem | undefined {
  if (!("oclif" in error)) return undefined;
  const [, command] = UNKNOWN_COMMAND.exec(error.message) ?? [];
  if (command !== undefined) return describeUnknownCommand(command.replaceAll(":", " "));
  const message = oneSentence(error.message);
  return {
    exit: EXIT.usage,
    code: "usage",
    // `--flag=value` of an unknown flag: the value may be a secret
    message: `${message.replace(/^(Nonexistent flags?: .*?)=.*$/s, "$1")}.`,
    hint: "Add --help to see what this command takes.",
  };
}

/** oclif's words over several lines as one sentence without its full stop. */
function oneSentence(message: string): string {
  return message
    .replace(SEE_HELP, "")
    .replaceAll(/\s+/g, " ")
    .replace(/^The following errors? occurred: /, "")
    .replace(/^Parsing --\S+ (?=--)/, "")
    .replace(/^Parsing (--\S+) /, "$1: ")
    .replace(/\.$/, "");
}

function describeUnknownCommand(command: string): Problem {
  return {
    exit: EXIT.usage,
    code: "usage",
    message: `There is no command "${command}".`,
    hint: "intray --help lists what there is.",
  };
}

function describeBug(error: Error): Problem {
  return {
    exit: EXIT.unexpected,
    code: "unexpected",
    message: `${error.message || error.name}.`.replace(/\.\.$/, "."),
    hint: "This was not foreseen. --verbose shows where it happened.",
  };
}
