// Responses that are too large or arrive when none is expected.
import { createServer } from "node:net";
import { gzipSync } from "node:zlib";
import {
  SHORT_MS,
  OK,
  answered,
  response,
  send,
  sendNext,
  andThen,
  finish,
  flood,
  type Script,
  useScriptedReceivers,
} from "../../test/scripted-receivers.ts";

const { accepted, dialed, scripts, receive, serve, listen, open, attempt } = useScriptedReceivers();

const CHUNK = "x".repeat(65_536);

describe("a large response", () => {
  const bomb = gzipSync(Buffer.alloc(100_000_000));

  it.each<[string, Script, RegExp]>([
    ["of 100 MB", flood(`${OK}content-length: 100000000\r\n\r\n`, CHUNK), /^x{4096}$/],
    ["without end", flood(`${OK}\r\n`, CHUNK), /^x{4096}$/],
    [
      "in chunks without end",
      flood(`${OK}transfer-encoding: chunked\r\n\r\n`, "1\r\nx\r\n".repeat(999)),
      /^x{4096}$/,
    ],
    [
      "compressed, of 100 MB when unpacked",
      send(OK, `content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`, bomb),
      // The gzip header as received, not the unpacked zeros.
      // oxlint-disable-next-line no-control-regex -- the gzip header starts with a control character
      /^\x1f\uFFFD\x08/,
    ],
  ])("%s is read only at the beginning", async (_, script, excerpt) => {
    const before = process.memoryUsage().rss;

    const { result, next } = await attempt(script);

    expect(result).toMatchObject({ status: 200 });
    expect(result.excerpt).toMatch(excerpt);
    expect(next).toMatchObject(answered(200, "next"));
    expect(accepted).toHaveLength(2);
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  });

  it("with endless chunk extensions counts by its status", async () => {
    const { result } = await attempt(
      flood(`${OK}transfer-encoding: chunked\r\n\r\n1;`, "y".repeat(8_192)),
      { deadlineMs: SHORT_MS },
    );

    expect(result).toMatchObject(answered(200));
  });
});

describe("an unexpected response", () => {
  const body = { contentType: "text/plain", bytes: Buffer.alloc(16_000_000, "b") };
  /** A receiver that responds to the first bytes of a connection and reads no more. */
  const receiveEarly = async (script: Script) => {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      accepted.push(socket);
      socket.on("error", () => undefined);
      socket.once("data", () => {
        socket.pause();
        script(socket);
      });
    });
    return `http://127.0.0.1:${await listen(server)}/`;
  };

  it.each<[string, Script]>([
    ["and an open connection", send(response("early", "HTTP/1.1 413 No\r\n"))],
    ["and a closed connection", andThen(send(response("early", "HTTP/1.1 413 No\r\n")), finish)],
  ])(
    "before the whole request, %s, counts, and the next delivery uses a new connection",
    async (_, script) => {
      const url = await receiveEarly(script);
      const egress = open({ deadlineMs: 2_000 });

      const first = await egress.post(url, { body });
      const second = await egress.post(url);

      expect(first).toMatchObject(answered(413, "early"));
      expect(second).toMatchObject(answered(413, "early"));
      expect(accepted).toHaveLength(2);
      await expect.poll(() => dialed[0]?.destroyed).toBe(true);
    },
  );

  it("directly after another one is not used for the next delivery", async () => {
    const url = await receive(send(response("first") + response("forged")), sendNext);
    const egress = open();

    const first = await egress.post(url);
    const second = await egress.post(url);

    expect([first, second]).toMatchObject([answered(200, "first"), answered(200, "next")]);
    expect(accepted).toHaveLength(2);
  });

  it("on an idle connection closes that connection", async () => {
    const url = await receive(send(response("first")), sendNext);
    const egress = open();

    const first = await egress.post(url);
    accepted[0]?.write(response("forged"));
    await expect.poll(() => dialed[0]?.destroyed).toBe(true);
    const second = await egress.post(url);

    expect([first, second]).toMatchObject([answered(200, "first"), answered(200, "next")]);
    expect(accepted).toHaveLength(2);
  });

  it("before any request counts at most once", async () => {
    const server = createServer((socket) => {
      serve(socket);
      socket.write(response("too early"));
    });
    scripts.push(sendNext);
    const egress = open();
    const url = `http://127.0.0.1:${await listen(server)}/`;

    const results = [await egress.post(url), await egress.post(url)];

    expect(results.map(({ receiver }) => receiver)).toEqual(["responds", "responds"]);
    expect(accepted.length).toBeLessThanOrEqual(4);
  });
});
