/** Flags that several commands share. */
import { CLIError } from "@oclif/core/errors";
import * as Flags from "@oclif/core/flags";
import { MAX_TIMER_MS, parseDuration } from "./duration.ts";

const GLOBAL = { helpGroup: "GLOBAL" } as const;

/** A flag that takes a duration and hands out milliseconds. */
export const durationFlag = Flags.custom<number>({
  helpValue: "30s|5m|1h",
  parse: (text, _context, { name }) =>
    Promise.resolve(readDuration(text, name, { maxMs: MAX_TIMER_MS, most: " up to 24d" })),
});

/** A flag that takes how long ago something was, and hands out milliseconds. */
export const ageFlag = Flags.custom<number>({
  helpValue: "24h|30d",
  parse: (text, _context, { name }) =>
    Promise.resolve(readDuration(text, name, { maxMs: Number.POSITIVE_INFINITY, most: "" })),
});

function readDuration(
  text: string,
  flag: string,
  { maxMs, most }: { readonly maxMs: number; readonly most: string },
): number {
  const durationMs = parseDuration(text);
  if (durationMs !== undefined && durationMs <= maxMs) return durationMs;
  throw new CLIError(
    `--${flag} is "${text}", which is no duration${most}. Write it as 30s, 5m or 1h.`,
    { exit: 2 },
  );
}

/** `--form`: an id or a uuid. Pass what it gives through BaseCommand.formRef. */
export const formFlag = Flags.custom({
  char: "f",
  helpValue: "ID|UUID",
  description:
    "Form, by its id or its uuid. Otherwise INTRAY_FORM_ID, .intray.json or the profile says which.",
});

export const yesFlag = Flags.boolean({
  char: "y",
  description: "Do it without asking. Wanted where nobody can be asked.",
});

/** On every command. No flag takes a secret's value: shells keep history and `ps` shows arguments. */
export const globalFlags = {
  json: Flags.boolean({ ...GLOBAL, description: "Print one JSON document; errors are JSON too." }),
  profile: Flags.string({
    ...GLOBAL,
    helpValue: "NAME",
    description: "Profile to use. Otherwise INTRAY_PROFILE, .intray.json or the default one.",
  }),
  "base-url": Flags.string({
    ...GLOBAL,
    helpValue: "URL",
    description: "Address of the server. Otherwise INTRAY_BASE_URL or the profile's.",
  }),
  "api-key-file": Flags.string({
    ...GLOBAL,
    helpValue: "FILE",
    description: "File that holds the API key. Otherwise INTRAY_API_KEY(_FILE) or the stored key.",
  }),
  quiet: Flags.boolean({ ...GLOBAL, char: "q", description: "No notes on stderr, only errors." }),
  verbose: Flags.boolean({ ...GLOBAL, description: "Say more on stderr." }),
  "no-color": Flags.boolean({ ...GLOBAL, description: "No colours. NO_COLOR does the same." }),
  "no-input": Flags.boolean({ ...GLOBAL, description: "Never ask, even on a terminal." }),
  timeout: durationFlag({
    ...GLOBAL,
    description: "Longest time one call may take, its retries included (30s when not given).",
  }),
  retries: Flags.integer({
    ...GLOBAL,
    min: 0,
    max: 20,
    helpValue: "N",
    description: "How often a failed call is tried again (3 when not given).",
  }),
};

/** `--set`: members of a record that have no flag of their own. Read with parseApiFields. */
export const setFlag = Flags.string({
  helpValue: "NAME=TEXT|NAME:=JSON",
  multiple: true,
  multipleNonGreedy: true,
  description: "Set any other member, by its name in the API; may be given several times.",
});
