import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, Server } from "node:http";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Intray } from "@intray/sdk";
import type { Form, FormWebhook } from "@intray/sdk";
import { sign, unwrap } from "@intray/webhook-verify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACCOUNT_KEY, startRealServer } from "../test/real-server.ts";
import type { RealServer } from "../test/real-server.ts";
import { runCli } from "../test/run-cli.ts";
import { runningCli } from "../test/running-cli.ts";

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

let folder: string;
let server: RealServer;
let receiver: Server;
let receiverUrl: string;
let status = 200;
let received: Received[] = [];
let env: NodeJS.ProcessEnv;
let client: Intray;
let form: Form;
let webhook: FormWebhook;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "intray-cli-live-"));
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(status).end("thanks");
    });
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const address = receiver.address();
  receiverUrl = `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  server = await startRealServer(join(folder, "data"), receiverUrl);
  env = { HOME: folder, INTRAY_API_KEY: ACCOUNT_KEY, INTRAY_BASE_URL: server.url };
  client = new Intray({ baseUrl: server.url, apiKey: ACCOUNT_KEY });
  form = await client.forms.create({ name: "Contact" });
  const url = `http://${receiverUrl}/hook`;
  webhook = await client.webhooks.create({ form_id: form.id, name: "CRM", url, format: "json" });
});
afterAll(async () => {
  await client.close();
  await server[Symbol.asyncDispose]();
  receiver.closeAllConnections();
  receiver.close();
  await rm(folder, { recursive: true });
});

const cli = (args: readonly string[], more: { env?: object; stdin?: Uint8Array } = {}) =>
  runCli(args, { env: { ...env, ...more.env }, ...(more.stdin && { stdin: more.stdin }) });
const post = async (fields: Record<string, string>) =>
  (await client.submissions.create(form.uuid, fields)).id;
const isBegun = ({ stderr }: { stderr: string }) => stderr.includes("Press Ctrl-C to stop");

describe("keys", () => {
  it("are made, work within their form, are listed without their text, and end", async () => {
    const made = await cli([
      "keys",
      "create",
      "--name",
      "site",
      "--form",
      form.uuid,
      "--can-delete",
    ]);
    const key = made.stdout.trim();
    const works = await cli(["submissions", "list"], { env: { INTRAY_API_KEY: key } });
    const listed = await cli(["keys", "list", "--format", "ndjson"]);
    const site = listed.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: number; name: string; can_delete: boolean })
      .find(({ name }) => name === "site");
    const unasked = await cli(["keys", "revoke", String(site?.id)]);
    const revoked = await cli(["keys", "revoke", String(site?.id), "--yes"]);
    const refused = await cli(["submissions", "list"], { env: { INTRAY_API_KEY: key } });

    expect(made.stdout).toMatch(/^itk_form_\w+\n$/);
    expect(made.stderr).toContain("not shown again");
    expect(works.code).toBe(0);
    expect(site).toMatchObject({ form_id: form.id, kind: "form", can_delete: true });
    expect(listed.stdout).not.toContain(key);
    expect([unasked.code, revoked.code, refused.code]).toEqual([2, 0, 4]);
  });
});

describe("webhooks", () => {
  it("are tested, and the outcome is the exit code", async () => {
    status = 200;
    const arrived = await cli(["webhooks", "test", String(webhook.id)]);
    status = 500;
    const failed = await cli(["webhooks", "test", String(webhook.id), "--json"]);
    status = 200;

    expect(arrived).toMatchObject({ code: 0, stderr: "" });
    expect(arrived.stdout).toContain("state\tsucceeded\n");
    expect(failed.code).toBe(10);
    expect(JSON.parse(failed.stdout)).toMatchObject({ state: "exhausted", trigger: "test" });
  });

  it("are previewed, from a template with what is wrong in it", async () => {
    const id = await post({ name: "Ada" });
    const good = join(folder, "good.hbs");
    const bad = join(folder, "bad.hbs");
    await writeFile(good, '{"n": {{JSONstringify (field "name")}} }');
    await writeFile(bad, '{\n\t"n": {{#if form_name}}1\n}');

    const rendered = await cli([
      "webhooks",
      "preview",
      "--template-file",
      good,
      "--submission",
      String(id),
    ]);
    const ofHook = await cli(["webhooks", "preview", "--webhook", String(webhook.id), "--json"]);
    const refused = await cli(["webhooks", "preview", "--template-file", bad]);

    expect(rendered).toMatchObject({ code: 0, stdout: '{"n": "Ada" }' });
    expect(JSON.parse(ofHook.stdout)).toMatchObject({ content_type: "application/json" });
    expect(refused).toMatchObject({ code: 5, stdout: "" });
    expect(refused.stderr).toMatch(/in line \d+, column \d+/);
    expect(refused.stderr).toMatch(/\d+ \| .*\n *\t? *\^/);
  });

  it("are previewed anew whenever the template is changed, until a signal", async () => {
    const path = join(folder, "watched.hbs");
    await writeFile(path, "one");
    const args = ["webhooks", "preview", "--content-type", "text/plain", "--watch"];
    await using run = runningCli([...args, "--template-file", path, "--json"], { env });
    await run.until(() => run.documents().length === 1);

    await writeFile(path, "{{#if");
    await run.until(({ stderr }) => stderr.includes("in line 1"));
    await writeFile(path, "two");
    await run.until(() => run.documents().at(-1)?.["body"] === "two");

    expect(await run.end("SIGINT")).toBe(130);
  });

  it("show their bytes, which sign like the delivery, and fire again what failed", async () => {
    status = 410; // final: no retry follows
    received = [];
    const id = await post({ name: "Zoë" });
    const logs = async () => (await client.webhookLogs.ofSubmission(id)).webhook_logs;
    await until(async () => (await logs())[0]?.state === "exhausted");
    status = 200;
    const entry = (await logs())[0];
    const { signing_secret } = await client.webhooks.signingSecret(webhook.id);

    const body = await cli(["webhooks", "body", String(entry?.id)]);
    const stdin = Buffer.from(body.stdout);
    const signed = await cli(["webhooks", "sign", "-"], {
      env: { INTRAY_WEBHOOK_SECRET: signing_secret },
      stdin,
    });
    const withHeaders = await cli(["webhooks", "sign", "--headers", "--id", "msg_1", "-"], {
      env: { INTRAY_WEBHOOK_SECRET: signing_secret },
      stdin,
    });
    await client.webhooks.update(webhook.id, { enabled: true });
    const which = ["--failed-since", "1h", "--webhook", String(webhook.id)];
    const unasked = await cli(["webhooks", "refire", ...which]);
    const refired = await cli(["webhooks", "refire", ...which, "--yes"]);

    expect(signed).toEqual({
      code: 0,
      stdout: `${String(received[0]?.headers["x-service-signature"])}\n`,
      stderr: "",
    });
    const headers = withHeaders.stdout
      .trim()
      .split("\n")
      .map((line) => line.split(": ") as [string, string]);
    expect(unwrap(stdin, headers, { secrets: signing_secret }).authenticated?.webhookId).toBe(
      "msg_1",
    );
    expect(unasked.code).toBe(2);
    expect(refired.code).toBe(0);
    expect(refired.stdout).toContain(`${id}\tqueued\t`);
    await until(() => Promise.resolve(received.length > 1));
    expect(received.at(-1)?.body).toEqual(stdin);
  });

  it.each([
    ["ids beside --failed-since", ["1", "--failed-since", "1h", "--webhook", "1"]],
    ["neither", []],
    ["--failed-since alone", ["--failed-since", "1h"]],
  ])("are not fired again by %s", async (_, args) => {
    expect(await cli(["webhooks", "refire", ...args, "--yes"])).toMatchObject({ code: 2 });
  });
});

describe("webhooks listen", () => {
  it("renders and signs what comes in, and hands it to an address and a command", async () => {
    received = [];
    const out = join(folder, "out.json");
    const args = ["--form", form.uuid, "--format", "data_json", "--json"];
    const targets = [
      "--forward-to",
      `http://${receiverUrl}/local`,
      "--exec",
      // Others come behind it: what is read must be whole.
      `cat > ${out}.part; mv ${out}.part ${out}; test -n "$INTRAY_HEADER_X_SERVICE_SIGNATURE" && exit 3`,
    ];
    await using run = runningCli(["webhooks", "listen", ...args, ...targets], { env });
    // under --json there are no notes, so the first post that arrives tells that it has begun
    await run.until(({ stderr }) => stderr.includes("secret of this run"));
    const secret = /whsec_\S+/.exec(run.stderr)?.[0] ?? "";
    await client.webhooks.update(webhook.id, { enabled: false });
    let posted = 0;
    while (run.documents().length === 0) {
      await post({ name: `Ada ${posted++}` });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await run.until(() => run.documents().length > 0);
    const [document] = run.documents();
    const forwarded = received.find(({ body }) => String(body) === document?.["body"]);

    expect(document).toMatchObject({
      content_type: "application/json",
      forward: { kind: "answered", status: 200 },
      exec: { kind: "exited", code: 3 },
    });
    expect(JSON.parse(String(document?.["body"]))).toMatchObject({
      data: { id: document?.["submission_id"] },
    });
    expect(
      unwrap(forwarded?.body ?? "", forwarded?.headers ?? {}, { secrets: secret }),
    ).toBeDefined();
    expect(JSON.parse(await readFile(out, "utf8"))).toHaveProperty("data");
    expect(await run.end("SIGTERM")).toBe(143);
    await client.webhooks.update(webhook.id, { enabled: true });
  });

  it("replays the stored bytes of a real delivery with the webhook's secret", async () => {
    received = [];
    const args = ["webhooks", "listen", "--webhook", String(webhook.id)];
    await using run = runningCli([...args, "--forward-to", `http://${receiverUrl}/local`], { env });
    await run.until(isBegun);

    const id = await post({ name: "Grace" });
    await run.until(() => run.documents().length === 1);

    const { signing_secret } = await client.webhooks.signingSecret(webhook.id);
    const [document] = run.documents();
    expect(document).toMatchObject({ submission_id: id, forward: { status: 200 } });
    expect(received).toHaveLength(2);
    const [first, second] = received;
    expect(first?.body).toEqual(second?.body);
    for (const name of ["x-service-signature", "webhook-id", "content-type"]) {
      expect(first?.headers[name]).toBe(second?.headers[name]);
    }
    expect(first?.headers["x-service-signature"]).toBe(sign(first?.body ?? "", signing_secret));
    expect(await run.end("SIGINT")).toBe(130);
  });

  it("receives on a port, tells true from false, and answers as it is told", async () => {
    const secret = join(folder, "secret");
    await writeFile(secret, "whsec_c2VjcmV0\n");
    const args = ["webhooks", "listen", "--port", "0", "--respond", "500", "--secret-file", secret];
    await using run = runningCli(args, { env: { HOME: folder } });
    await run.until(({ stderr }) => /http:\S+\n/.test(stderr));
    const url = /http:\S+/.exec(run.stderr)?.[0] ?? "";
    const send = async (body: string, signature: string) =>
      (
        await fetch(url, {
          method: "POST",
          body,
          headers: { "x-service-signature": signature, "webhook-id": "msg_42_7" },
        })
      ).status;

    const answers = [
      await send("{}", sign("{}", "whsec_c2VjcmV0")),
      await send("{} ", sign("{}", "whsec_c2VjcmV0")),
      (await fetch(url)).status,
    ];
    await run.until(() => run.documents().length === 2);

    expect(answers).toEqual([500, 401, 405]);
    expect(run.documents()).toMatchObject([
      { valid: true, submission_id: 42, answered: 500, body: "{}" },
      { valid: false, code: "signature_mismatch" },
    ]);
    expect(await run.end("SIGINT")).toBe(130);
  });

  it.each([
    ["a port without a secret", ["--port", "0"], 66],
    ["a port and a form", ["--port", "0", "--form", "1"], 2],
    ["an address that is none", ["--forward-to", "ftp://a"], 2],
    ["a form that is not there", ["--form", "999999"], 3],
  ])("refuses %s", async (_, args, code) => {
    expect(await cli(["webhooks", "listen", ...args])).toMatchObject({ code, stdout: "" });
  });
});

describe("submissions tail", () => {
  it("prints each submission once and none too few over a kill and a restart", async () => {
    const before = await post({ name: "before" });
    const args = ["submissions", "tail", "--form", form.uuid, "--format", "ndjson"];
    await using run = runningCli(args, { env });
    await using filtered = runningCli([...args, "--query", "NEEDLE"], { env });
    await Promise.all([run.until(isBegun), filtered.until(isBegun)]);

    // nothing was told yet: the place in the stream is the server's word alone
    const { port } = new URL(server.url);
    await server.kill();
    server = await startRealServer(join(folder, "data"), receiverUrl, port);
    const ids = [await post({ name: "one" }), await post({ name: "a needle here" })];
    const has = (wanted: number) => () => run.documents().some(({ id }) => id === wanted);
    await run.until(has(ids[1] ?? 0));
    await server.kill();
    server = await startRealServer(join(folder, "data"), receiverUrl, port);
    ids.push(await post({ name: "three" }));
    await run.until(has(ids[2] ?? 0));

    expect(run.documents().map(({ id }) => id)).toEqual(ids);
    expect(ids).not.toContain(before);
    expect(run.stderr).toContain("Reconnected");
    await filtered.until(() => filtered.documents().length === 1);
    expect(filtered.documents()).toMatchObject([{ id: ids[1] }]);
    expect(await run.end("SIGINT")).toBe(130);
    const position = /--last-event-id (\S+)/.exec(run.stderr)?.[1] ?? "";
    const missed = await post({ name: "while nobody looked" });
    await using later = runningCli([...args, "--last-event-id", position], { env });
    await later.until(() => later.documents().length > 0);
    expect(later.documents()[0]).toMatchObject({ id: missed });
  }, 30_000);

  it("begins with what came since a time, and ends with 75 when the server stays away", async () => {
    const id = await post({ name: "lately" });
    const args = ["submissions", "tail", "--since", "1m", "--fields", "id", "--retries", "0"];
    await using run = runningCli(args, { env });
    await run.until(isBegun);
    const printed = run.stdout.trim().split("\n");
    const { port } = new URL(server.url);

    await server.kill();

    expect(await run.end()).toBe(75);
    server = await startRealServer(join(folder, "data"), receiverUrl, port);
    expect(printed.at(-1)).toBe(String(id));
    expect(run.stderr).toContain("intray: ");
  }, 30_000);
});

/** @param claim Asked again and again: nothing tells when the server has changed its mind. */
async function until(claim: () => Promise<boolean>): Promise<void> {
  while (!(await claim())) await new Promise((resolve) => setImmediate(resolve));
}
