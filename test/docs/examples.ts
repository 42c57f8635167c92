// What the named examples of the pages need, and why some are not run.
import { SECRET } from "../../packages/webhook-verify/test/receiver-contract.ts";
import { KEY } from "../harness/server-program.ts";

/** Run as a program or in a shell, with what the reader has at this point. */
interface Run {
  /** Lines before the code: what the page says that the reader has. */
  readonly before?: string;
  /** Replaces parts of the code that only exist on the reader's machine. */
  readonly replace?: Readonly<Record<string, string>>;
  /** Each line is a command of its own. */
  readonly isSplit?: boolean;
  /** Files beside it, which can be executed. */
  readonly files?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Stops it when it has printed this; otherwise it has to end by itself. */
  readonly until?: RegExp;
  /** Posts to form 3 while it runs. */
  readonly isPosting?: boolean;
  readonly prints?: RegExp;
}

export type Example = Run | { readonly notRun: string; readonly isChecked?: boolean };

const HANDLER = "#!/bin/sh\necho handled $INTRAY_SUBMISSION_ID\n";

const SIGNED_REQUEST = `import { Readable } from "node:stream";
import { signStandard, sign } from "@intray/webhook-verify";
import * as receiver from "@intray/webhook-verify/fetch";
const current = ${JSON.stringify(SECRET)}, previous = "whsec_old", secrets = [previous, current], file = "body";
const body = ${JSON.stringify('{ "name": "Zoë", "id": 7, "attachments": [] }')}, timestamp = Math.floor(Date.now() / 1000);
const headers = { "x-service-signature": sign(body, current), "webhook-id": "msg_1", "webhook-timestamp": String(timestamp),
  "webhook-signature": signStandard({ id: "msg_1", timestamp, body }, current) };
const webRequest = new Request("https://receiver.test/hook", { method: "POST", body, headers });
const request = Object.assign(Readable.from([Buffer.from(body)]), { headers });
process.once("beforeExit", () => console.log("ended", receiver !== undefined, secrets.length, file, webRequest.url));
`;

export const EXAMPLES: Readonly<Record<string, Example>> = {
  "a server": { replace: { "INTRAY_PORT=8787": "INTRAY_PORT=0" }, until: /listening on http/ },
  "an import": { files: { "export.csv": "ID,Date,Mail\n7,2024-01-02,ada@example.org\n" } },
  "an installation": {
    notRun: "Needs the registry; test/packaging.test.ts installs the packages from their tarballs.",
  },
  "first steps": {
    files: { "handle-one-submission": HANDLER },
    prints: /"success":true[^]*ada@example\.org[^]*handled \d+/,
  },
  contributing: { notRun: "Installs all dependencies; test/journeys/demo.test.ts runs the demo." },
  "scripts of the repository": {
    notRun: "They take minutes to hours; code-blocks.test.ts checks that they exist.",
  },
  "the crontab": {
    notRun: "Changes the user's crontab; examples/cron/cron.test.ts runs its line.",
  },
  "a deployment": {
    notRun:
      "Needs Docker or systemd; examples/deploy/deploy.test.ts does what can be done without.",
  },
  "a pipeline": { notRun: "examples/export-pipeline/export-pipeline.test.ts runs the script." },
  "a listener of the page": {
    notRun: "A part of a page; test/browser/script.test.ts tests the event.",
  },
  "a copy in a database": {
    notRun: "examples/sync-to-database/sync-to-database.test.ts runs the program.",
  },
  "a copy in PostgreSQL": { notRun: "Needs psql and a database of the reader." },
  "a receiver of webhooks": {
    notRun: "examples/webhook-receiver/receiver.test.ts starts the program, and posts to it.",
  },
  drawing: { notRun: "A drawing." },
  "a relay": {
    notRun: "Needs a relay on the Internet; packages/server/src/mail tests test-mail with a relay.",
  },
  "until an event arrives": { isPosting: true, until: /event: submission\.created/ },
  "a handler": { files: { handle: HANDLER }, prints: /handled \d+/ },
  crontab: {
    // cron exports the variables, and has no others
    before: "unset INTRAY_API_KEY; set -a",
    // the five fields of the time, and what is on the machine
    replace: {
      "PATH=/usr/local/bin:/usr/bin:/bin\n": "",
      "https://forms.example.com": "http://127.0.0.1:8787",
      "/home/YOU/intray/key.txt": "key.txt",
      "*/5 * * * * cd /home/YOU/intray && ": "",
    },
    files: { handle: HANDLER, "key.txt": KEY },
    prints: /handled \d+/,
  },
  "handler of a batch": {
    files: { store: "#!/bin/sh\ncat >> stored.ndjson\n" },
    replace: {
      "#!/bin/sh\n": "cat > batch <<'END'\n#!/bin/sh\n",
      "\ndone\n":
        "\ndone\nEND\nchmod +x batch; intray queue run --form 3 --batch 50 -- ./batch; cat stored.ndjson\n",
    },
    prints: /"submission":\{"id":\d+/,
  },
  "systemd unit": { notRun: "Needs systemd; test/journeys starts the same command from a shell." },
  bench: { notRun: "Takes minutes, and needs texts that are not part of the project." },
  "first commands": {
    before: "unset INTRAY_API_KEY",
    files: { handle: HANDLER },
    input: "KEY\n",
    prints: /handled \d+/,
  },
  "shell session": { notRun: "test/journeys/shell-session.test.ts runs it, and compares it." },
  listeners: {
    isSplit: true,
    replace: { "--port 8080": "--port 0" },
    files: { handle: HANDLER, "secret.txt": SECRET },
    until: /Waiting for webhooks|Receiving webhooks/,
  },
  "an export to SQLite": {
    replace: {
      SELECT: `intray submissions export --form 3 -o rows.db
node --input-type=module <<'END'
import { DatabaseSync } from "node:sqlite";
for (const row of new DatabaseSync("rows.db").prepare(\`SELECT`,
      "'message';": "'message';`).all()) console.log(row.value);\nEND",
    },
    prints: /^Hello/m,
  },
  settings: {
    notRun: "Lines of an environment file; settings-table.test.ts compares their names.",
  },
  "output of a test mail": { notRun: "Output, with the answers of a relay." },
  "output of doctor": { notRun: "Output, with paths and times of a machine." },
  "an answer to an agent": { notRun: "Text that a tool returns, shortened." },
  "the commands of the server": {
    before: "export INTRAY_DATA_DIR=$DATA",
    replace: { "/backups/": "backups/" },
    files: { "backups/.keep": "" },
  },
  "while posts arrive": { isPosting: true, prints: /new \d+/ },
  receiver: {
    notRun: "packages/webhook-verify/src/readme.test.ts starts each of them, and posts to it.",
    isChecked: true,
  },
  snippet: {
    notRun: "test/browser/snippets.test.ts builds and posts each, and compares the page.",
  },
  "a signed request": { before: SIGNED_REQUEST, prints: /ended/ },
};
