import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
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

/** A body that counts what is taken of it. */
function endless(pieceBytes: number) {
  const taken = { pieces: 0, isCanceled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        taken.pieces += 1;
        controller.enqueue(new Uint8Array(pieceBytes));
      },
      cancel: () => {
        taken.isCanceled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { taken, stream };
}

async function refusalOf(request: Request, maxBodyBytes?: number) {
  const options = maxBodyBytes === undefined ? {} : { maxBodyBytes };
  const error: unknown = await verifyRequest(request, { secrets: SECRET, ...options }).catch(
    (reason: unknown) => reason,
  );
  if (!(error instanceof WebhookVerificationError)) throw new Error("broke", { cause: error });
  return error;
}

describe("verifyRequest", () => {
  it("verifies the body's very bytes", async () => {
    const delivery = await verifyRequest(requestOf(BODY), { secrets: ["old", SECRET] });

    expect(Buffer.from(delivery.bytes())).toEqual(Buffer.from(BODY));
    expect(delivery.secretIndex).toBe(1);
  });

  it("takes a body that comes in pieces, and none at all", async () => {
    const pieces = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const byte of BODY) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const empty = requestOf(null, { "x-service-signature": sign("", SECRET) });

    expect((await verifyRequest(requestOf(pieces), { secrets: SECRET })).bytes()).toEqual(BODY);
    expect((await verifyRequest(empty, { secrets: SECRET })).text()).toBe("");
  });

  it("says so when the body was read before", async () => {
    const request = requestOf(BODY);
    await request.text();

    const error = await refusalOf(request);

    expect(error).toMatchObject({ code: "body_already_read", status: 500, mistake: "parsed_body" });
    expect(error.hint).toContain("before request.json()");
  });

  it("says so when the body was read by a reader that has let go of it", async () => {
    const request = requestOf(BODY);
    const reader = request.body?.getReader();
    while ((await reader?.read())?.done === false);
    reader?.releaseLock();

    expect((await refusalOf(request)).code).toBe("body_already_read");
  });

  it("says so when the body is being read", async () => {
    const request = requestOf(BODY);
    request.body?.getReader();

    expect((await refusalOf(request)).code).toBe("body_already_read");
  });

  it("reads no further than its limit, and nothing of what says it is longer", async () => {
    const long = endless(1_000);
    const declared = endless(1_000);

    const error = await refusalOf(requestOf(long.stream), 2_500);
    const early = await refusalOf(requestOf(declared.stream, { "content-length": "2501" }), 2_500);

    expect(error).toMatchObject({ code: "body_too_large", status: 413 });
    expect(long.taken).toEqual({ pieces: 3, isCanceled: true });
    expect(early.code).toBe("body_too_large");
    expect(declared.taken.pieces).toBe(0);
  });

  it("takes a body of exactly its limit, which is 5 MiB unless given", async () => {
    const body = new Uint8Array(5 * 1024 * 1024);
    const headers = { "x-service-signature": sign(body, SECRET) };

    const { bytes } = await verifyRequest(requestOf(body, headers), { secrets: SECRET });

    expect(bytes().byteLength).toBe(body.byteLength);
    expect((await refusalOf(requestOf(new Uint8Array(body.byteLength + 1)))).code).toBe(
      "body_too_large",
    );
  });

  it("reads nothing of a request without a well-formed signature", async () => {
    const { taken, stream } = endless(10);

    const error = await refusalOf(requestOf(stream, { "x-service-signature": "sha256=x" }));

    expect(error.code).toBe("signature_malformed");
    expect(taken.pieces).toBe(0);
  });

  it("passes on what breaks the body off", async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("connection reset")),
    });

    await expect(verifyRequest(requestOf(broken), { secrets: SECRET })).rejects.toThrow(
      "connection reset",
    );
  });
});
