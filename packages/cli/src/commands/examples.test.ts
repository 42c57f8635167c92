// Runs each example of the help texts. The form, submissions, webhooks, keys and files that they name exist.
import { createHmac } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ACCOUNT_KEY, useRealServer } from "../../test/real-server.ts";
import { type Ended, runCli, runShell } from "../../test/run-cli.ts";

type Described = Readonly<Record<string, { readonly description?: string }>>;
interface Command {
  readonly summary?: string;
  readonly examples: readonly string[];
  readonly flags: Described;
  readonly args: Described;
}
interface Manifest {
  readonly commands: Readonly<Record<string, Command>>;
}

const { commands } = JSON.parse(
  await readFile(new URL("../../oclif.manifest.json", import.meta.url), "utf8"),
) as Manifest;

/** Examples that do not end by themselves, are lines of a crontab, or send to a port of the reader. */
const NOT_RUNNABLE =
  /^intray submissions tail|login --web|^intray webhooks listen|--watch|^\*\/5|curl/;
/** Examples that delete what others use; they run last. */
const DELETES = /^intray (?:auth logout|\w+ delete|\w+ remove|keys revoke|queue drop)/;
/** Examples that delete what other deletions use. */
const DELETES_PARENT = /^intray (?:forms|projects) delete/;
/** The consumer crm has not run, and all submissions reached their webhooks. */
const FINDS_NOTHING = /--consumer crm|attention (send|dismiss) 7/;
const NOT_FOUND = 3;

const SECRET = "s".repeat(40);
const BODY = "{}";
const SIGNATURE = `sha256=${createHmac("sha256", SECRET).update(BODY).digest("hex")}`;
/** The uuids of form 3 in the examples. */
const UUID = /3f2a9c0d1e4b|0123456789ab/g;
const RECEIVER_URL = /https:\/\/(?:crm\.)?example\.com\/(?:hooks\/intray|in|new)/g;

const examples = Object.values(commands)
  .flatMap((command) => command.examples)
  .filter((line) => !NOT_RUNNABLE.test(line))
  .toSorted((a, b) => rank(a) - rank(b));

function rank(example: string): number {
  return Number(DELETES.test(example)) + Number(DELETES_PARENT.test(example));
}

// Nothing listens there: replies stay queued.
const mail = { INTRAY_SMTP_URL: "smtp://127.0.0.1:9", INTRAY_MAIL_FROM: "forms@example.org" };
const { folder, server, receiver, env } = await useRealServer(mail);
const receiverUrl = `http://${receiver.host}/`;
let uuid: string;
beforeAll(seed);

/** Runs an example; uses a shell only for several commands, quotes and redirections. */
function run(line: string): Promise<Ended> {
  const options = { env, cwd: folder, stdin: ACCOUNT_KEY };
  const [program, ...args] = line.split(" ");
  return program === "intray" && /^[\w ./:,=@-]+$/.test(line)
    ? runCli(args, options)
    : runShell(`set -o pipefail; intray() { $INTRAY "$@"; }; ${line}`, options);
}

/** Creates form 3, project 2, the deleted project 3, members 1 to 3, webhook 7, key 7, submission 42, delivery 118, a profile and a queue with dead items. */
async function seed(): Promise<void> {
  for (const name of ["Second", "Deleted"]) await server.api("POST", "/projects", { name });
  await server.api("DELETE", "/projects/3");
  for (const name of ["one", "two", "three"]) {
    await server.api("POST", "/members", { email: `${name}@example.org`, role: "responder" });
  }
  for (const name of ["Second", "Third"]) {
    ({ uuid } = await server.api<{ uuid: string }>("POST", "/forms", { name }));
  }
  for (let n = 1; n <= 7; n += 1) {
    await server.api("POST", "/form_webhooks", { form_id: 3, name: `W${n}`, url: receiverUrl });
    await server.api("POST", "/api_keys", { kind: "account", name: `K${n}` });
  }
  await server.api("PATCH", `/forms/${uuid}`, { autoreply_email: "team@example.org" });
  await server.api("POST", "/reply_templates", { name: "Welcome", body: "Hello" });
  for (let n = 1; n <= 44; n += 1) {
    const body = new URLSearchParams({ email: `a${n}@example.org` });
    await fetch(`${server.url}/f/${uuid}`, { method: "POST", body });
  }
  const { webhook_logs } = await vi.waitUntil(async () => {
    const page = await server.api<{ webhook_logs: { state: string }[] }>(
      "GET",
      "/webhook_logs?per_page=100&state=succeeded&page=4",
    );
    return page.webhook_logs.length > 0 && page;
  });
  expect(webhook_logs.length).toBeGreaterThan(0);
  const files = {
    "reply.txt": "Thank you.\n",
    "export.csv": "ID,Date,created_at,Mail,IP\n7,2024-01-02,2024-01-02,ada@example.org,::1\n",
    "form.json": '{"name":"From a file"}',
    "key.txt": ACCOUNT_KEY,
    "secret.txt": SECRET,
    "body.json": BODY,
    "body.bin": BODY,
    "body.hbs": '{"email": "{{field "email"}}"}',
    "headers.txt": `X-Service-Signature: ${SIGNATURE}\n`,
    "request.txt": `POST /hook HTTP/1.1\nX-Service-Signature: ${SIGNATURE}\n\n${BODY}`,
    handle: "#!/bin/sh\nexit 0\n",
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text, { mode: name === "handle" ? 0o700 : 0o600 });
  }
  await mkdir(join(folder, ".config/fish/completions"), { recursive: true });
  const steps = [
    "intray auth login --profile work < key.txt",
    "intray config set queue.concurrency 4",
    // all items become dead, hence the exit code 10
    "intray queue run --form 3 -- sh -c 'exit 65' || test $? = 10",
  ];
  for (const step of steps) expect(await run(step)).toMatchObject({ code: 0 });
}

it.each(examples)("the example %s exits with the expected code", async (example) => {
  const line = example
    .replaceAll(UUID, uuid)
    .replaceAll(RECEIVER_URL, receiverUrl)
    .replaceAll("https://forms.example.com", server.url)
    .replaceAll("sha256=9f86…", SIGNATURE);

  expect(await run(line)).toMatchObject({ code: FINDS_NOTHING.test(example) ? NOT_FOUND : 0 });
});

const cases = Object.entries(commands);
it.each(cases)("the command %s is described", (_, { summary, examples: own, ...parts }) => {
  const described = [...Object.entries(parts.flags), ...Object.entries(parts.args)];

  expect(summary).toMatch(/^[^\n]{10,100}\.$/);
  expect(own.length).toBeGreaterThan(0);
  expect(described.filter(([, { description }]) => !description)).toEqual([]);
});
