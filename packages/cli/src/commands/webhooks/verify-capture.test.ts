import { createHmac } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { signStandard } from "@intray/webhook-verify";
import { runCli } from "../../../test/run-cli.ts";
import { useFolder, failed } from "../../../test/workbench.ts";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const BODY = '{"name":"Ada Löwe","message":"a\\nb","2":"two","id":7,"attachments":[]}';
const signature = (body: string) =>
  `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`;
const message = { id: "msg_7_3", timestamp: 1_700_000_000 };
const standard = (body: string) => [
  `webhook-id: ${message.id}`,
  `webhook-timestamp: ${message.timestamp}`,
  `webhook-signature: ${signStandard({ ...message, body }, SECRET)}`,
];

const folder = await useFolder();
beforeEach(() => writeFile(join(folder, "secret"), SECRET));

async function verify(capture: string, ...args: string[]) {
  await writeFile(join(folder, "capture"), capture);
  const secret = ["--secret-file", join(folder, "secret")];
  return runCli(["webhooks", "verify", ...secret, join(folder, "capture"), ...args], {});
}
const requestOf = (headers: readonly string[], body: string, lineEnd = "\r\n") =>
  ["POST /hook?x=1 HTTP/1.1", "Host: a.test", ...headers, "", body].join(lineEnd);

const signed = (body: string, ...headers: readonly string[]) =>
  requestOf([...headers, `X-Service-Signature: ${signature(body)}`], body);

it.each([
  ["a raw request", signed(BODY)],
  ["lines without CR", requestOf([`x-service-signature: ${signature(BODY)}`], BODY, "\n")],
  [
    "a line break that an editor added",
    `${signed(BODY, `Content-Length: ${Buffer.byteLength(BODY)}`)}\n`,
  ],
  [
    "the output of curl -i with two heads",
    `HTTP/1.1 100 Continue\r\n\r\nHTTP/2 200 \r\nx-service-signature: ${signature(BODY)}\r\n\r\n${BODY}`,
  ],
  ["an empty body", signed("")],
  ["a body with empty lines", signed("a\n\nb")],
  ["Standard Webhooks alone", requestOf(standard(BODY), BODY)],
  [
    "a body in chunks",
    requestOf(
      [`X-Service-Signature: ${signature(BODY)}`, "Transfer-Encoding: Chunked"],
      `${(10).toString(16)}\r\n${BODY.slice(0, 10)}\r\n${(Buffer.byteLength(BODY) - 10).toString(16)}\r\n${BODY.slice(10)}\r\n0\r\n\r\n`,
    ),
  ],
  ["a body whose chunks curl has joined", signed(BODY, "transfer-encoding: chunked")],
])("accepts %s", async (_, capture) => {
  expect(await verify(capture)).toEqual({ code: 0, stdout: "valid\n", stderr: "" });
});

it("says by which scheme, and which message", async () => {
  const ended = await verify(requestOf(standard(BODY), BODY), "--json");

  expect(JSON.parse(ended.stdout)).toEqual({
    valid: true,
    scheme: "standard-webhooks",
    secret: 1,
    webhook_id: message.id,
    timestamp: message.timestamp,
  });
});

it.each([
  ["a body only", BODY, 2],
  ["no empty line", "POST / HTTP/1.1\r\nHost: a.test", 2],
  ["an invalid header", "POST / HTTP/1.1\r\nnot a header\r\n\r\nx", 65],
  ["no signature", requestOf([], BODY), 1],
  ["nothing", "", 2],
  ["binary data", "\0\u0001\r\n\r\n", 2],
])("refuses %s", async (_, capture, code) => {
  expect(await verify(capture)).toMatchObject(failed(code, /^intray: .+\./));
});
