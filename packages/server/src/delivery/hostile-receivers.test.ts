// Receivers that hang, lie, flood and hang up. Each costs one attempt, with the right outcome and in
// bounded time and bytes, and the next delivery to the same address gets its own answer.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import {
  createServer as createTlsServer,
  setDefaultCACertificates,
  type TlsOptions,
} from "node:tls";
import { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Certificates, makeCertificates } from "../../test/certificates.ts";
import type { AttemptResult, OutgoingDelivery } from "../domain/delivery.ts";
import { openWayOut, type WayOut } from "./fixture.ts";

/** For attempts that only the deadline ends. */
const SHORT_MS = 250;
/** For all others, which end by themselves. */
const LONG_MS = 10_000;
/** Of an answer, with what sockets and parser take in one go on top. */
const MAX_READ_BYTES = 512 * 1_024;

/** Answers one whole request, or what there is of it. */
type Answer = (socket: Socket) => void;

let servers: Server[];
let answers: Answer[];
/** The sockets of either side, in order. */
let accepted: Socket[];
let dialled: Socket[];
let ways: WayOut[];

const noteDialled = (message: unknown) => {
  dialled.push((message as { socket: Socket }).socket);
};

beforeEach(() => {
  servers = [];
  answers = [];
  accepted = [];
  dialled = [];
  ways = [];
  subscribe("undici:client:connected", noteDialled);
});
afterEach(async () => {
  unsubscribe("undici:client:connected", noteDialled);
  for (const { egress } of ways) await egress.close();
  await vi.waitUntil(() => dialled.every((socket) => socket.destroyed));
  for (const socket of accepted) socket.destroy();
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
});

/** Gives each whole request to the next of `answers`, and to the last one from then on. */
async function receive(...scripts: Answer[]): Promise<string> {
  answers = scripts;
  const server = createServer({ allowHalfOpen: true, noDelay: true }, serve);
  return `http://127.0.0.1:${await listen(server)}/hook`;
}

function serve(socket: Socket): void {
  accepted.push(socket);
  let got = "";
  socket.on("error", () => undefined);
  // Hanging up is what some of them do not notice.
  socket.on("end", () => socket.writable && socket.end());
  socket.on("data", (chunk) => {
    got += chunk.toString("latin1");
    const end = got.indexOf("\r\n\r\n");
    const length = Number(/^content-length: (\d+)/im.exec(got)?.[1] ?? 0);
    if (end < 0 || got.length < end + 4 + length) return;
    got = "";
    nextAnswer()(socket);
  });
}

function nextAnswer(): Answer {
  const [answer = () => undefined] = answers;
  if (answers.length > 1) answers.shift();
  return answer;
}

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

function open(over: Parameters<typeof openWayOut>[0] = {}): WayOut {
  const way = openWayOut({ allow: ["127.0.0.1"], deadlineMs: LONG_MS, ...over });
  ways.push(way);
  return way;
}

const say =
  (...parts: readonly (string | Uint8Array)[]): Answer =>
  (socket) => {
    for (const part of parts) socket.write(part);
  };
const OK = "HTTP/1.1 200 OK\r\n";
const whole = (body: string, head = OK) => `${head}content-length: ${body.length}\r\n\r\n${body}`;
const plainly = say(whole("next"));
const andThen =
  (first: Answer, then: (socket: Socket) => unknown): Answer =>
  (socket) => {
    first(socket);
    // Once what was said has left.
    socket.write("", () => void then(socket));
  };
const reset = (socket: Socket) => socket.resetAndDestroy();
const finish = (socket: Socket) => socket.end();
/** Says `head`, and then one byte after the other without end. */
const trickle =
  (head: string, byte: string): Answer =>
  (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(byte), 20);
    socket.on("close", () => clearInterval(timer));
  };
/** Says `head`, and then `chunk` as often and as fast as it is taken, up to 100 MB. */
const flood =
  (head: string, chunk: string | Uint8Array): Answer =>
  (socket) => {
    let left = 100_000_000;
    const more = () => {
      while (!socket.destroyed && left > 0) {
        left -= chunk.length;
        if (!socket.write(chunk)) return;
      }
    };
    socket.write(head);
    socket.on("drain", more);
    more();
  };

const RESET = { kind: "failed", errorCode: "connection_reset" } as const;
const TIMEOUT = { kind: "failed", errorCode: "timeout" } as const;
const answered = (status: number, excerpt = "") => ({ kind: "answered", status, excerpt }) as const;
const BIG = "x".repeat(65_536);
const FLOODS_OF_HEADERS = Array.from({ length: 700 }, (_, n) => `x-${n}: ${"y".repeat(100)}\r\n`);

/** A connection is free for the next request one round of the event loop after its answer. */
const rest = () => new Promise<void>((done) => setImmediate(() => setImmediate(done)));

/** The rest of an attempt that ends by itself is `LONG_MS` away, so its duration tells which it was. */
async function attempt(
  answer: Answer,
  { deadlineMs = LONG_MS, ...over }: { deadlineMs?: number } & Partial<OutgoingDelivery> = {},
): Promise<{ readonly result: AttemptResult; readonly next: AttemptResult }> {
  const url = await receive(answer, plainly);
  const way = open({ deadlineMs });

  const result = await way.post(url, over);
  await rest();
  const next = await way.post(url);

  expect(result.durationMs).toBeLessThan(deadlineMs === LONG_MS ? LONG_MS / 2 : deadlineMs + 2_000);
  for (const socket of dialled) expect(socket.bytesRead).toBeLessThan(MAX_READ_BYTES);
  return { result, next };
}

describe("a receiver", () => {
  it.each<[string, Answer, object]>([
    ["says nothing", () => undefined, TIMEOUT],
    ["hangs within the status line", say("HTTP/1.1 2"), TIMEOUT],
    ["hangs within the headers", say(OK, "content-len"), TIMEOUT],
    ["says one byte of its headers at a time", trickle(`${OK}x-slow: `, "y"), TIMEOUT],
    ["says 103 and no more", say("HTTP/1.1 103 Early Hints\r\n\r\n"), TIMEOUT],
    ["says 103 now and then", trickle("", "HTTP/1.1 103 Early Hints\r\n\r\n"), TIMEOUT],
    ["hangs after its headers", say(OK, "content-length: 5\r\n\r\n"), answered(200)],
    ["hangs within its answer", say(OK, "content-length: 5\r\n\r\nbe"), answered(200, "be")],
    [
      "hangs within a chunk",
      say(OK, "transfer-encoding: chunked\r\n\r\n5\r\nbe"),
      answered(200, "be"),
    ],
    [
      "says 500 and then one byte at a time",
      trickle("HTTP/1.1 500 No\r\ncontent-length: 1000\r\n\r\n", "z"),
      { kind: "answered", status: 500, excerpt: expect.stringMatching(/^z+$/) },
    ],
    [
      "says 200 and then one byte at a time",
      trickle(`${OK}content-length: 1000\r\n\r\n`, "z"),
      { kind: "answered", status: 200, excerpt: expect.stringMatching(/^z+$/) },
    ],
  ])("that %s is waited for until the deadline, and hung up on", async (_, answer, expected) => {
    const { result, next } = await attempt(answer, { deadlineMs: SHORT_MS });

    expect(result).toMatchObject({ ...expected, remoteIp: "127.0.0.1" });
    expect(result.durationMs).toBeGreaterThanOrEqual(SHORT_MS - 5);
    expect(next).toMatchObject(answered(200, "next"));
    expect(accepted).toHaveLength(2);
  });

  it.each<[string, Answer, object]>([
    ["resets at once", reset, RESET],
    ["resets within the headers", andThen(say(OK, "content-len"), reset), RESET],
    ["hangs up at once", finish, RESET],
    ["hangs up within the headers", andThen(say(OK, "content-len"), finish), RESET],
    ["hangs up after 103", andThen(say("HTTP/1.1 103 Early Hints\r\n\r\n"), finish), RESET],
    [
      "hangs up within its answer",
      andThen(say(OK, "content-length: 9\r\n\r\nbe"), finish),
      answered(200, "be"),
    ],
    [
      "hangs up within a chunk",
      andThen(say(OK, "transfer-encoding: chunked\r\n\r\n9\r\nbe"), finish),
      answered(200, "be"),
    ],
    [
      "ends its answer by hanging up",
      andThen(say(OK, "\r\nall of it"), finish),
      answered(200, "all of it"),
    ],
    ["says HTTP/0.9", andThen(say("<html>hello</html>"), finish), RESET],
    ["is no web server", say("SSH-2.0-OpenSSH_9.9\r\n"), RESET],
    ["says bytes at random", say(Buffer.from([0, 255, 22, 3, 1, 13, 10, 13, 10])), RESET],
    ["speaks HTTP/2", say(Buffer.from("000006040000000000000400000000", "hex")), RESET],
    ["says a version that is none", say(whole("no", "HTTP/9.7 200 OK\r\n")), RESET],
    ["says a status of letters", say(whole("no", "HTTP/1.1 2OO OK\r\n")), RESET],
    ["says 100, which was not asked for", say("HTTP/1.1 100 Continue\r\n\r\n", whole("no")), RESET],
    ["says 101", say("HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"), RESET],
    ["says a header with NUL in it", say(OK, "x-a: b\0c\r\n", "content-length: 0\r\n\r\n"), RESET],
    ["says two lengths", say(OK, "content-length: 2\r\ncontent-length: 3\r\n\r\nabc"), RESET],
    ["says a length below zero", say(OK, "content-length: -1\r\n\r\n"), RESET],
    [
      "says a length and chunks",
      say(OK, "content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n"),
      RESET,
    ],
    ["says 70 KB in one header", say(OK, `x-flood: ${"y".repeat(70_000)}\r\n\r\n`), RESET],
    ["says 70 KB in 700 headers", say(OK, ...FLOODS_OF_HEADERS, "\r\n"), RESET],
    ["says headers without end", flood(OK, "x-flood: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n"), RESET],
    ["says a status line without end", flood("HTTP/1.1 200 ", "OK".repeat(4_096)), RESET],
    ["says 103 without end", flood("", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(512)), RESET],
    ["says a chunk of no size", say(OK, "transfer-encoding: chunked\r\n\r\nzz\r\n"), answered(200)],
    [
      "says a chunk too great to be",
      say(OK, "transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n"),
      answered(200),
    ],
    ["says 204 and a body", say("HTTP/1.1 204 No\r\ncontent-length: 4\r\n\r\nbody"), answered(204)],
  ])("that %s ends the attempt at once, and the connection", async (_, answer, expected) => {
    const { result, next } = await attempt(answer);

    expect(result).toMatchObject({ ...expected, remoteIp: "127.0.0.1" });
    expect(next).toMatchObject(answered(200, "next"));
    expect(accepted).toHaveLength(2);
  });

  it.each<[string, Answer, object]>([
    ["says 204", say("HTTP/1.1 204 No Content\r\n\r\n"), answered(204)],
    ["says 410", say(whole("gone", "HTTP/1.1 410 Gone\r\n")), answered(410, "gone")],
    [
      "says 103 a few times first",
      say("HTTP/1.1 103 E\r\n\r\n".repeat(5), whole("x")),
      answered(200, "x"),
    ],
    [
      "redirects to a metadata address",
      say(whole("", "HTTP/1.1 307 T\r\nlocation: http://169.254.169.254/latest/\r\n")),
      answered(307),
    ],
    ["says a status that nobody knows", say(whole("", "HTTP/1.1 799 Hm\r\n")), answered(799)],
    [
      "asks for patience without end",
      say(whole("", "HTTP/1.1 503 Busy\r\nretry-after: 9999999999\r\n")),
      { ...answered(503), retryAfterMs: 9_999_999_999_000 },
    ],
    [
      "asks for patience past all numbers",
      say(whole("", `HTTP/1.1 429 Busy\r\nretry-after: ${"9".repeat(400)}\r\n`)),
      { ...answered(429), retryAfterMs: undefined },
    ],
    [
      "asks for patience in words",
      say(whole("", "HTTP/1.1 429 Busy\r\nretry-after: \xff soon, I promise\r\n")),
      { ...answered(429), retryAfterMs: undefined },
    ],
    [
      "asks for patience twice",
      say(whole("", "HTTP/1.1 429 Busy\r\nretry-after: 1\r\nretry-after: 2\r\n")),
      { ...answered(429), retryAfterMs: undefined },
    ],
    ["says bytes that are no text", say(whole("\0", OK)), answered(200, "\uFFFD")],
  ])("that %s is heard out, and its connection used again", async (_, answer, expected) => {
    const { result, next } = await attempt(answer);

    expect(result).toMatchObject({ ...expected, remoteIp: "127.0.0.1" });
    expect(next).toMatchObject(answered(200, "next"));
    expect(accepted).toHaveLength(1);
  });
});

describe("of an answer", () => {
  const bomb = gzipSync(Buffer.alloc(100_000_000));

  it.each<[string, Answer, RegExp]>([
    ["of 100 MB", flood(`${OK}content-length: 100000000\r\n\r\n`, BIG), /^x{4096}$/],
    ["without end", flood(`${OK}\r\n`, BIG), /^x{4096}$/],
    [
      "in chunks without end",
      flood(`${OK}transfer-encoding: chunked\r\n\r\n`, "1\r\nx\r\n".repeat(999)),
      /^x{4096}$/,
    ],
    [
      "that would unpack to 100 MB",
      say(OK, `content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`, bomb),
      // As it came: the mark of gzip, and not one of the zeros inside.
      // oxlint-disable-next-line no-control-regex -- that is how gzip begins
      /^\x1f\uFFFD\x08/,
    ],
  ])("%s only the beginning is read", async (_, answer, excerpt) => {
    const before = process.memoryUsage().rss;

    const { result, next } = await attempt(answer);

    expect(result).toMatchObject({ kind: "answered", status: 200 });
    expect(result.kind === "answered" && result.excerpt).toMatch(excerpt);
    expect(next).toMatchObject(answered(200, "next"));
    expect(accepted).toHaveLength(2);
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  });

  it("whose chunks carry extensions without end, the beginning decides", async () => {
    const { result } = await attempt(
      flood(`${OK}transfer-encoding: chunked\r\n\r\n1;`, "y".repeat(8_192)),
      { deadlineMs: SHORT_MS },
    );

    expect(result).toMatchObject(answered(200));
  });
});

describe("an answer before its time", () => {
  const body = { contentType: "text/plain", bytes: Buffer.alloc(16_000_000, "b") };
  /** Answers on the first bytes of a connection and reads no more of it. */
  const rash = (answer: Answer) => async () => {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      accepted.push(socket);
      socket.on("error", () => undefined);
      socket.once("data", () => {
        socket.pause();
        answer(socket);
      });
    });
    return `http://127.0.0.1:${await listen(server)}/`;
  };

  it.each<[string, Answer]>([
    ["and then reads no more", say(whole("early", "HTTP/1.1 413 No\r\n"))],
    ["and then hangs up", andThen(say(whole("early", "HTTP/1.1 413 No\r\n")), finish)],
  ])("%s: it counts, and the next delivery goes elsewhere", async (_, answer) => {
    const url = await rash(answer)();
    const way = open({ deadlineMs: 2_000 });

    const first = await way.post(url, { body });
    const second = await way.post(url);

    expect(first).toMatchObject(answered(413, "early"));
    expect(second).toMatchObject(answered(413, "early"));
    expect(accepted).toHaveLength(2);
    await expect.poll(() => dialled[0]?.destroyed).toBe(true);
  });

  it("that follows another on its heels is not taken for the next delivery's", async () => {
    const url = await receive(say(whole("first") + whole("forged")), plainly);
    const way = open();

    const first = await way.post(url);
    const second = await way.post(url);

    expect([first, second]).toMatchObject([answered(200, "first"), answered(200, "next")]);
    expect(accepted).toHaveLength(2);
  });

  it("that comes while nothing was asked ends the connection", async () => {
    const url = await receive(say(whole("first")), plainly);
    const way = open();

    const first = await way.post(url);
    accepted[0]?.write(whole("forged"));
    await expect.poll(() => dialled[0]?.destroyed).toBe(true);
    const second = await way.post(url);

    expect([first, second]).toMatchObject([answered(200, "first"), answered(200, "next")]);
    expect(accepted).toHaveLength(2);
  });

  it("that comes with the connection is taken, once", async () => {
    const server = createServer((socket) => {
      serve(socket);
      socket.write(whole("at once"));
    });
    answers = [plainly];
    const way = open();
    const url = `http://127.0.0.1:${await listen(server)}/`;

    const results = [await way.post(url), await way.post(url)];

    expect(results.map(({ kind }) => kind)).toEqual(["answered", "answered"]);
    expect(accepted.length).toBeLessThanOrEqual(4);
  });
});

describe("a kept connection", () => {
  it.each<[string, (socket: Socket) => unknown]>([
    ["is closed by the receiver", finish],
    ["is reset by the receiver", reset],
  ])("that %s while idle costs no attempt", async (_, leave) => {
    const url = await receive(plainly);
    const way = open();
    const first = await way.post(url);

    const [socket] = accepted;
    if (socket !== undefined) leave(socket);
    await expect.poll(() => dialled[0]?.destroyed).toBe(true);
    const second = await way.post(url);

    expect([first, second]).toMatchObject([answered(200, "next"), answered(200, "next")]);
    expect(accepted).toHaveLength(2);
  });

  it("that is half closed with the answer is not used again", async () => {
    const url = await receive(andThen(plainly, finish), plainly);
    const way = open();

    const results = [await way.post(url), await way.post(url)];

    expect(results).toMatchObject([answered(200, "next"), answered(200, "next")]);
    expect(accepted).toHaveLength(2);
  });

  it("is used for no second request that was half sent: a request is sent once", async () => {
    const url = await receive(plainly, reset, plainly);
    const way = open();

    const first = await way.post(url);
    await rest();
    const second = await way.post(url);

    expect([first, second]).toMatchObject([answered(200, "next"), RESET]);
    // Two requests, two answers: the reset one was not tried again behind our back.
    expect(answers).toHaveLength(1);
    expect(accepted).toHaveLength(1);
  });
});

describe("a receiver that does not accept", () => {
  /** Listens with room for one, and is then busy until it is told to end. */
  const DEAF = `
    import { createServer } from "node:net";
    import { parentPort, workerData } from "node:worker_threads";
    const server = createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      setImmediate(() => {
        Atomics.wait(workerData, 0, 0);
        process.exit();
      });
    });
  `;
  const bell = new Int32Array(new SharedArrayBuffer(4));
  let worker: Worker;
  let url: string;

  beforeEach(async () => {
    Atomics.store(bell, 0, 0);
    worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(DEAF)}`), {
      workerData: bell,
    });
    const [port] = (await once(worker, "message")) as [number];
    url = `http://127.0.0.1:${port}/`;
  });
  afterEach(async () => {
    Atomics.store(bell, 0, 1);
    Atomics.notify(bell, 0);
    await worker.terminate();
  });

  it("is given up at the deadline, in the queue of the system and before it", async () => {
    const way = open({ deadlineMs: SHORT_MS });

    const results = await Promise.all(Array.from({ length: 6 }, () => way.post(url)));

    expect(results).toMatchObject(results.map(() => TIMEOUT));
    for (const { durationMs } of results) expect(durationMs).toBeLessThan(SHORT_MS + 2_000);
    // The system took some in; the others never got as far as a connection.
    expect(dialled.length).toBeGreaterThan(0);
    expect(dialled.length).toBeLessThan(6);
  });

  it("is given up by the time for connecting, which is shorter than the deadline", async () => {
    const filling = open({ deadlineMs: SHORT_MS });
    await Promise.all(Array.from({ length: 6 }, () => filling.post(url)));
    const way = open({ connectTimeoutMs: 100 });

    const result = await way.post(url);

    expect(result).toMatchObject({ ...TIMEOUT, remoteIp: null });
    expect(result.durationMs).toBeLessThan(LONG_MS / 2);
  });
});

describe("a receiver on TLS", () => {
  let certificates: Certificates;
  beforeAll(() => {
    certificates = makeCertificates();
    setDefaultCACertificates([certificates.authority]);
  });
  afterAll(() => certificates.remove());

  let requests: number;
  async function secure(options: TlsOptions): Promise<string> {
    requests = 0;
    const server = createTlsServer(options, (socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => {
        requests += 1;
        socket.end(whole("secret"));
      });
    });
    server.on("connection", (socket: Socket) => accepted.push(socket));
    return `https://receiver.test:${await listen(server)}/`;
  }
  const openByName = (over: Parameters<typeof openWayOut>[0] = {}) =>
    open({
      allow: ["receiver.test"],
      resolve: (_, done) => done(null, [{ address: "127.0.0.1", family: 4 }]),
      ...over,
    });

  it("with a certificate in order gets its delivery", async () => {
    const url = await secure(certificates.issue("receiver.test"));

    expect(await openByName().post(url)).toMatchObject(answered(200, "secret"));
  });

  it.each<[string, () => TlsOptions]>([
    ["for another name", () => certificates.issue("other.test")],
    ["that has run out", () => certificates.issue("receiver.test", -1)],
    ["that it signed itself", () => certificates.selfSigned("receiver.test")],
    [
      "of an old version of TLS",
      () => ({
        ...certificates.issue("receiver.test"),
        minVersion: "TLSv1",
        maxVersion: "TLSv1.1",
      }),
    ],
  ])("with a certificate %s gets nothing", async (_, options) => {
    const url = await secure(options());

    const result = await openByName().post(url);

    expect(result).toMatchObject({ kind: "failed", errorCode: "tls_error", remoteIp: null });
    expect(requests).toBe(0);
  });

  it("that begins no handshake is given up by the time for connecting", async () => {
    const url = await receive(() => undefined);
    const way = openByName({ connectTimeoutMs: 100 });

    const result = await way.post(url.replace("http://127.0.0.1", "https://receiver.test"));

    expect(result).toMatchObject({ ...TIMEOUT, remoteIp: null });
    expect(result.durationMs).toBeLessThan(LONG_MS / 2);
  });

  it("that answers without end is hung up on", async () => {
    const server = createTlsServer(certificates.issue("receiver.test"), (socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => flood("", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(512))(socket));
    });
    server.on("connection", (socket: Socket) => accepted.push(socket));
    const port = await listen(server);

    const result = await openByName().post(`https://receiver.test:${port}/`);

    expect(result).toMatchObject(RESET);
    expect(result.durationMs).toBeLessThan(LONG_MS / 2);
    expect(dialled[0]?.bytesRead).toBeLessThan(MAX_READ_BYTES);
  });

  it.each<[string, (socket: Socket) => unknown]>([
    ["resets it", reset],
    ["hangs up", finish],
  ])("that %s within the handshake ends the attempt", async (_, leave) => {
    const server = createServer((socket) => {
      accepted.push(socket);
      socket.on("error", () => undefined);
      socket.once("data", () => leave(socket));
    });
    const port = await listen(server);

    const result = await openByName().post(`https://receiver.test:${port}/`);

    expect(result).toMatchObject(RESET);
    expect(result.durationMs).toBeLessThan(LONG_MS / 2);
    expect(accepted).toHaveLength(1);
  });

  it("that speaks no TLS after all ends the attempt", async () => {
    const server = createServer((socket) => {
      accepted.push(socket);
      socket.on("error", () => undefined);
      socket.end(whole("plain"));
    });
    const port = await listen(server);

    const result = await openByName().post(`https://receiver.test:${port}/`);

    expect(result).toMatchObject({ kind: "failed", errorCode: "tls_error" });
  });
});
