/** The log of a client: one line for each attempt, without queries, bodies and secrets. */
import { IntrayError } from "../errors.ts";
import type { Attempt, ClientOptions, Logger, LogLevel } from "../options.ts";
import { LOG_LEVELS } from "../options.ts";

/** Standard output belongs to the program. */
const toStandardError = (line: string) => console.error(`[intray] ${line}`);
const STANDARD_ERROR = { debug: toStandardError, info: toStandardError, warn: toStandardError };

/** @throws IntrayError of kind `usage`, naming where the level comes from. */
export function readLogLevel(given: string, source: string): LogLevel {
  const level = LOG_LEVELS.find((one) => one === given);
  if (level !== undefined) return level;
  throw new IntrayError("usage", `${source} is ${given}. Use ${LOG_LEVELS.join(", ")}.`);
}

/** Logs an attempt, and passes it on to the client's `onAttempt`. */
export function logAttempts(options: ClientOptions): (attempt: Attempt) => void {
  const logger: Logger = options.logger ?? STANDARD_ERROR;
  const level = options.logger === undefined ? "off" : "info";
  const lowest = LOG_LEVELS.indexOf(readLogLevel(options.logLevel ?? level, "logLevel"));
  return (attempt) => {
    const own = levelOf(attempt);
    if (LOG_LEVELS.indexOf(own) >= lowest) logger[own](describeAttempt(attempt));
    options.onAttempt?.(attempt);
  };
}

function levelOf({ status = 599 }: Attempt): keyof Logger {
  if (status >= 500 || status === 408 || status === 429) return "warn";
  return status >= 400 ? "info" : "debug";
}

/** Such as `GET /submissions 200 12 ms req_8f3a`. */
function describeAttempt({ method, path, retry, ...attempt }: Attempt): string {
  const { status, requestId, durationMs, error } = attempt;
  return [
    `${method} ${path}`,
    status ?? error?.kind ?? "no response",
    `${Math.round(durationMs)} ms`,
    ...(requestId === undefined ? [] : [requestId]),
    ...(retry === 0 ? [] : [`retry ${retry}`]),
  ].join(" ");
}
