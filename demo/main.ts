// Shows the path of a submission with real processes and sockets. Exits non-zero at the first failed step.
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Program, runProgram, startProgram } from "./program.ts";
import { apiOf, postBody } from "../test/harness/api.ts";
import { freePort } from "../test/harness/loopback.ts";

const root = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const SERVER = root("packages/server/bin/intray-server.js");
const CLI = root("packages/cli/bin/run.js");
const RECEIVER = root("examples/webhook-receiver/receiver.js");
const STEP_TIMEOUT_MS = 20_000;

/** Steps that can be made to fail, to test that the demo detects the failure. */
const BREAKABLE = ["secret", "receiver", "handler"] as const;
const { values } = parseArgs({ options: { break: { type: "string" } } });
const broken = BREAKABLE.find((name) => name === values.break);
if (values.break !== undefined && broken === undefined) {
  process.stderr.write(`demo: --break takes one of ${BREAKABLE.join(", ")}.\n`);
  process.exit(2);
}

class FailedStep extends Error {}
const say = (text: string) => void process.stdout.write(`${text}\n`);

/** Prints the name of a step and runs it; its errors carry the name. */
async function step<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  say(`\n── ${name}`);
  const timeout = AbortSignal.timeout(STEP_TIMEOUT_MS);
  const timedOut = new Promise<never>((_, reject) => {
    timeout.addEventListener("abort", () =>
      reject(new Error(`the step took longer than ${STEP_TIMEOUT_MS / 1_000} s`)),
    );
  });
  try {
    return await Promise.race([run(), timedOut]);
  } catch (cause) {
    throw new FailedStep(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

function expect(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what);
}

const folder = await mkdtemp(join(tmpdir(), "intray-demo-"));
const programs: Program[] = [];
try {
  await runDemo();
  say("\nAll steps succeeded.");
} catch (error) {
  process.stderr.write(
    `\ndemo: failed step — ${error instanceof FailedStep ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
} finally {
  for (const program of programs.toReversed()) await program.stop();
  await rm(folder, { recursive: true, force: true });
}

async function runDemo(): Promise<void> {
  const apiKey = `demo-${randomBytes(24).toString("hex")}`;
  const receiverPort = await freePort();

  const server = await step("Start the server", async () => {
    const program = startProgram("the server", [SERVER], {
      INTRAY_PORT: "0",
      INTRAY_DATA_DIR: join(folder, "data"),
      INTRAY_BOOTSTRAP_ACCOUNT_KEY: apiKey,
      INTRAY_WEBHOOK_ALLOW: `127.0.0.1:${receiverPort}`,
      INTRAY_RETRY_SCHEDULE: "1s,1s",
      INTRAY_LOG_LEVEL: "warn",
    });
    programs.push(program);
    const url = await program.url();
    say(`intray listening on ${url}`);
    return url;
  });
  const api = apiOf(server, apiKey);

  const { form, webhook } = await step("Create a form and its webhook", async () => {
    const made = await api<{ id: number; uuid: string }>("POST", "/forms", { name: "Contact" });
    const hook = await api<{ id: number }>("POST", "/form_webhooks", {
      form_id: made.id,
      name: "Receiver",
      url: `http://127.0.0.1:${receiverPort}/`,
      format: "json",
    });
    say(`form ${made.id}: <form action="${server}/f/${made.uuid}" method="post">`);
    say(`webhook ${hook.id}: posts JSON to http://127.0.0.1:${receiverPort}/`);
    return { form: made, webhook: hook };
  });

  const receiver = await step("Start a receiver that verifies signatures", async () => {
    const secret = await api<{ signing_secret: string }>(
      "GET",
      `/form_webhooks/${webhook.id}/signing_secret`,
    );
    const program =
      broken === "receiver"
        ? startProgram("the receiver", ["-e", failingReceiver(receiverPort)], {})
        : startProgram("the receiver", [RECEIVER], {
            PORT: String(receiverPort),
            INTRAY_WEBHOOK_SECRET:
              broken === "secret"
                ? `whsec_${randomBytes(32).toString("base64")}`
                : secret.signing_secret,
          });
    programs.push(program);
    say(await program.line("listening on"));
    return program;
  });

  await step(
    "Post the form like a browser: urlencoded, multipart with a file, and spam",
    async () => {
      const action = `${server}/f/${form.uuid}`;
      const ada = { name: "Ada", email: "ada@example.org", message: "Hello" };
      const cv = new File(["a short life"], "cv.txt", { type: "text/plain" });
      const grace = { name: "Grace", email: "grace@example.org", cv };
      const spam = { name: "Bot", message: "Buy!", _gotcha: "filled" };
      for (const fields of [ada, grace, spam]) {
        const headers = { accept: "application/json" };
        const answer = await fetch(action, { method: "POST", body: postBody(fields), headers });
        say(`${answer.status} ${await answer.text()}`);
        expect(answer.status === 200, `the response to the post was ${answer.status}`);
      }
    },
  );

  const ham = await step("List new submissions; spam is listed separately", async () => {
    const list = (filter: string) =>
      api<{ submissions: { id: number; email: string | null; spam_reason: string | null }[] }>(
        "GET",
        `/submissions?form_id=${form.id}&filter_by=${filter}&order_by=date_asc`,
      );
    const [fresh, spam] = [(await list("new")).submissions, (await list("spam")).submissions];
    for (const one of fresh) say(`new  ${one.id} ${one.email ?? ""}`);
    for (const one of spam) say(`spam ${one.id} ${one.spam_reason ?? ""}`);
    expect(fresh.length === 2, `expected 2 new submissions, found ${fresh.length}`);
    expect(spam.length === 1, `expected 1 spam submission, found ${spam.length}`);
    return fresh.map((one) => one.id);
  });

  await step("Wait for each submission at the receiver, signed and verified", async () => {
    for (const id of ham) {
      say(await Promise.race([receiver.line(`"id":${id}`), rejection(receiver)]));
    }
  });

  await step("Run the queue: each submission handled once and marked read", async () => {
    const handler = join(folder, "handler.js");
    const handled = join(folder, "handled.txt");
    await writeFile(handled, "");
    await writeFile(handler, handlerSource(handled, broken === "handler"));
    const env = {
      INTRAY_BASE_URL: server,
      INTRAY_API_KEY: apiKey,
      XDG_STATE_HOME: join(folder, "state"),
      XDG_CONFIG_HOME: join(folder, "config"),
    };
    const words = [CLI, "queue", "run", "--form", String(form.id), "--", process.execPath, handler];
    const first = await runProgram(words, env);
    if (first.stdout.trim() !== "") say(first.stdout.trim());
    expect(first.code === 0, `intray queue run exited with ${first.code}: ${first.stderr}`);
    const second = await runProgram(words, env);
    expect(
      second.code === 0,
      `the second intray queue run exited with ${second.code}: ${second.stderr}`,
    );
    const ids = (await readFile(handled, "utf8")).trim().split("\n").map(Number);
    say(`handled: ${ids.join(", ")} (after two runs)`);
    expect(
      ids.join() === ham.join(),
      `expected ${ham.join()} to be handled once each, found ${ids.join()}`,
    );
    const left = await api<{ submissions: unknown[] }>(
      "GET",
      `/submissions?form_id=${form.id}&filter_by=new`,
    );
    expect(
      left.submissions.length === 0,
      `${left.submissions.length} submissions are still unread`,
    );
    say("the queue is empty");
  });

  await step("Re-fire the first submission and read its webhook logs", async () => {
    const [first = 0] = ham;
    await api("POST", `/submissions/${first}/refire_webhooks`);
    const logs = await until(async () => {
      const { webhook_logs } = await api<{
        webhook_logs: { id: number; trigger: string; state: string; attempts_made: number }[];
      }>("GET", `/submissions/${first}/webhook_logs`);
      const isDone =
        webhook_logs.length === 2 && webhook_logs.every((log) => log.state === "succeeded");
      return isDone ? webhook_logs : undefined;
    });
    for (const log of logs)
      say(`log ${log.id}: ${log.trigger}, ${log.state}, attempts ${log.attempts_made}`);
    say(await receiver.line("duplicate "));
  });
}

/** Polls until `poll` returns a value; the timeout of the step limits it. */
async function until<Answer>(poll: () => Promise<Answer | undefined>): Promise<Answer> {
  for (;;) {
    const answer = await poll();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
}

async function rejection(receiver: Program): Promise<never> {
  throw new Error(`the receiver printed: ${await receiver.line("rejected ")}`);
}

function failingReceiver(port: number): string {
  return `require("node:http").createServer((q, a) => { q.resume(); console.log("rejected 500"); a.writeHead(500).end(); })
    .listen(${port}, "127.0.0.1", () => console.log("a failing receiver listening on ${port}"));`;
}

function handlerSource(handled: string, fails: boolean): string {
  return `const { appendFileSync, readFileSync } = require("node:fs");
const { submission } = JSON.parse(readFileSync(0, "utf8"));
${fails ? "process.exit(1);" : ""}
appendFileSync(${JSON.stringify(handled)}, submission.id + "\\n");
`;
}
