/** Flags of `queue run`. */
import { CLIError } from "@oclif/core/errors";
import * as Flags from "@oclif/core/flags";
import { durationFlag, formFlag } from "../flags.ts";

const MAX_CONCURRENCY = 256;
/** It goes into file names and idempotency keys, where a colon ends it. */
const CONSUMER = /^[\w.-]{1,64}$/;

export const consumerFlag = Flags.custom({
  helpValue: "NAME",
  parse: (text) => {
    if (CONSUMER.test(text)) return Promise.resolve(text);
    throw new CLIError(
      `--consumer is "${text}": up to 64 letters, digits, dots, dashes and underscores make a name.`,
      { exit: 2 },
    );
  },
});

export const filterFlag = Flags.option({
  options: ["new", "spam", "trash", "unread"] as const,
  description: "Which unread submissions: new is ham, unread is ham and spam alike.",
});

export const runFlags = {
  form: formFlag(),
  filter: filterFlag({ default: "new" }),
  consumer: consumerFlag({
    default: "default",
    description: "Whose queue it is; each consumer has its own record of what it handled.",
  }),
  max: Flags.integer({ min: 1, helpValue: "N", description: "Start at most so many handlers." }),
  "max-time": durationFlag({ description: "End after this long; handlers are interrupted." }),
  concurrency: Flags.integer({
    min: 1,
    max: MAX_CONCURRENCY,
    default: 1,
    helpValue: "N",
    description: "Handlers at once.",
  }),
  "max-attempts": Flags.integer({
    min: 1,
    default: 5,
    helpValue: "N",
    description: "Failures after which a submission is given up.",
  }),
  "handler-timeout": durationFlag({
    description: "Longest time a handler may take, then it is killed (60s when not given).",
  }),
  "if-locked": Flags.option({
    options: ["fail", "skip", "wait"] as const,
    default: "fail" as const,
    description: "What to do while another run works on the same queue.",
  })(),
  "on-dead": Flags.option({
    options: ["leave", "mark-read"] as const,
    default: "leave" as const,
    description: "What becomes of a submission that is given up.",
  })(),
  "pass-credentials": Flags.boolean({
    description: "Let the handler have INTRAY_API_KEY and INTRAY_BASE_URL.",
  }),
  watch: Flags.boolean({ description: "Go on, and look again and again." }),
  interval: durationFlag({
    description: "Pause between two looks with --watch (10s when not given).",
  }),
};

/** The flags, parsed. Durations in milliseconds. */
export interface RunFlags {
  readonly form?: string | undefined;
  readonly filter: "new" | "spam" | "trash" | "unread";
  readonly consumer: string;
  readonly max?: number | undefined;
  readonly "max-time"?: number | undefined;
  readonly concurrency: number;
  readonly "max-attempts": number;
  readonly "handler-timeout"?: number | undefined;
  readonly "if-locked": "fail" | "skip" | "wait";
  readonly "on-dead": "leave" | "mark-read";
  readonly "pass-credentials": boolean;
  readonly watch: boolean;
  readonly interval?: number | undefined;
}
