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

const EARLY = "HTTP/1.1 103 Early Hints\r\n\r\n";
const CHUNKED = "transfer-encoding: chunked\r\n\r\n";
const MANY_HEADERS = Array.from({ length: 700 }, (_, n) => `x-${n}: ${"y".repeat(100)}\r\n`);
const lengths = (...values: unknown[]) =>
  `${values.map((value) => `content-length: ${String(value)}\r\n`).join("")}\r\n`;
/** Sends this, and closes the connection. */
const last = (...parts: string[]) => andThen(send(...parts), finish);
const busy = (...retryAfter: string[]) =>
  send(
    response(
      "",
      `HTTP/1.1 503 Busy\r\n${retryAfter.map((at) => `retry-after: ${at}\r\n`).join("")}`,
    ),
  );
const tooMany = (body: string) => send(response(body, "HTTP/1.1 429 Wait\r\n"));
const answeredBusy = (retryAfterMs?: number) => ({ ...answered(503), retryAfterMs });

/** The attempt and the next one to the same receiver; how many connections both need. */
async function outcome(script: Script, options?: Parameters<typeof attempt>[1]) {
  const { result, next } = await attempt(script, options);
  expect(next).toMatchObject(answered(200, "next"));
  expect(result.remoteIp).toBe("127.0.0.1");
  return result;
}

const onlyZ = expect.stringMatching(/^z+$/);
it.each<[string, Script, object]>([
  ["sends nothing", () => undefined, TIMEOUT],
  ["hangs within the status line", send("HTTP/1.1 2"), TIMEOUT],
  ["hangs within the headers", send(OK, "content-len"), TIMEOUT],
  ["sends its headers one byte at a time", trickle(`${OK}x-slow: `, "y"), TIMEOUT],
  ["sends 103 and nothing more", send(EARLY), TIMEOUT],
  ["sends 103 again and again", trickle("", EARLY), TIMEOUT],
  ["hangs after its headers", send(OK, lengths(5)), answered(200)],
  ["hangs within its body", send(OK, lengths(5), "be"), answered(200, "be")],
  ["hangs within a chunk", send(OK, CHUNKED, "5\r\nbe"), answered(200, "be")],
  [
    "sends 500 and then one byte at a time",
    trickle(`HTTP/1.1 500 No\r\n${lengths(1000)}z`, "z"),
    { status: 500, excerpt: onlyZ },
  ],
  [
    "sends 200 and then one byte at a time",
    trickle(`${OK}${lengths(1000)}z`, "z"),
    { status: 200, excerpt: onlyZ },
  ],
])("that %s is disconnected at the deadline", async (_, script, expected) => {
  const result = await outcome(script, { deadlineMs: SHORT_MS });

  expect(result).toMatchObject(expected);
  expect(result.durationMs).toBeGreaterThanOrEqual(SHORT_MS - 5);
  expect(accepted).toHaveLength(2);
});

it.each<[string, Script, object]>([
  ["resets the connection immediately", reset, RESET],
  ["resets within the headers", andThen(send(OK, "content-len"), reset), RESET],
  ["closes the connection immediately", finish, RESET],
  ["closes within the headers", last(OK, "content-len"), RESET],
  ["closes after 103", last(EARLY), RESET],
  ["closes within its body", last(OK, lengths(9), "be"), answered(200, "be")],
  ["closes within a chunk", last(OK, CHUNKED, "9\r\nbe"), answered(200, "be")],
  ["ends its body by closing", last(OK, "\r\nall of it"), answered(200, "all of it")],
  ["responds with HTTP/0.9", last("<html>hello</html>"), RESET],
  ["is not a web server", send("SSH-2.0-OpenSSH_9.9\r\n"), RESET],
  ["sends random bytes", send(Buffer.from([0, 255, 22, 3, 1, 13, 10, 13, 10])), RESET],
  ["speaks HTTP/2", send(Buffer.from("000006040000000000000400000000", "hex")), RESET],
  ["sends an unknown HTTP version", send(response("no", "HTTP/9.7 200 OK\r\n")), RESET],
  ["sends a status with letters", send(response("no", "HTTP/1.1 2OO OK\r\n")), RESET],
  ["sends an unexpected 100", send("HTTP/1.1 100 Continue\r\n\r\n", response("no")), RESET],
  ["sends 101", send("HTTP/1.1 101 S\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"), RESET],
  ["sends a header with a NUL byte", send(OK, "x-a: b\0c\r\n", lengths(0)), RESET],
  ["sends two lengths", send(OK, lengths(2, 3), "abc"), RESET],
  ["sends a negative length", send(OK, lengths(-1)), RESET],
  ["sends a length and chunked encoding", send(OK, "content-length: 3\r\n", CHUNKED), RESET],
  ["sends 70 KB in one header", send(OK, `x-flood: ${"y".repeat(70_000)}\r\n\r\n`), RESET],
  ["sends 70 KB in 700 headers", send(OK, ...MANY_HEADERS, "\r\n"), RESET],
  ["sends headers without end", flood(OK, `x-flood: ${"y".repeat(32)}\r\n`), RESET],
  ["sends a status line without end", flood("HTTP/1.1 200 ", "OK".repeat(4_096)), RESET],
  ["sends 103 without end", flood("", EARLY.repeat(512)), RESET],
  ["sends a chunk with an invalid size", send(OK, CHUNKED, "zz\r\n"), answered(200)],
  ["sends a chunk size that overflows", send(OK, CHUNKED, `${"f".repeat(17)}\r\n`), answered(200)],
  ["sends 204 with a body", send("HTTP/1.1 204 No\r\n", lengths(4), "body"), answered(204)],
])("that %s ends the attempt and the connection immediately", async (_, script, expected) => {
  expect(await outcome(script)).toMatchObject(expected);
  expect(accepted).toHaveLength(2);
});

it.each<[string, Script, object]>([
  ["sends 204", send("HTTP/1.1 204 No Content\r\n\r\n"), answered(204)],
  ["sends 103 a few times first", send(EARLY.repeat(5), response("x")), answered(200, "x")],
  ["sends an unknown status", send(response("", "HTTP/1.1 799 Hm\r\n")), answered(799)],
  ["sends a very large Retry-After", busy("9999999999"), answeredBusy(9_999_999_999_000)],
  ["sends a Retry-After that overflows", busy("9".repeat(400)), answeredBusy()],
  ["sends a Retry-After in words", busy("\xff soon, I promise"), answeredBusy()],
  ["sends Retry-After twice", busy("1", "2"), answeredBusy()],
  ["sends retry_after in JSON", tooMany('{"retry_after": 64.57}'), { retryAfterMs: 64_000 }],
  ["nests it", tooMany('{"parameters":{"retry_after":7}}'), { retryAfterMs: 7_000 }],
  [
    "sends no number as retry_after",
    tooMany('{"retry_after":"soon"}'),
    { retryAfterMs: undefined },
  ],
  ["sends bytes that are not text", send(response("\0", OK)), answered(200, "\uFFFD")],
])("that %s is read to the end, and its connection is used again", async (_, script, expected) => {
  expect(await outcome(script)).toMatchObject(expected);
  expect(accepted).toHaveLength(1);
});
