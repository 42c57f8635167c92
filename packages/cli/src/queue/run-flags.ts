/** Flags of `queue run`. */
import { CLIError } from "@oclif/core/errors";
import * as Flags from "@oclif/core/flags";
import type { Shard } from "@intray/sdk/queue";
import { durationFlag, formFlag } from "../flags/flags.ts";

const MAX_CONCURRENCY = 256;
/** What the API leases at once. */
const MAX_BATCH = 100;
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

const shardFlag = Flags.custom<Shard>({
  helpValue: "i/n",
  parse: (text) => {
    const [, index = 0, count = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
    if (index >= 1 && index <= count) return Promise.resolve({ index, count });
    throw new CLIError(`--shard is "${text}": 2/3 is the second of three parts.`, { exit: 2 });
  },
});

const healthcheckFlag = Flags.custom<URL>({
  helpValue: "URL",
  parse: (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol === "https:" || url?.protocol === "http:") return Promise.resolve(url);
    // Not repeated: its path is often the only secret it has.
    throw new CLIError("--healthcheck-url is no http or https address.", { exit: 2 });
  },
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
  ordered: Flags.boolean({
    exclusive: ["batch", "claim"],
    description: "One at a time a form, oldest first; one that fails holds up those behind it.",
  }),
  batch: Flags.integer({
    min: 1,
    max: MAX_BATCH,
    helpValue: "N",
    description: "Give the handler up to N at once; it prints the ids of those it is done with.",
  }),
  shard: shardFlag({
    exclusive: ["claim"],
    description: "Take only part i of n, by id, so that n machines split the queue.",
  }),
  claim: Flags.boolean({
    description: "Lease from the server what is handled, so that several machines share a queue.",
  }),
  lease: durationFlag({
    dependsOn: ["claim"],
    description: "How long a lease lasts without being renewed, up to 1h (5m when not given).",
  }),
  "healthcheck-url": healthcheckFlag({
    description: "Asked at the begin with /start, at the end as it is, or with /fail.",
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
  readonly ordered: boolean;
  readonly batch?: number | undefined;
  readonly shard?: Shard | undefined;
  readonly claim: boolean;
  readonly lease?: number | undefined;
  readonly "healthcheck-url"?: URL | undefined;
  readonly "max-attempts": number;
  readonly "handler-timeout"?: number | undefined;
  readonly "if-locked": "fail" | "skip" | "wait";
  readonly "on-dead": "leave" | "mark-read";
  readonly "pass-credentials": boolean;
  readonly watch: boolean;
  readonly interval?: number | undefined;
}
