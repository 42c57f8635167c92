import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { IncomingMessage } from "node:http";
import { fileURLToPath } from "node:url";
import { sign, signStandard } from "@intray/webhook-verify";
import { runProgram, startProgram } from "../../demo/program.ts";
import { listenOnLoopback } from "../../test/harness/loopback.ts";
import { openFolder } from "../../test/harness/folder.ts";

const SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const RECEIVER = [
  "--conditions=@intray/source",
  fileURLToPath(new URL("receiver.js", import.meta.url)),
];
const BODY = '{"message":"Hello"}';

async function startReceiver(env: Record<string, string> = { INTRAY_WEBHOOK_SECRET: SECRET }) {
  const receiver = startProgram("the receiver", RECEIVER, { PORT: "0", ...env });
  onTestFinished(() => void receiver.stop("SIGKILL"));
  const url = /http:\S+/.exec(await receiver.line("http:"))?.[0] ?? "";
  const post = async (body: BodyInit, headers: Record<string, string>) =>
    (await fetch(url, { method: "POST", body, headers })).status;
  /** Resolves with the lines after the first one, once there are so many. */
  const printed = async (count: number) => {
    await vi.waitUntil(() => receiver.lines.length > count);
    return receiver.lines.slice(1);
  };
  return { ...receiver, url, post, printed };
}

const signed = (body: string | Uint8Array, id: string): Record<string, string> => ({
  "x-service-signature": sign(body, SECRET),
  "webhook-id": id,
  "webhook-timestamp": "1735689600",
  "webhook-signature": signStandard({ id, timestamp: 1_735_689_600, body }, SECRET),
});

it("accepts a delivery once, and its retry as a duplicate", async () => {
  const { post, printed } = await startReceiver();

  expect(await post(BODY, signed(BODY, "msg_1"))).toBe(204);
  expect(await post(BODY, signed(BODY, "msg_1"))).toBe(204);
  expect(await post(BODY, signed(BODY, "msg_2"))).toBe(204);

  expect(await printed(3)).toEqual([
    `received msg_1 ${BODY}`,
    "duplicate msg_1",
    `received msg_2 ${BODY}`,
  ]);
});

it("accepts any bytes as a body and prints them on one line without control characters", async () => {
  const { post, printed } = await startReceiver();
  const body = Uint8Array.of(0x61, 0x0a, 0x1b, 0x5b, 0xff, 0x62);

  expect(await post(body, signed(body, "msg_1"))).toBe(204);

  expect(await printed(1)).toEqual(["received msg_1 a  [\uFFFDb"]);
});

it("prints why it rejects a delivery, and handles it once it is signed correctly", async () => {
  const { post, printed } = await startReceiver();

  expect(await post(`${BODY} `, signed(BODY, "msg_1"))).toBe(401);
  expect(await post(BODY, signed(BODY, "msg_1"))).toBe(204);

  expect(await printed(2)).toEqual([
    /^rejected 401 signature_mismatch: /,
    `received msg_1 ${BODY}`,
  ]);
});

it("reads its secret from a file that ends with a line break", async () => {
  const folder = openFolder();
  onTestFinished(folder.close);
  writeFileSync(folder.at("secret"), `${SECRET}\n`);
  const { post } = await startReceiver({ INTRAY_WEBHOOK_SECRET_FILE: folder.at("secret") });

  expect(await post(BODY, signed(BODY, "msg_1"))).toBe(204);
});

it("finishes a request in progress after SIGTERM, then exits with 0", async () => {
  const receiver = await startReceiver();
  const length = { "content-length": BODY.length, expect: "100-continue" };
  const headers = { ...signed(BODY, "msg_1"), ...length };
  const upload = request(receiver.url, { method: "POST", headers });
  upload.flushHeaders();
  await once(upload, "continue"); // the receiver has the request

  const stopped = receiver.stop();
  await receiver.line("stopping");
  upload.end(BODY);
  const [response] = (await once(upload, "response")) as [IncomingMessage];
  response.resume();

  expect([response.statusCode, await stopped, receiver.stderr()]).toEqual([204, 0, ""]);
});

it.each([
  ["no secret", {}, /There is no webhook secret/],
  ["a blank secret", { INTRAY_WEBHOOK_SECRET: " \n" }, /There is no webhook secret/],
  [
    "an empty secret file",
    { INTRAY_WEBHOOK_SECRET_FILE: "/dev/null" },
    /There is no webhook secret/,
  ],
  [
    "a missing secret file",
    { INTRAY_WEBHOOK_SECRET_FILE: "/nowhere/secret" },
    /\/nowhere\/secret .* cannot be read/,
  ],
  [
    "two secrets",
    { INTRAY_WEBHOOK_SECRET: "a", INTRAY_WEBHOOK_SECRET_FILE: "/dev/null" },
    /both set/,
  ],
  ["a port that is not a number", { INTRAY_WEBHOOK_SECRET: "a", PORT: "web" }, /PORT is "web"/],
  ["a port out of range", { INTRAY_WEBHOOK_SECRET: "a", PORT: "65536" }, /PORT is "65536"/],
])("exits with 2 and one line for %s", async (_what, env, sentence) => {
  const { code, stderr } = await runProgram(RECEIVER, env);

  expect(code).toBe(2);
  expect(stderr).toMatch(sentence);
  expect(stderr.split("\n")).toHaveLength(1);
});

it("exits with 1 and a message if its port is in use", async () => {
  const { port, close } = await listenOnLoopback(createServer());
  onTestFinished(close);

  const ended = await runProgram(RECEIVER, { INTRAY_WEBHOOK_SECRET: SECRET, PORT: `${port}` });

  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain(`cannot listen on port ${port}`);
});
