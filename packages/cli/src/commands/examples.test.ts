// Each example of the help, as somebody would paste it: its form, submissions, webhooks, keys and files are there.
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ACCOUNT_KEY, type RealServer, startRealServer } from "../../test/real-server.ts";
import { type Ended, runCli, runShell } from "../../test/run-cli.ts";

interface Manifest {
  readonly commands: Readonly<Record<string, { readonly examples: readonly string[] }>>;
}

const { commands } = JSON.parse(
  await readFile(new URL("../../oclif.manifest.json", import.meta.url), "utf8"),
) as Manifest;

/** They go on until somebody ends them, or are a line of a crontab, or send to a port of the reader's. */
const HAS_NO_END =
  /^intray serve$|^intray submissions tail|^intray webhooks listen|--watch|^\*\/5|curl/;
/** They take away what others show; the second what the first ones take away too. */
const TAKES_AWAY = /^intray (?:auth logout|\w+ delete|keys revoke|queue (?:drop|prune))/;
const TAKES_ALL_AWAY = /^intray (?:forms|projects) delete/;
/** A second consumer has not run here, for most examples name none; and of two deletions one comes first. */
const FINDS_NOTHING = /--consumer crm|^intray projects delete 2 --force/;
const NOT_FOUND = 3;

const SECRET = "s".repeat(40);
const BODY = "{}";
const SIGNATURE = `sha256=${createHmac("sha256", SECRET).update(BODY).digest("hex")}`;
/** Of forms, by which the examples name their third one. */
const UUID = /3f2a9c0d1e4b|0123456789ab/g;
const ELSEWHERE = /https:\/\/(?:crm\.)?example\.com\/(?:hooks\/intray|in|new)/g;

const examples = Object.entries(commands)
  .flatMap(([id, command]) =>
    command.examples.map((line) =>
      line
        .replaceAll("<%= config.bin %>", "intray")
        .replaceAll("<%= command.id %>", id.replaceAll(":", " ")),
    ),
  )
  .filter((line) => !HAS_NO_END.test(line))
  .toSorted((a, b) => turn(a) - turn(b));

function turn(example: string): number {
  return Number(TAKES_AWAY.test(example)) + Number(TAKES_ALL_AWAY.test(example));
}

let folder: string;
let server: RealServer;
let receiver: Server;
let receiverUrl: string;
let uuid: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "intray-cli-examples-"));
  receiver = createServer((request, response) => {
    request.resume().once("end", () => response.end("ok"));
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  server = await startRealServer(join(folder, "data"), "127.0.0.1");
  await seed();
}, 60_000);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  receiver.closeAllConnections();
  receiver.close();
  await rm(folder, { recursive: true });
});

async function api<Made>(method: string, path: string, body?: object): Promise<Made> {
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${ACCOUNT_KEY}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Made;
}

/** Needs a shell only for more than one command, quotes or redirections. */
function run(line: string): Promise<Ended> {
  const options = {
    env: { HOME: folder, INTRAY_BASE_URL: server.url, INTRAY_API_KEY: ACCOUNT_KEY },
    cwd: folder,
    stdin: ACCOUNT_KEY,
  };
  const [program, ...args] = line.split(" ");
  return program === "intray" && /^[\w ./:,=@-]+$/.test(line)
    ? runCli(args, options)
    : runShell(`set -o pipefail; intray() { $INTRAY "$@"; }; ${line}`, options);
}

/** Form 3, project 2, webhook 7, key 7, submission 42, the log's entry 118, a profile and a queue of dead ones. */
async function seed(): Promise<void> {
  await api("POST", "/projects", { name: "Second" });
  for (const name of ["Second", "Third"]) {
    ({ uuid } = await api<{ uuid: string }>("POST", "/forms", { name }));
  }
  for (let n = 1; n <= 7; n += 1) {
    await api("POST", "/form_webhooks", { form_id: 3, name: `W${n}`, url: receiverUrl });
    await api("POST", "/api_keys", { kind: "account", name: `K${n}` });
  }
  for (let n = 1; n <= 44; n += 1) {
    const body = new URLSearchParams({ email: `a${n}@example.org` });
    await fetch(`${server.url}/f/${uuid}`, { method: "POST", body });
  }
  const { webhook_logs } = await vi.waitUntil(
    async () => {
      const page = await api<{ webhook_logs: { state: string }[] }>(
        "GET",
        "/webhook_logs?per_page=100&state=succeeded&page=4",
      );
      return page.webhook_logs.length > 0 && page;
    },
    { timeout: 20_000 },
  );
  expect(webhook_logs.length).toBeGreaterThan(0);
  const files = {
    "form.json": '{"name":"From a file"}',
    "key.txt": ACCOUNT_KEY,
    "secret.txt": SECRET,
    "body.json": BODY,
    "body.bin": BODY,
    "body.hbs": '{"email": "{{field "email"}}"}',
    "headers.txt": `X-Service-Signature: ${SIGNATURE}\n`,
    handle: "#!/bin/sh\nexit 0\n",
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text, { mode: name === "handle" ? 0o700 : 0o600 });
  }
  await mkdir(join(folder, ".config/fish/completions"), { recursive: true });
  const steps = [
    "intray auth login --profile work < key.txt",
    "intray config set queue.concurrency 4",
    // All of them are given up, which is what 10 says.
    "intray queue run --form 3 -- sh -c 'exit 65' || test $? = 10",
  ];
  for (const step of steps) {
    expect(await run(step)).toMatchObject({ code: 0 });
  }
}

describe("an example of the help", () => {
  it.each(examples)("%s", async (example) => {
    const line = example
      .replaceAll(UUID, uuid)
      .replaceAll(ELSEWHERE, receiverUrl)
      .replaceAll("https://forms.example.com", server.url)
      .replaceAll("sha256=9f86…", SIGNATURE);

    expect(await run(line)).toMatchObject({ code: FINDS_NOTHING.test(example) ? NOT_FOUND : 0 });
  });
});
