// Runs each receiver of the README as a server. test/docs runs the other code blocks.
import { Buffer } from "node:buffer";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { post, SECRET, signed } from "../test/receiver-contract.ts";
import { ERRORS, HINTS } from "./errors.ts";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const README = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const NODE = ["--conditions=@intray/source", "--input-type=module"];
const BODY = '{ "name": "Zoë" }';
const MAX_LINES = 10;

/** Signed now: the receivers reject old requests. */
const signedNow = (body: string) => signed(body, Math.floor(Date.now() / 1_000));

/** The first code block below a heading. */
const blockBelow = (heading: string) =>
  /```js\n(.*?)```/s.exec(README.slice(README.indexOf(`# ${heading}\n`)))?.[1] ?? "";
const isReceiver = (block: string) =>
  block.includes("process.env") && block.includes("createReceiver");
const blocks = [...README.matchAll(/```js\n(.*?)```/gs)].map((match) => match[1] ?? "");

/** Prints the port of the program's server. */
const PRINT_PORT = `import { subscribe } from "node:diagnostics_channel";
subscribe("tracing:net.server.listen:asyncEnd", ({ server }) => console.log("port", server.address().port));`;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

describe("the receiver in the README", () => {
  it.each([
    ["@intray/webhook-verify", "{ name: 'Zoë' }"],
    ["Express", "/hook { name: 'Zoë' }"],
    ["Fastify", "/hook { name: 'Zoë' }"],
    ["Koa", "/hook { name: 'Zoë' }"],
    ["Hono", "/hook { name: 'Zoë' }"],
  ])("below %s accepts a signed delivery and rejects another", async (heading, line) => {
    const code = blockBelow(heading).replace("3000", "0");
    const child = spawn(
      process.execPath,
      [...NODE, "--import", `data:text/javascript,${encodeURIComponent(PRINT_PORT)}`, "-e", code],
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

    const rejected = await post(url, "{}", { ...signedNow(BODY), ...json });
    const accepted = await post(url, BODY, { ...signedNow(BODY), ...json });

    expect([rejected.status, accepted.status]).toEqual([401, 204]);
    expect(await nextLine()).toBe(line);
  });

  it.each([
    ["Next (App Router)", "const { status } = await POST(request);"],
    ["Fetch (Request and Response)", "const { status } = await server.fetch(request);"],
    ["AWS Lambda", "const { statusCode: status } = await handler(event);"],
  ])("below %s accepts a signed delivery", async (heading, call) => {
    const headers = JSON.stringify(signedNow(BODY));
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

  it("has at most 10 lines, and is one of the eight that are run here", () => {
    const receivers = blocks.filter(isReceiver);
    const lengths = receivers.map(
      (block) => block.split("\n").filter((line) => !/^(\/\/.*|)$/.test(line)).length,
    );

    expect(receivers).toHaveLength(8);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(MAX_LINES);
  });
});

it("lists every code, status and mistake", () => {
  for (const [code, { status }] of Object.entries(ERRORS)) {
    expect(README).toMatch(new RegExp(`\\| \`${code}\` +\\| ${status} `));
  }
  for (const mistake of Object.keys(HINTS)) expect(README).toContain(`\`${mistake}\``);
});

const runProgram = (program: string) =>
  promisify(execFile)(process.execPath, [...NODE, "-e", program], {
    cwd: PACKAGE,
    env: { INTRAY_WEBHOOK_SECRET: SECRET },
  });
