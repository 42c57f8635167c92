/** Flags and arguments shared by several commands. */
import * as Args from "@oclif/core/args";
import { CLIError } from "@oclif/core/errors";
import * as Flags from "@oclif/core/flags";
import { MAX_TIMER_MS, parseDuration } from "./times.ts";

const GLOBAL = { helpGroup: "GLOBAL" } as const;

/** An argument that has to be given. oclif would take a missing one from standard input. */
export const requiredArgument = (description: string) =>
  Args.string({ required: true, ignoreStdin: true, description });

/** A flag for a duration, parsed to milliseconds. */
export const durationFlag = Flags.custom<number>({
  helpValue: "30s|5m|1h",
  parse: (text, _context, { name }) => {
    const durationMs = parseDuration(text);
    if (durationMs !== undefined && durationMs <= MAX_TIMER_MS) return Promise.resolve(durationMs);
    throw new CLIError(
      `--${name} is "${text}", which is not a duration up to 24d. Write it as 30s, 5m or 1h.`,
      { exit: 2 },
    );
  },
});

/** `--proxy`: the URL of a proxy, or `none`, parsed to `null`. A password is refused: shells keep a history and `ps` shows arguments. */
const proxyFlag = Flags.custom<string | null>({
  helpValue: "URL|none",
  parse: (text) => {
    if (text === "none") return Promise.resolve(null);
    const address = text.includes("://") ? text : `http://${text}`;
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url?.username || url?.password) {
      throw new CLIError(
        "--proxy contains a user or password. Set HTTPS_PROXY and HTTP_PROXY instead, which ps does not show.",
        { exit: 2 },
      );
    }
    if (url?.protocol === "http:" || url?.protocol === "https:") return Promise.resolve(url.href);
    throw new CLIError(
      `--proxy is not an http or https URL: "${text}". Write it like http://proxy.example.org:3128.`,
      { exit: 2 },
    );
  },
});

/** `--form`: an id, uuid or name. Pass its value to BaseCommand.formRef. */
export const formFlag = Flags.custom({
  char: "f",
  helpValue: "ID|UUID|NAME",
  description:
    'Id, uuid or name of the form, or "Project / Name". Default: INTRAY_FORM_ID, .intray.json or the profile.',
});

export const yesFlag = Flags.boolean({
  char: "y",
  description: "Skip the confirmation; required when not on a terminal.",
});

/** Flags of every command. No flag takes a secret itself: shells keep a history and `ps` shows arguments. */
export const globalFlags = {
  json: Flags.boolean({
    ...GLOBAL,
    description: "Print the result as one JSON document, and errors as JSON.",
  }),
  jq: Flags.string({
    ...GLOBAL,
    helpValue: "EXPR",
    description: "Filter what --json prints by jq; texts are printed without quotes.",
  }),
  profile: Flags.string({
    ...GLOBAL,
    helpValue: "NAME",
    description: "Profile to use. Default: INTRAY_PROFILE, .intray.json or the default profile.",
  }),
  "base-url": Flags.string({
    ...GLOBAL,
    helpValue: "URL",
    description: "Address of the server. Default: INTRAY_BASE_URL or the profile.",
  }),
  "api-key-file": Flags.string({
    ...GLOBAL,
    helpValue: "FILE",
    description: "File with the API key. Default: INTRAY_API_KEY(_FILE) or the stored key.",
  }),
  quiet: Flags.boolean({
    ...GLOBAL,
    char: "q",
    description: "Print only warnings and errors on stderr.",
  }),
  verbose: Flags.boolean({
    ...GLOBAL,
    description: "Print each request on stderr: method, path, status, time, request id.",
  }),
  "no-color": Flags.boolean({ ...GLOBAL, description: "Disable colors, like NO_COLOR." }),
  "no-input": Flags.boolean({ ...GLOBAL, description: "Never prompt, even on a terminal." }),
  proxy: proxyFlag({
    ...GLOBAL,
    description: "HTTP proxy for all requests. Default: HTTP_PROXY, HTTPS_PROXY and NO_PROXY.",
  }),
  "ca-file": Flags.string({
    ...GLOBAL,
    helpValue: "FILE",
    description: "PEM file with certificate authorities to trust too.",
  }),
  timeout: durationFlag({
    ...GLOBAL,
    description: "Maximum time of one API call, including its retries. Default: 30s.",
  }),
  retries: Flags.integer({
    ...GLOBAL,
    min: 0,
    max: 20,
    helpValue: "N",
    description: "How often a failed API call is retried. Default: 3.",
  }),
};

/** For a flag that may be given several times. Only with both does it leave the arguments after its value to others. */
export const repeatable = { multiple: true, multipleNonGreedy: true } as const;

/** `--set`: members of a record without a flag of their own. Parse with parseApiFields. */
export const setFlag = Flags.string({
  helpValue: "NAME=TEXT|NAME:=JSON",
  ...repeatable,
  description: "Set any other member by its name in the API. Repeatable.",
});

export const lastEventIdFlag = Flags.string({
  helpValue: "ID",
  description: "Resume after this event; the previous run printed its id when it ended.",
});
