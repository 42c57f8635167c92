/** Defaults of `queue run` from the profile or `.intray.json`, as arguments before the given ones. */
import { EXIT, Failure } from "../errors/failure.ts";
import type { QueueDefaults } from "../config/config-file.ts";
import { describeProblem } from "../errors/problem.ts";

/** Without `pass-credentials`: a file from a checkout must not pass the key to programs. */
export const ALLOWED_DEFAULTS = [
  "filter",
  "consumer",
  "watch",
  "interval",
  "max",
  "max-time",
  "concurrency",
  "ordered",
  "batch",
  "claim",
  "lease",
  "max-attempts",
  "handler-timeout",
  "if-locked",
  "on-dead",
];

/**
 * Returns the defaults as arguments, without those for which `isGiven` is true.
 *
 * @throws Failure 78 for a name without a default.
 */
export function defaultArguments(
  defaults: QueueDefaults,
  isGiven: (name: string) => boolean,
): string[] {
  return Object.entries(defaults).flatMap(([name, value]) => {
    if (!ALLOWED_DEFAULTS.includes(name)) {
      throw new Failure({
        exit: EXIT.badConfiguration,
        code: "bad_queue_default",
        message: `The configuration sets "${name}" for the queue, which is not allowed.`,
        hint: `Allowed are ${ALLOWED_DEFAULTS.join(", ")}.`,
      });
    }
    if (isGiven(name)) return [];
    if (typeof value === "boolean") return value ? [`--${name}`] : [];
    return [`--${name}=${value}`];
  });
}

/** Converts a parse error that the defaults caused. */
export function badDefaults(cause: unknown): Failure {
  const { message } = describeProblem(cause);
  return new Failure({
    exit: EXIT.badConfiguration,
    code: "bad_queue_default",
    message: `The queue's defaults in the profile or .intray.json are invalid: ${message}`,
    cause,
  });
}
