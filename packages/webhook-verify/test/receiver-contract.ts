/** The contract of every adapter, tested with a real server of its framework on a loopback socket. */
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { Agent, request as openRequest } from "node:http";
import type { IncomingMessage, OutgoingHttpHeaders, Server } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { createReplayMemory, sign, signStandard } from "../src/index.ts";
import type { VerifiedDelivery, WebhookVerificationError } from "../src/index.ts";
import type { ReplayPolicy } from "../src/replay.ts";
import { listenOnLoopback } from "../../../test/harness/loopback.ts";

export const SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const LIMIT_BYTES = 100_000;
const TIME = 1_735_689_600;
const FAILURE = "the database is down";

/** Arguments of the receiver under test. The type of the context depends on the framework. */
export interface Wiring {
  readonly options: {
    readonly secrets: (context: unknown) => Promise<string[]>;
    readonly maxBodyBytes: number;
    readonly onRefusal: (error: WebhookVerificationError, context: unknown) => void;
    readonly replay: ReplayPolicy | false;
  };
  readonly handle: (delivery: VerifiedDelivery, context: unknown) => Promise<void>;
}

/** Starts a server with a receiver at `POST /hook` for the length of the test, and returns its URL. */
type StartReceiver = (wiring: Wiring) => Promise<string>;

export async function listen(server: Server): Promise<string> {
  const { url, close } = await listenOnLoopback(server);
  onTestFinished(close);
  return `${url}/hook`;
}

export const signed = (body: string | Uint8Array, timestamp = TIME): Record<string, string> => ({
  "x-service-signature": sign(body, SECRET),
  "webhook-id": "msg_1",
  "webhook-timestamp": String(timestamp),
  "webhook-signature": signStandard({ id: "msg_1", timestamp, body }, SECRET),
});

/**
 * Posts on a new keep-alive connection, which Intray uses too: with `connection: close` a server may close it
 * before its response to a rejected body is read. A list of chunks is sent without a Content-Length.
 */
export async function post(
  url: string,
  body: string | Uint8Array | readonly Uint8Array[],
  headers: OutgoingHttpHeaders,
) {
  const agent = new Agent({ keepAlive: true });
  const upload = openRequest(url, { method: "POST", headers, agent });
  upload.on("error", () => undefined); // for the rest of the body, if the response comes before all of it is sent
  if (typeof body === "string" || body instanceof Uint8Array) upload.end(body);
  else Readable.from(body).pipe(upload);
  const [response] = (await once(upload, "response")) as [IncomingMessage];
  const content = await text(response);
  agent.destroy();
  const isJson = String(response.headers["content-type"]).startsWith("application/json");
  return { status: response.statusCode, body: isJson ? (JSON.parse(content) as unknown) : content };
}

/** Options and handler that record their calls. The requests of {@link signed} are years old. */
export function createWiring(replay: ReplayPolicy | false = false) {
  const deliveries: VerifiedDelivery[] = [];
  const contexts: unknown[] = [];
  const rejections: string[] = [];
  const failures: Error[] = [];
  const wiring: Wiring = {
    options: {
      secrets: async (context) => (contexts.push(context), ["whsec_old", SECRET]),
      maxBodyBytes: LIMIT_BYTES,
      onRefusal: ({ code }) => rejections.push(code),
      replay,
    },
    handle: async (delivery, context) => {
      contexts.push(context);
      deliveries.push(delivery);
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
    },
  };
  return { wiring, deliveries, contexts, rejections, failures };
}

function replayPolicy(): ReplayPolicy {
  const now = () => TIME * 1_000;
  return { now, store: createReplayMemory(now) };
}

/** @param failureBody Part of the response of the framework, or of its error handler, to an error of the handler. */
export function testReceiverContract(
  name: string,
  start: StartReceiver,
  failureBody: object = { error: FAILURE },
): void {
  async function open(replay?: ReplayPolicy) {
    const recorded = createWiring(replay);
    return { ...recorded, url: await start(recorded.wiring) };
  }

  describe(`the receiver for ${name}`, () => {
    const odd = Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x22, 0xff, 0x00, 0xc3, 0x0d, 0x0a);
    it.each<[string, string | Uint8Array, string | undefined]>([
      ["JSON with spaces", '{ "name": "Zoë" , "a": 1.0 }\n', "application/json"],
      ["JSON with another charset", '{"name":"Zoë"}', "application/json; charset=iso-8859-1"],
      ["bytes that are not JSON", odd, "application/json"],
      ["a form", "a=1&b=%20&b=+", "application/x-www-form-urlencoded"],
      [
        "multipart",
        '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
        "multipart/form-data; boundary=x",
      ],
      ["text", "naïve\r\n", "text/plain;charset=UTF-8"],
      ["bytes without a Content-Type", odd, undefined],
      ["XML", "<a>&amp;</a>", "application/xml"],
      ["an empty body", "", "application/json"],
    ])("passes %s to the handler once, byte for byte", async (_what, content, type) => {
      const { url, deliveries, contexts } = await open();
      const body = new Uint8Array(Buffer.from(content));

      const { status } = await post(url, body, {
        ...signed(body),
        ...(type === undefined ? {} : { "content-type": type }),
      });

      expect(status).toBe(204);
      expect(deliveries.map((one) => Buffer.from(one.bytes()))).toEqual([Buffer.from(body)]);
      expect(deliveries[0]).toMatchObject({
        secretIndex: 1,
        authenticated: { webhookId: "msg_1", timestamp: TIME },
      });
      expect(contexts).toHaveLength(2); // of secrets and handle: the same one
      expect(contexts[0]).toBe(contexts[1]);
    });

    it("answers a request that is not signed with a JSON error, without calling the handler", async () => {
      const { url, deliveries, rejections } = await open();
      const { "x-service-signature": _signature, ...unsigned } = signed("x");

      const changed = await post(url, "y", signed("x"));
      const missing = await post(url, "x", unsigned);
      const malformed = await post(url, "x", { ...unsigned, "x-service-signature": "sha256=X" });
      const elsewhere = await post(url, "x", { ...signed("x"), "webhook-id": "msg_2" });

      expect(changed).toEqual({
        status: 401,
        body: {
          error: "The webhook's X-Service-Signature does not match its body and the secret.",
          code: "signature_mismatch",
        },
      });
      expect([missing.status, malformed.status, elsewhere.status]).toEqual([401, 400, 401]);
      expect(deliveries).toEqual([]);
      expect(rejections).toEqual([
        "signature_mismatch",
        "signature_missing",
        "signature_malformed",
        "standard_signature_mismatch",
      ]);
    });

    it("rejects a repeated signature header, even if both are valid", async () => {
      const { url, deliveries, rejections } = await open();
      const signature = [sign("x", SECRET), sign("x", SECRET)];

      const { status } = await post(url, "x", { "x-service-signature": signature });

      expect(status).toBe(400);
      expect(rejections).toEqual(["signature_duplicated"]);
      expect(deliveries).toEqual([]);
    });

    it("accepts a body up to the limit and answers 413 above it, with and without Content-Length", async () => {
      const { url, deliveries, rejections } = await open();
      const largest = new Uint8Array(LIMIT_BYTES);
      const long = new Uint8Array(8 * 1024 * 1024); // more than socket buffers hold

      const accepted = await post(url, largest, signed(largest));
      const declared = await post(url, long, signed(long));
      const chunks = Array.from({ length: 128 }, (_, n) => long.subarray(n << 16, (n + 1) << 16));
      const chunked = await post(url, chunks, signed(long));
      const after = await post(url, "x", signed("x"));

      expect(accepted.status).toBe(204);
      expect(declared).toMatchObject({ status: 413, body: { code: "body_too_large" } });
      expect(chunked).toMatchObject({ status: 413, body: { code: "body_too_large" } });
      expect(after.status).toBe(204);
      expect(deliveries).toHaveLength(2);
      expect(rejections).toEqual(["body_too_large", "body_too_large"]);
    });

    it("answers 5xx if the handler fails, and accepts the next attempt", async () => {
      const { url, deliveries, failures, rejections } = await open(replayPolicy());
      failures.push(new Error(FAILURE));

      const failed = await post(url, "x", signed("x"));
      const again = await post(url, "x", signed("x"));

      expect(failed).toMatchObject({ status: 500, body: failureBody });
      expect(again.status).toBe(204);
      expect(deliveries).toHaveLength(2);
      expect(rejections).toEqual([]);
    });

    it("answers 409 to an attempt that was handled, and 401 to an old one", async () => {
      const { url, deliveries } = await open(replayPolicy());
      const { "webhook-signature": _signature, ...unsigned } = signed("x");

      const first = await post(url, "x", signed("x"));
      const replayed = await post(url, "x", signed("x"));
      const old = await post(url, "x", signed("x", TIME - 301));
      const unstamped = await post(url, "x", unsigned);

      expect(first.status).toBe(204);
      expect(replayed).toMatchObject({ status: 409, body: { code: "webhook_replayed" } });
      expect(old).toMatchObject({ status: 401, body: { code: "timestamp_outside_tolerance" } });
      const body = { code: "standard_signature_missing" };
      expect(unstamped).toMatchObject({ status: 401, body });
      expect(deliveries).toHaveLength(1);
    });
  });
}

interface EarlierReader {
  readonly name: string;
  /** Part of the hint in the answer. */
  readonly advice: string;
  readonly start: StartReceiver;
  /** By default text. */
  readonly type?: string;
  readonly body?: string;
}

/** Registers the tests of an adapter behind something that has read the body. */
export function testReadBodies(readers: readonly EarlierReader[]): void {
  it.each(readers)(
    "answers body_already_read if $name ran before it",
    async ({ advice, start, type = "text/plain", body = "x" }) => {
      const { wiring, deliveries, rejections } = createWiring();
      const url = await start(wiring);

      const answer = await post(url, body, { ...signed(body), "content-type": type });

      const hint = expect.stringContaining(advice) as string;
      expect(answer).toMatchObject({ status: 500, body: { code: "body_already_read", hint } });
      expect(rejections).toEqual(["body_already_read"]);
      expect(deliveries).toEqual([]);
    },
  );
}
