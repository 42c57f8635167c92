/** Prints a problem on stderr: a sentence and a hint, or a JSON document. */
import type { ExitCode } from "./exit-codes.ts";
import { escapeJson, escapeLines } from "../terminal/escaping.ts";

const RED_NAME = "\u001B[31mintray:\u001B[0m";

/** Why a run failed; both the text and the JSON error are made from it. */
export interface Problem {
  readonly exit: ExitCode;
  readonly code: string;
  readonly message: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly hint?: string | undefined;
}

export interface ReportOptions {
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
