// Receivers that hang, flood, close early or send malformed responses. Each costs one attempt with the right
// outcome in bounded time and bytes, and the next delivery to the same URL gets its own response.
import {
  SHORT_MS,
  OK,
  RESET,
  TIMEOUT,
  answered,
  response,
  send,
  andThen,
  reset,
  finish,
  trickle,
  flood,
  type Script,
  useScriptedReceivers,
} from "../../test/scripted-receivers.ts";

const { accepted, attempt } = useScriptedReceivers();

const MANY_HEADERS = Array.from({ length: 700 }, (_, n) => `x-${n}: ${"y".repeat(100)}\r\n`);

describe("a receiver", () => {
  it.each<[string, Script, object]>([
    ["sends nothing", () => undefined, TIMEOUT],
    ["hangs within the status line", send("HTTP/1.1 2"), TIMEOUT],
    ["hangs within the headers", send(OK, "content-len"), TIMEOUT],
    ["sends its headers one byte at a time", trickle(`${OK}x-slow: `, "y"), TIMEOUT],
    ["sends 103 and nothing more", send("HTTP/1.1 103 Early Hints\r\n\r\n"), TIMEOUT],
    ["sends 103 again and again", trickle("", "HTTP/1.1 103 Early Hints\r\n\r\n"), TIMEOUT],
    ["hangs after its headers", send(OK, "content-length: 5\r\n\r\n"), answered(200)],
    ["hangs within its body", send(OK, "content-length: 5\r\n\r\nbe"), answered(200, "be")],
    [
      "hangs within a chunk",
      send(OK, "transfer-encoding: chunked\r\n\r\n5\r\nbe"),
      answered(200, "be"),
    ],
    [
      "sends 500 and then one byte at a time",
      trickle("HTTP/1.1 500 No\r\ncontent-length: 1000\r\n\r\nz", "z"),
      { status: 500, excerpt: expect.stringMatching(/^z+$/) },
    ],
    [
      "sends 200 and then one byte at a time",
      trickle(`${OK}content-length: 1000\r\n\r\nz`, "z"),
      { status: 200, excerpt: expect.stringMatching(/^z+$/) },
    ],
  ])("that %s is disconnected at the deadline", async (_, script, expected) => {
    const { result, next } = await attempt(script, { deadlineMs: SHORT_MS });

    expect(result).toMatchObject({ ...expected, remoteIp: "127.0.0.1" });
    expect(result.durationMs).toBeGreaterThanOrEqual(SHORT_MS - 5);
    expect(next).toMatchObject(answered(200, "next"));
    expect(accepted).toHaveLength(2);
  });

  it.each<[string, Script, object]>([
    ["resets the connection immediately", reset, RESET],
    ["resets within the headers", andThen(send(OK, "content-len"), reset), RESET],
    ["closes the connection immediately", finish, RESET],
    ["closes within the headers", andThen(send(OK, "content-len"), finish), RESET],
    ["closes after 103", andThen(send("HTTP/1.1 103 Early Hints\r\n\r\n"), finish), RESET],
    [
      "closes within its body",
      andThen(send(OK, "content-length: 9\r\n\r\nbe"), finish),
      answered(200, "be"),
    ],
    [
      "closes within a chunk",
      andThen(send(OK, "transfer-encoding: chunked\r\n\r\n9\r\nbe"), finish),
      answered(200, "be"),
    ],
    [
      "ends its body by closing the connection",
      andThen(send(OK, "\r\nall of it"), finish),
      answered(200, "all of it"),
    ],
    ["responds with HTTP/0.9", andThen(send("<html>hello</html>"), finish), RESET],
    ["is not a web server", send("SSH-2.0-OpenSSH_9.9\r\n"), RESET],
    ["sends random bytes", send(Buffer.from([0, 255, 22, 3, 1, 13, 10, 13, 10])), RESET],
    ["speaks HTTP/2", send(Buffer.from("000006040000000000000400000000", "hex")), RESET],
    ["sends an unknown HTTP version", send(response("no", "HTTP/9.7 200 OK\r\n")), RESET],
    ["sends a status with letters", send(response("no", "HTTP/1.1 2OO OK\r\n")), RESET],
    [
      "sends 100 although the request did not expect it",
      send("HTTP/1.1 100 Continue\r\n\r\n", response("no")),
      RESET,
    ],
    [
      "sends 101",
      send("HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
      RESET,
    ],
    [
      "sends a header with a NUL byte",
      send(OK, "x-a: b\0c\r\n", "content-length: 0\r\n\r\n"),
      RESET,
    ],
    ["sends two lengths", send(OK, "content-length: 2\r\ncontent-length: 3\r\n\r\nabc"), RESET],
    ["sends a negative length", send(OK, "content-length: -1\r\n\r\n"), RESET],
    [
      "sends a length and chunked encoding",
      send(OK, "content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n"),
      RESET,
    ],
    ["sends 70 KB in one header", send(OK, `x-flood: ${"y".repeat(70_000)}\r\n\r\n`), RESET],
    ["sends 70 KB in 700 headers", send(OK, ...MANY_HEADERS, "\r\n"), RESET],
    [
      "sends headers without end",
      flood(OK, "x-flood: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n"),
      RESET,
    ],
    ["sends a status line without end", flood("HTTP/1.1 200 ", "OK".repeat(4_096)), RESET],
    ["sends 103 without end", flood("", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(512)), RESET],
    [
      "sends a chunk with an invalid size",
      send(OK, "transfer-encoding: chunked\r\n\r\nzz\r\n"),
      answered(200),
    ],
    [
      "sends a chunk size that overflows",
      send(OK, "transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n"),
      answered(200),
    ],
    [
      "sends 204 with a body",
      send("HTTP/1.1 204 No\r\ncontent-length: 4\r\n\r\nbody"),
      answered(204),
    ],
  ])("that %s ends the attempt and the connection immediately", async (_, script, expected) => {
    const { result, next } = await attempt(script);

    expect(result).toMatchObject({ ...expected, remoteIp: "127.0.0.1" });
    expect(next).toMatchObject(answered(200, "next"));
    expect(accepted).toHaveLength(2);
  });

  it.each<[string, Script, object]>([
    ["sends 204", send("HTTP/1.1 204 No Content\r\n\r\n"), answered(204)],
    [
      "sends 103 a few times first",
      send("HTTP/1.1 103 E\r\n\r\n".repeat(5), response("x")),
      answered(200, "x"),
    ],
    ["sends an unknown status", send(response("", "HTTP/1.1 799 Hm\r\n")), answered(799)],
    [
      "sends a very large Retry-After",
      send(response("", "HTTP/1.1 503 Busy\r\nretry-after: 9999999999\r\n")),
      { ...answered(503), retryAfterMs: 9_999_999_999_000 },
    ],
    [
      "sends a Retry-After that overflows",
      send(response("", `HTTP/1.1 429 Busy\r\nretry-after: ${"9".repeat(400)}\r\n`)),
      { ...answered(429), retryAfterMs: undefined },
    ],
    [
      "sends a Retry-After in words",
      send(response("", "HTTP/1.1 429 Busy\r\nretry-after: \xff soon, I promise\r\n")),
      { ...answered(429), retryAfterMs: undefined },
    ],
    [
      "sends Retry-After twice",
      send(response("", "HTTP/1.1 429 Busy\r\nretry-after: 1\r\nretry-after: 2\r\n")),
      { ...answered(429), retryAfterMs: undefined },
    ],
    ["sends bytes that are not text", send(response("\0", OK)), answered(200, "\uFFFD")],
  ])(
    "that %s is read to the end, and its connection is used again",
    async (_, script, expected) => {
      const { result, next } = await attempt(script);

      expect(result).toMatchObject({ ...expected, remoteIp: "127.0.0.1" });
      expect(next).toMatchObject(answered(200, "next"));
      expect(accepted).toHaveLength(1);
    },
  );
});
