/** Flags of `queue run`, and their defaults from the profile or `.intray.json`. */
import { CLIError } from "@oclif/core/errors";
import * as Flags from "@oclif/core/flags";
import type { InferredFlags } from "@oclif/core/interfaces";
import { durationFlag, formFlag } from "../flags/flags.ts";
import { type Failure, failure } from "../errors/failure.ts";
import type { QueueDefaults } from "../config/config-file.ts";
import { describeProblem } from "../errors/problem.ts";

const MAX_CONCURRENCY = 256;
/** The API's limit for one lease call. */
const MAX_BATCH = 100;
/** Used in file names, and in idempotency keys, where a colon ends it. */
const CONSUMER = /^[\w.-]{1,64}$/;

export const consumerFlag = Flags.custom({
  helpValue: "NAME",
  parse: (text) => {
    if (CONSUMER.test(text)) return Promise.resolve(text);
    throw new CLIError(
      `--consumer "${text}" is invalid: use up to 64 letters, digits, dots, dashes and underscores.`,
      { exit: 2 },
    );
  },
});

export const filterFlag = Flags.option({
  options: ["new", "spam", "trash", "unread"] as const,
  description: "Which unread submissions: new is ham, unread is ham and spam.",
});

const healthcheckFlag = Flags.custom<URL>({
  helpValue: "URL",
  parse: (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol === "https:" || url?.protocol === "http:") return Promise.resolve(url);
    // The message does not repeat the URL, because its path is often a secret.
    throw new CLIError("--healthcheck-url is not an http or https URL.", { exit: 2 });
  },
});

export const runFlags = {
  form: formFlag(),
  filter: filterFlag({ default: "new" }),
  consumer: consumerFlag({
    default: "default",
    description: "Name of the queue; each consumer has a separate record of handled submissions.",
  }),
  max: Flags.integer({
    min: 1,
    helpValue: "N",
    description: "Maximum number of submissions to start.",
  }),
  "max-time": durationFlag({
    description: "Maximum duration of the run; running handlers are interrupted.",
  }),
  concurrency: Flags.integer({
    min: 1,
    max: MAX_CONCURRENCY,
    default: 1,
    helpValue: "N",
    description: "Number of concurrent handlers.",
  }),
  ordered: Flags.boolean({
    exclusive: ["batch", "claim"],
    description:
      "Run one submission per form at a time, oldest first; a failed one blocks those after it.",
  }),
  batch: Flags.integer({
    min: 1,
    max: MAX_BATCH,
    helpValue: "N",
    description:
      "Pass up to N submissions to one handler, which prints the ids of those it has finished.",
  }),
  claim: Flags.boolean({
    description: "Lease submissions from the server, so that several machines share a queue.",
  }),
  lease: durationFlag({
    dependsOn: ["claim"],
    description: "Duration of a lease without renewal, up to 1h (default: 5m).",
  }),
  "healthcheck-url": healthcheckFlag({
    description:
      "Health-check URL: requests URL/start at the start, URL on success, URL/fail on failure.",
  }),
  "max-attempts": Flags.integer({
    min: 1,
    default: 5,
    helpValue: "N",
    description: "Failed attempts after which a submission is given up.",
  }),
  "handler-timeout": durationFlag({
    description: "Maximum duration of a handler, after which it is killed (default: 60s).",
  }),
  "if-locked": Flags.option({
    options: ["fail", "skip", "wait"] as const,
    default: "fail" as const,
    description: "What to do if another run is working on the same queue.",
  })(),
  "on-dead": Flags.option({
    options: ["leave", "mark-read"] as const,
    default: "leave" as const,
    description: "What to do with a submission that is given up.",
  })(),
  "pass-credentials": Flags.boolean({
    description: "Pass INTRAY_API_KEY and INTRAY_BASE_URL to the handler.",
  }),
  watch: Flags.boolean({ description: "Keep running and poll every --interval." }),
  interval: durationFlag({ description: "Pause between two polls with --watch (default: 10s)." }),
};

/** The flags, parsed. Durations in milliseconds. */
export type RunFlags = InferredFlags<typeof runFlags>;

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
export const defaultArguments = (defaults: QueueDefaults, isGiven: (name: string) => boolean) =>
  Object.entries(defaults).flatMap(([name, value]) => {
    if (!ALLOWED_DEFAULTS.includes(name)) {
      throw failure(
        "bad_queue_default",
        `The configuration sets "${name}" for the queue, which is not allowed.`,
        { hint: `Allowed are ${ALLOWED_DEFAULTS.join(", ")}.` },
      );
    }
    if (isGiven(name)) return [];
    if (typeof value === "boolean") return value ? [`--${name}`] : [];
    return [`--${name}=${value}`];
  });

/** Converts a parse error that the defaults caused. */
export function describeBadDefaults(cause: unknown): Failure {
  const { message } = describeProblem(cause);
  return failure(
    "bad_queue_default",
    `The queue's defaults in the profile or .intray.json are invalid: ${message}`,
    { cause },
  );
}
