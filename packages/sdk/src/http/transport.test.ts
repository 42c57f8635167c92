// The client against a real server with one fault at a time.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { Agent } from "undici";
import {
  answering,
  busy,
  clientOf,
  CONNECTIONS,
  openClient,
  serve,
  until,
} from "../../test/faulty-server.ts";
import type { IntrayError } from "../errors.ts";
import type { Intray } from "../node-client.ts";
import type { Attempt, LogLevel } from "../options.ts";
import { pause } from "./system.ts";

describe("faults", () => {
  it("reject the promise that is awaited, and cause no unhandled rejection", async () => {
    const { client } = await openClient(answering(404));
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    const others = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection").on("unhandledRejection", note);
    onTestFinished(() => {
      process.off("unhandledRejection", note);
      for (const other of others) process.on("unhandledRejection", other);
    });

    for (const call of [
      () => client.me().withResponse(),
      () => client.forms.list().pages()[Symbol.asyncIterator]().next(),
      () => client.forms.list(),
      () => client.events.follow().next(),
      () => client.attachments.download(1),
      () => client.submissions.create(1, {}).withResponse(),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 404 });
    }
    // Node reports unhandled rejections after the microtasks.
    await new Promise((resolve) => setImmediate(resolve));

    expect(unhandled).toEqual([]);
  });

  it.each([
    ["breaks off in the body", "connection"],
    ["never ends its body", "timeout"],
  ] as const)("calls it a fault of its own when the server %s", async (what, kind) => {
    const { url } = await serve((request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write('{"kind":', () => {
        if (what === "breaks off in the body") request.socket.resetAndDestroy();
      });
    });
    const { client } = clientOf(url, { maxRetries: 0, timeoutMs: kind === "timeout" ? 50 : 5_000 });

    await expect(client.me()).rejects.toMatchObject({ kind });
  });

  it.each(["", "<html>", "{", "not json"])("rejects a 200 with the body %j", async (body) => {
    const { client } = await openClient((_, response) => response.writeHead(200).end(body));

    await expect(client.me()).rejects.toMatchObject({ kind: "unexpected_answer", status: 200 });
  });

  describe.each(CONNECTIONS)("by %s", (_, options) => {
    it.each([301, 302, 303, 307, 308])("do not follow a %i", async (status) => {
      const elsewhere = await serve((_request, response) => response.end("{}"));
      const { client, requests } = await openClient((_request, response) => {
        response.writeHead(status, { location: elsewhere.url }).end("x".repeat(100_000));
      }, options);

      const location = elsewhere.url;
      await expect(client.me()).rejects.toMatchObject({ kind: "redirect", status, location });
      expect([requests.length, elsewhere.requests.length]).toEqual([1, 0]);
    });

    it("end with the deadline, with the caller's signal, and when the client is destroyed", async () => {
      const { client, requests } = await openClient(() => undefined, { ...options, maxRetries: 0 });
      const stop = new AbortController();

      const kinds = [{ timeoutMs: 50 }, { signal: stop.signal }, {}].map((call) =>
        client.me(call).catch((error: IntrayError) => error.kind),
      );
      // The first may end before it arrives.
      await expect.poll(() => requests.length).toBeGreaterThanOrEqual(2);
      stop.abort();
      await client.destroy();

      expect(await Promise.all(kinds)).toEqual(["timeout", "aborted", "aborted"]);
    });
  });

  it("never shows the key in an error", async () => {
    const { client } = await openClient((request) => request.socket.resetAndDestroy(), {
      maxRetries: 0,
    });

    const error: unknown = await client.me().catch((one: unknown) => one);

    expect(JSON.stringify(error) + String(error)).not.toContain("itk_acct_test");
  });
});

describe("an invalid request", () => {
  it.each([
    ["a method", (client: Intray) => client.request("GE T", "/me")],
    ["a header", (client: Intray) => client.request("GET", "/me", { headers: { a: "b\nc: d" } })],
    ["a key", (client: Intray) => client.webhookLogs.refire(1, { idempotencyKey: "a\r\nb: c" })],
    ["an address", (client: Intray) => client.request("GET", "http://[")],
    ["a deadline", (client: Intray) => client.me({ timeoutMs: Number.NaN })],
    ["no time", (client: Intray) => client.me({ timeoutMs: 0 })],
    ["an infinite timeout", (client: Intray) => client.me({ timeoutMs: Infinity })],
    ["retries", (client: Intray) => client.me({ maxRetries: -1 })],
    ["a download", (client: Intray) => client.attachments.download(1, { timeoutMs: -1 })],
  ])("by %s is a mistake of the caller's, and is not tried again", async (_name, send) => {
    const { client, waits, requests } = await openClient((_, response) => response.end("{}"));

    await expect(send(client)).rejects.toMatchObject({ kind: "usage" });
    expect([requests.length, waits]).toEqual([0, []]);
  });

  const wrong = [{ timeoutMs: 2 ** 31 }, { timeoutMs: Number.NaN }, { maxRetries: Number.NaN }];
  it.each(wrong)("is rejected as an option of the client too: %j", (options) => {
    expect(() => clientOf("http://127.0.0.1:9", options)).toThrow(/timeoutMs|maxRetries/);
  });
});

describe("connections", () => {
  it("are all closed by close", async () => {
    const { client, sockets } = await openClient((_, response) => response.end("{}"));
    await Promise.all([client.me(), client.me(), client.me()]);
    const gone = [...sockets].map((socket) => once(socket, "close"));

    await client.close();
    await Promise.all(gone);

    expect(sockets.size).toBe(0);
  });

  it("can be closed before any request, and twice", async () => {
    const { client } = clientOf("http://127.0.0.1:9");

    await client.close();

    await expect(client.close()).resolves.toBeUndefined();
  });

  it("are closed after a call that was started just before", async () => {
    const { client } = await openClient((_, response) => response.end('{"kind":"account"}'));

    const asked = client.me();
    await client.close();

    expect(await asked).toEqual({ kind: "account" });
  });

  it("are closed without waiting for a retry: the call ends with its last result", async () => {
    const { url, requests } = await serve((_, response) => {
      response.writeHead(503, { "retry-after": "20" }).end(JSON.stringify(busy));
    });
    const { client } = clientOf(url, { sleep: pause });
    const asked = client.me().catch((error: unknown) => error);
    await until(() => requests.length === 1);
    await new Promise((resolve) => setImmediate(resolve));

    await client.close();

    expect(await asked).toMatchObject({ kind: "api", status: 503 });
  });

  it("use a provided dispatcher and leave it open", async () => {
    const { url, requests } = await serve((_, response) => response.end("{}"));
    const dispatcher = new Agent();
    onTestFinished(() => dispatcher.destroy());
    const { client } = clientOf(url, { dispatcher });

    await client.me();
    await client.close();
    const { statusCode } = await dispatcher.request({ origin: url, path: "/", method: "GET" });

    expect([statusCode, requests.length]).toEqual([200, 2]);
  });

  it("do not keep the program alive after close", async () => {
    const { url } = await serve((request, response) => {
      if (request.url?.includes("/events")) {
        response.writeHead(200, { "content-type": "text/event-stream" }).write(": hi\n\n");
      } else if (request.url?.includes("/forms")) request.socket.resetAndDestroy();
      else response.end("{}");
    });
    const program = `
      import { Intray } from "@intray/sdk";
      const client = new Intray({ baseUrl: ${JSON.stringify(url)}, apiKey: "k" });
      process.on("unhandledRejection", (error) => console.log("unhandled", error));
      await client.me();
      const events = client.events.follow();
      const next = events.next();
      const failing = client.forms.get(3).catch(({ kind }) => kind);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await client.close();
      console.log(JSON.stringify([await next, await failing]));
      await new Promise((resolve) => setImmediate(resolve));
      const kinds = process.getActiveResourcesInfo();
      console.log(JSON.stringify(kinds.filter((kind) => /TCP|Timeout|TLS|DNS/.test(kind))));
    `;

    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--conditions=@intray/source", "--input-type=module", "-e", program],
      { cwd: new URL("..", import.meta.url), timeout: 60_000 },
    );

    expect(stdout.trim().split("\n")).toEqual(['[{"done":true},"connection"]', "[]"]);
  });

  it("are not opened after close", async () => {
    const { client, requests } = await openClient((_, response) => response.end("{}"));
    await client.close();

    await expect(client.me()).rejects.toMatchObject({ kind: "usage" });
    expect(requests).toEqual([]);
  });
});

describe("an error of the program", () => {
  class Broken extends Agent {
    readonly #error: Error;
    constructor(error: Error) {
      super();
      this.#error = error;
    }
    override dispatch(): boolean {
      throw this.#error;
    }
  }

  it.each([
    new TypeError("webidl.util.markAsUncloneable is not a function"),
    new ReferenceError("Promise.withResolvers is not defined"),
    Object.assign(new Error("Cannot find module 'undici'"), { code: "MODULE_NOT_FOUND" }),
  ])("is thrown as it is, and not tried again: %s", async (error) => {
    const { client, waits } = clientOf("http://127.0.0.1:9", { dispatcher: new Broken(error) });

    await expect(client.me()).rejects.toBe(error);
    await expect(client.attachments.download(1)).rejects.toBe(error);
    expect(waits).toEqual([]);
  });

  it("does not cover errors of the system", async () => {
    const error = Object.assign(new TypeError("fetch failed"), { code: "ECONNRESET" });
    const { client, waits } = clientOf("http://127.0.0.1:9", { dispatcher: new Broken(error) });

    await expect(client.me()).rejects.toMatchObject({ kind: "connection", code: "ECONNRESET" });
    expect(waits).toHaveLength(3);
  });
});

it("onAttempt is called after each attempt, without the query", async () => {
  const { url, requests } = await serve((request, response, before) => {
    if (before === 0) return request.socket.resetAndDestroy();
    response.writeHead(before === 1 ? 503 : 200, { "x-request-id": `req_${before}` });
    response.end(JSON.stringify({ submissions: [], meta: {} }));
  });
  const attempts: Attempt[] = [];
  const { client } = clientOf(url, { onAttempt: (attempt) => void attempts.push(attempt) });

  await client.request("GET", "/submissions?query=ada");

  const same = { method: "GET", path: "/submissions", durationMs: expect.any(Number) };
  expect(requests).toHaveLength(3);
  expect(attempts).toMatchObject([
    { ...same, retry: 0, status: undefined, error: { kind: "connection" } },
    { ...same, retry: 1, status: 503, requestId: "req_1", error: undefined },
    { ...same, retry: 2, status: 200, requestId: "req_2", error: undefined },
  ]);
});

describe("the log of a client", () => {
  it.each<[LogLevel | undefined, string[]]>([
    [
      "debug",
      ["warn GET /submissions 503", "info GET /submissions 404", "debug GET /submissions 200"],
    ],
    [undefined, ["warn GET /submissions 503", "info GET /submissions 404"]],
    ["warn", ["warn GET /submissions 503"]],
    ["off", []],
  ])("with the level %s has %j", async (logLevel, expected) => {
    const { url } = await serve((_request, response, before) => {
      response.writeHead([503, 404, 200][before] ?? 500).end("{}");
    });
    const lines: string[] = [];
    const keep = (level: string) => (line: string) => lines.push(`${level} ${line}`);
    const logger = { debug: keep("debug"), info: keep("info"), warn: keep("warn") };
    const { client } = clientOf(url, { logger, ...(logLevel && { logLevel }) });

    await client.request("GET", "/submissions?query=ada"); // 503, then 404
    await client.request("GET", "/submissions?query=ada");

    expect(lines.map((line) => line.replace(/ \d+ ms.*/, ""))).toEqual(expected);
    expect(lines.join()).not.toContain("ada");
  });

  it("goes to standard error at the level of INTRAY_LOG, which is checked", async () => {
    const printed = vi.spyOn(console, "error").mockReturnValue();
    onTestFinished(() => {
      printed.mockRestore();
      vi.unstubAllEnvs();
    });
    vi.stubEnv("INTRAY_LOG", "debug");
    const { url } = await serve((_request, response) => response.end("{}"));

    await clientOf(url).client.me();
    vi.stubEnv("INTRAY_LOG", "loud");

    expect(printed.mock.calls).toEqual([[/^\[intray\] GET \/me 200 \d+ ms$/]]);
    expect(() => clientOf(url)).toThrow("INTRAY_LOG is loud. Use debug, info, warn, off.");
  });
});
