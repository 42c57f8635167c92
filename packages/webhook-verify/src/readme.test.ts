// Runs each of the README's blocks: receivers as servers of their own, functions as one program.
import { Buffer } from "node:buffer";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { post, SECRET, signed } from "../test/receiver-contract.ts";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const README = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const NODE = ["--conditions=@intray/source", "--input-type=module"];
const BODY = '{ "name": "Zoë" }';
const MAX_LINES = 10;

/** The code below a heading; the first block of all stands below the title. */
const blockBelow = (heading: string) =>
  /```js\n(.*?)```/s.exec(README.slice(README.indexOf(`# ${heading}\n`)))?.[1] ?? "";
const isReceiver = (block: string) =>
  block.includes("process.env") && block.includes("createReceiver");
const blocks = [...README.matchAll(/```js\n(.*?)```/gs)].map((match) => match[1] ?? "");

/** Tells the port on which the program's server listens. */
const TELL_PORT = `import { subscribe } from "node:diagnostics_channel";
subscribe("tracing:net.server.listen:asyncEnd", ({ server }) => console.log("port", server.address().port));`;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

describe("the README's receiver", () => {
  it.each([
    ["@intray/webhook-verify", "{ name: 'Zoë' }"],
    ["Express", "/hook { name: 'Zoë' }"],
    ["Fastify", "/hook { name: 'Zoë' }"],
    ["Koa", "/hook { name: 'Zoë' }"],
    ["Hono", "/hook { name: 'Zoë' }"],
  ])("below %s runs, takes a delivery and refuses another", async (heading, line) => {
    const code = blockBelow(heading).replace("3000", "0");
    const child = spawn(
      process.execPath,
      [...NODE, "--import", `data:text/javascript,${encodeURIComponent(TELL_PORT)}`, "-e", code],
      {
        cwd: PACKAGE,
        env: { INTRAY_WEBHOOK_SECRET: SECRET },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    const exited = once(child, "exit");
    cleanups.push(() => (child.kill(), exited));
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const nextLine = async () => String((await lines.next()).value);
    const port = /^port (\d+)$/.exec(await nextLine())?.[1];
    const url = `http://127.0.0.1:${port}/hook`;
    const json = { "content-type": "application/json" };

    const refused = await post(url, "{}", { ...signed(BODY), ...json });
    const taken = await post(url, BODY, { ...signed(BODY), ...json });

    expect([refused.status, taken.status]).toEqual([401, 204]);
    expect(await nextLine()).toBe(line);
  });

  it.each([
    ["Next (App Router)", "const { status } = await POST(request);"],
    ["Anything with a Request and a Response", "const { status } = await server.fetch(request);"],
    ["AWS Lambda", "const { statusCode: status } = await handler(event);"],
  ])("below %s runs and takes a delivery", async (heading, call) => {
    const headers = JSON.stringify(signed(BODY));
    const body = Buffer.from(BODY).toString("base64");
    const program = `${blockBelow(heading).replace("export default", "const server =")}
const body = Buffer.from(${JSON.stringify(body)}, "base64");
const request = new Request("https://receiver.test/hook", { method: "POST", body, headers: ${headers} });
const event = { rawPath: "/hook", headers: ${headers}, body: ${JSON.stringify(body)}, isBase64Encoded: true,
  requestContext: { http: { method: "POST" } } };
${call}
console.log(status);`;

    const { stdout } = await runProgram(program);

    expect(stdout).toMatch(/^(\/hook )?\{ name: 'Zoë' \}\n204\n$/);
  });

  it("is as short as it promises, and each one is run here", () => {
    const receivers = blocks.filter(isReceiver);
    const lengths = receivers.map(
      (block) => block.split("\n").filter((line) => !/^(\/\/.*|)$/.test(line)).length,
    );

    expect(receivers).toHaveLength(8);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(MAX_LINES);
  });
});

it("has functions that run as it says", async () => {
  const rest = blocks.filter((block) => !isReceiver(block));
  const imports = [...new Set(rest.flatMap((block) => block.match(/^import .*$/gm) ?? []))];
  const scopes = rest.map((block) => `{\n${block.replaceAll(/^import .*$/gm, "")}\n}`);
  const [replay = "", verdict = "", unwrapped = "", fromRequest = "", standard = "", stream = ""] =
    scopes;
  const told = (scope: string, name: string) =>
    scope.replace(/\}$/, `console.log(JSON.stringify(${name}));\n}`);
  const program = `import { Readable } from "node:stream";
import { readFileSync as read, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { signStandard } from "@intray/webhook-verify";
${imports.join("\n")}
const current = ${JSON.stringify(SECRET)}, previous = "whsec_old", secrets = [previous, current];
const body = ${JSON.stringify(BODY)};
const timestamp = Math.floor(Date.now() / 1000);
const headers = { ...${JSON.stringify(signed(BODY))}, "webhook-timestamp": String(timestamp),
  "webhook-signature": signStandard({ id: "msg_1", timestamp, body }, current) };
const createRequest = () => new Request("https://receiver.test/hook", { method: "POST", body, headers });
const webRequest = createRequest();
const request = Object.assign(Readable.from([Buffer.from(body)]), { headers });
const folder = mkdtempSync(tmpdir() + "/intray-readme-"), file = folder + "/body";
${replay.replace(/\}$/, "console.log((await receive(createRequest())).status, (await receive(createRequest())).status);\n}")}
${told(verdict, "isTrue")}
${told(unwrapped, "delivery.secretIndex")}
${told(fromRequest, "delivery.json()")}
${told(standard, "name")}
${stream}
console.log(read(file, "utf8"));
rmSync(folder, { recursive: true });`;

  const { stdout } = await runProgram(program);

  expect(scopes).toHaveLength(6);
  expect(stdout.trim().split("\n")).toEqual([
    "msg_1",
    "204 409",
    "true",
    "0",
    '{"name":"Zoë"}',
    '"Zoë"',
    BODY,
  ]);
});

it("tells every code, status and mistake there is", () => {
  const errors = readFileSync(new URL("errors.ts", import.meta.url), "utf8");
  const statuses = [...errors.matchAll(/^ {2}(\w+): (\d{3}),$/gm)];
  const mistakes = /const HINTS = \{(.*?)\} as const/s.exec(errors)?.[1]?.match(/^ {2}\w+/gm) ?? [];

  expect(statuses.length).toBeGreaterThan(10);
  for (const [, code, status] of statuses) {
    expect(README).toMatch(new RegExp(`\\| \`${code}\` +\\| ${status} `));
  }
  expect(mistakes.length).toBeGreaterThan(10);
  for (const mistake of mistakes) expect(README).toContain(`\`${mistake.trim()}\``);
});

const runProgram = (program: string) =>
  promisify(execFile)(process.execPath, [...NODE, "-e", program], {
    cwd: PACKAGE,
    env: { INTRAY_WEBHOOK_SECRET: SECRET },
  });
