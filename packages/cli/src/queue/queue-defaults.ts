/** Defaults of `queue run` from the profile or `.intray.json`, as flags in front of the given ones. */
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";
import type { QueueDefaults } from "../config/config-file.ts";
import { describeProblem } from "../errors/problem.ts";

/** Never `pass-credentials`: a file that comes with a checkout must not hand the key to programs. */
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
 * The defaults as arguments, but for those that `isGiven` says are given already.
 *
 * @throws Failure 78 for a name that may not be set.
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
        message: `The configuration sets "${name}" for the queue, which it may not.`,
        hint: `It may set ${ALLOWED_DEFAULTS.join(", ")}.`,
      });
    }
    if (isGiven(name)) return [];
    if (typeof value === "boolean") return value ? [`--${name}`] : [];
    return [`--${name}=${value}`];
  });
}

/** A refusal that only the defaults can have caused. */
export function badDefaults(cause: unknown): Failure {
  const { message } = describeProblem(cause);
  return new Failure({
    exit: EXIT.badConfiguration,
    code: "bad_queue_default",
    message: `The queue's defaults in the profile or .intray.json are wrong: ${message}`,
    cause,
  });
}
