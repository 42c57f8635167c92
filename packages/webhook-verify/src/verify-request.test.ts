import { Buffer } from "node:buffer";
import { sign, verifyRequest, WebhookVerificationError } from "./index.ts";

const SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const BODY = Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d, 0xff, 0xc3); // a byte order mark and invalid UTF-8
const URL = "https://receiver.test/hook";

const requestOf = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new Request(URL, {
    method: "POST",
    body,
    headers: { "x-service-signature": sign(BODY, SECRET), ...headers },
    duplex: "half",
  } as RequestInit);

/** An endless body that counts the chunks that are read from it. */
function endless(chunkBytes: number) {
  const reads = { chunks: 0, isCanceled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        reads.chunks += 1;
        controller.enqueue(new Uint8Array(chunkBytes));
      },
      cancel: () => {
        reads.isCanceled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { reads, stream };
}

const errorOf = (request: Request, more = {}): Promise<unknown> =>
  verifyRequest(request, { secrets: SECRET, ...more }).catch((error: unknown) => error);

it("verifies the raw bytes of the body", async () => {
  const delivery = await verifyRequest(requestOf(BODY), { secrets: ["old", SECRET] });

  expect([Buffer.from(delivery.bytes()), delivery.secretIndex]).toEqual([Buffer.from(BODY), 1]);
});

it("accepts an empty body", async () => {
  const empty = requestOf(null, { "x-service-signature": sign("", SECRET) });

  expect((await verifyRequest(empty, { secrets: SECRET })).text()).toBe("");
});

it.each<[string, (request: Request) => unknown]>([
  ["was read", (request) => request.text()],
  ["is being read", (request) => request.body?.getReader()],
  [
    "was read by a reader that released its lock",
    async ({ body }) => {
      const reader = body?.getReader();
      while ((await reader?.read())?.done === false);
      reader?.releaseLock();
    },
  ],
])("throws body_already_read if the body %s", async (_how, read) => {
  const request = requestOf(BODY);
  await read(request);

  const error = await errorOf(request);

  const expected = { code: "body_already_read", status: 500, mistake: "parsed_body" };
  expect(error).toMatchObject({ ...expected, hint: /before request\.json\(\)/ });
  expect(error).toBeInstanceOf(WebhookVerificationError);
});

it("stops reading at the limit, and reads nothing if Content-Length is over it", async () => {
  const long = endless(1_000);
  const declared = endless(1_000);

  const limit = { maxBodyBytes: 2_500 };
  const error = await errorOf(requestOf(long.stream), limit);
  const early = await errorOf(requestOf(declared.stream, { "content-length": "2501" }), limit);

  expect(error).toMatchObject({ code: "body_too_large", status: 413 });
  expect(early).toMatchObject({ code: "body_too_large" });
  expect([long.reads, declared.reads.chunks]).toEqual([{ chunks: 3, isCanceled: true }, 0]);
});

it("accepts a body of exactly the limit, 5 MiB by default", async () => {
  const body = new Uint8Array(5 * 1024 * 1024);
  const headers = { "x-service-signature": sign(body, SECRET) };

  const { bytes } = await verifyRequest(requestOf(body, headers), { secrets: SECRET });

  expect(bytes().byteLength).toBe(body.byteLength);
  const long = await errorOf(requestOf(new Uint8Array(body.byteLength + 1)));
  expect(long).toMatchObject({ code: "body_too_large" });
});

it("does not read the body of a request without a well-formed signature", async () => {
  const { reads, stream } = endless(10);

  const error = await errorOf(requestOf(stream, { "x-service-signature": "sha256=x" }));

  expect(error).toMatchObject({ code: "signature_malformed" });
  expect(reads.chunks).toBe(0);
});

it("rejects with the error of the body stream", async () => {
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error("connection reset")),
  });

  await expect(verifyRequest(requestOf(broken), { secrets: SECRET })).rejects.toThrow(
    "connection reset",
  );
});
