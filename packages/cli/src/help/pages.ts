/** Pages of `intray help` about more than one command. */
import { EXIT } from "../errors/failure.ts";

/** What each exit code means. */
const EXIT_MEANING: Readonly<Record<keyof typeof EXIT, string>> = {
  done: "done, or nothing to do",
  unexpected: "unexpected error; for webhooks verify: the signature is invalid",
  usage: "usage error",
  notFound: "not found",
  denied: "the API key is missing, invalid or out of scope",
  rejected: "the server rejected the request",
  partial: "some items failed; the others are done",
  corrupt: "corrupt data or ledger",
  inputMissing: "an input is missing",
  outputFailed: "output cannot be written",
  tryLater: "try again later: network error, 5xx, 429, or a lock held by another process",
  badConfiguration:
    "invalid configuration, an old Node.js, or the address is not that of an Intray server",
  interrupted: "interrupted by Ctrl-C",
  terminated: "terminated by a signal",
};

const VARIABLES: readonly (readonly [name: string, meaning: string])[] = [
  ["INTRAY_BASE_URL", "Address of the server."],
  ["INTRAY_API_KEY", "API key."],
  ["INTRAY_API_KEY_FILE", "File with the API key, instead of INTRAY_API_KEY."],
  ["INTRAY_PROFILE", "Profile to use."],
  ["INTRAY_FORM_ID", "Form for commands with --form."],
  ["INTRAY_WEBHOOK_SECRET", "Signing secret for webhooks verify, sign and listen."],
  ["INTRAY_WEBHOOK_SECRET_FILE", "File with that secret, instead of INTRAY_WEBHOOK_SECRET."],
  ["HTTP_PROXY, HTTPS_PROXY", "Proxies for http and https servers; not used for localhost."],
  ["NO_PROXY", "Names that are reached without a proxy, separated by commas."],
  ["NODE_EXTRA_CA_CERTS", "PEM file with certificate authorities to trust too."],
  [
    "XDG_CONFIG_HOME",
    "Folder of intray/config.json and intray/credentials.json. Default: ~/.config.",
  ],
  [
    "XDG_STATE_HOME",
    "Folder of the ledgers of queues and the secrets of listen. Default: ~/.local/state.",
  ],
  ["BROWSER", "Program that opens pages for --web."],
  ["NO_COLOR", "Disables colors if it is set."],
];

const OUTPUT = `Data goes to standard output, everything else to standard error.

table   The default on a terminal: the columns that matter, in its width, with times relative to now. --wide shows all columns and truncates nothing; --columns chooses some.
tsv     The default in a pipe: one record per line, cells separated by tabs. Tabs, line breaks, backslashes and control characters are escaped as \\t, \\n, \\\\ and \\u001b. --headers starts with the names of the columns.
json    One document; for lists the API's envelope with all rows. --json does the same, and prints errors as {"error":{"code","message","status","request_id","hint"}}.
ndjson  One document per line, as records arrive.

Lists stop after 100 records and say so; --limit N and --all change that. --fields chooses members by their names in the API. --quiet prints only warnings and errors on standard error, and --verbose each request.`;

interface HelpPage {
  readonly name: string;
  readonly summary: string;
  text(): string;
}

export const HELP_PAGES: readonly HelpPage[] = [
  {
    name: "exit-codes",
    summary: "What each exit code means.",
    text: () => twoColumns(exitCodes()),
  },
  {
    name: "environment",
    summary: "Environment variables.",
    text: () =>
      `${twoColumns(VARIABLES)}\n\nA flag takes precedence over the environment, that over .intray.json, and that over the profile. An empty variable counts as not set.`,
  },
  { name: "output", summary: "Formats, columns and errors.", text: () => OUTPUT },
];

/** The text of a page, lines not wrapped; `undefined` for another name. */
export function helpPage(name: string): string | undefined {
  return HELP_PAGES.find((page) => page.name === name)?.text();
}

function exitCodes(): readonly (readonly [string, string])[] {
  const names = Object.keys(EXIT) as (keyof typeof EXIT)[];
  return names.map((name) => [String(EXIT[name]), EXIT_MEANING[name]]);
}

function twoColumns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`).join("\n");
}
