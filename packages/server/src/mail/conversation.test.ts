import { createServer, type Socket } from "node:net";
import { listenOnLoopback } from "../../../../test/harness/loopback.ts";
import { createFakeClock } from "../../test/fake-clock.ts";
import { mailTo, messageOf, noSignal, useTransports } from "../../test/mail/transports.ts";

const transports = useTransports();
const { resultAt } = transports;
const START = Date.parse("2026-11-23T06:00:00Z");
const DEADLINE_MS = 30_000;

/** Starts a server that runs `script` for each connection, and returns its URL. */
async function scripted(script: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    script(socket);
  });
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { host } = await listenOnLoopback(server);
  return `smtp://${host}`;
}

/** Answers each line that arrives with the next of `answers`; the first is the greeting. */
const answering =
  (...answers: readonly string[]) =>
  (socket: Socket): void => {
    const left = [...answers];
    socket.write(left.shift() ?? "");
    socket.on("data", (chunk) => {
      for (const line of chunk.toString("latin1").split("\r\n")) {
        if (line !== "") socket.write(left.shift() ?? "");
      }
    });
  };
const EHLO = "250-relay.example.org\r\n250 8BITMIME\r\n";

describe("a relay that drops the connection", () => {
  it.each([
    ["at once", "connection", /while waiting for the relay's greeting/, 1],
    ["in the middle of a message", "data", /before the relay confirmed the message/, 1],
    ["after a message", "message", /before the relay confirmed the message/, 1],
    ["after it has taken a message", "recorded", /before the relay confirmed the message/, 2],
  ] as const)(
    "%s fails the attempt, and gets the message with the next one",
    async (_, drop, detail, count) => {
      const { relay, send } = await transports.open({ drop });
      const large = mailTo("ada@example.org", messageOf("x\r\n".repeat(100_000)));

      const first = await send(large);
      relay.behavior.drop = undefined;
      const second = await send(large);

      const reset = { result: "retry", errorCode: "connection_reset" };
      expect(first).toMatchObject({ ...reset, excerpt: detail });
      expect(second).toMatchObject({ status: 250 });
      expect(relay.messages).toHaveLength(count);
      expect(relay.messages.at(-1)?.raw).toEqual(relay.messages[0]?.raw);
    },
  );

  it("that was idle, after it has asked for the message, is not asked a second time", async () => {
    const { relay, send } = await transports.open();
    await send();

    relay.behavior.drop = "message";
    expect(await send()).toMatchObject({ result: "retry", errorCode: "connection_reset" });
    expect(relay.connections()).toBe(1);
  });
});

describe("a relay that does not answer in time", () => {
  const clock = () => createFakeClock(START);

  it("with a greeting fails the attempt", async () => {
    const time = clock();
    const limits = { clock: time, deadlineMs: DEADLINE_MS };
    const { relay, send } = await transports.open({ isSilent: true }, limits);
    const sent = send();
    await expect.poll(() => relay.connections()).toBe(1);

    time.advance(DEADLINE_MS);

    expect(await sent).toMatchObject({
      result: "retry",
      errorCode: "timeout",
      excerpt: /^The relay took longer than 30 s \(while/,
      durationMs: DEADLINE_MS,
    });
    await expect.poll(() => relay.open()).toBe(0);
  });

  it("to a message fails the attempt, and its connection is not used again", async () => {
    const time = clock();
    const limits = { clock: time, deadlineMs: DEADLINE_MS };
    const { relay, send } = await transports.open({ isStuck: true }, limits);
    const sent = send();
    await relay.received(1);

    time.advance(DEADLINE_MS);
    relay.behavior.isStuck = false;

    expect(await sent).toMatchObject({
      errorCode: "timeout",
      excerpt:
        "The relay did not answer within 30 s after the end of the message, which it may have sent on.",
    });
    expect(await send()).toMatchObject({ status: 250 });
    expect(relay.connections()).toBe(2);
  });
});

describe("a relay that refuses this server", () => {
  it.each([
    [[554, "No SMTP service here"], { result: "retry", errorCode: "connection_refused" }],
    [[421, "4.3.2 Too many connections"], { result: "retry", status: 421 }],
  ] as const)("by the greeting %j refuses no message for good", async (greeting, expected) => {
    const relay = await transports.relay({ greeting });

    expect(await resultAt(relay.url)).toMatchObject(expected);
  });
});

it.each([
  ["speaks HTTP", "HTTP/1.1 400 Bad Request\r\n\r\n"],
  ["sends bytes without end", "x".repeat(100_000)],
  ["sends lines without end", "220-x\r\n".repeat(20_000)],
  ["greets with nothing", "\r\n\r\n\r\n999\r\n"],
])("a server that is no relay %s fails the attempt", async (_, greeting) => {
  const url = await scripted((socket) => socket.write(greeting));

  expect(await resultAt(url)).toMatchObject({ result: "retry", errorCode: "connection_reset" });
});

describe("a long or broken answer", () => {
  const refusing = (reply: string) =>
    scripted(answering("220 relay.example.org\r\n", EHLO, `${reply}\r\n`));

  it("is kept up to 4 KiB, in whole characters", async () => {
    const url = await refusing(`550 5.7.1 ${"ü".repeat(10_000)}`);

    const result = await resultAt(url);

    const reply = result.excerpt ?? "";
    expect(result).toMatchObject({ result: "failed", status: 550 });
    expect(reply).toMatch(/^550 5\.7\.1 ü+$/);
    expect(Buffer.byteLength(reply)).toBeGreaterThan(4_090);
    expect(Buffer.byteLength(reply)).toBeLessThanOrEqual(4_096);
  });

  it("can be stored", async () => {
    const url = await refusing("550 5.7.1 a\0b");

    expect(await resultAt(url)).toMatchObject({ excerpt: "550 5.7.1 a\uFFFDb" });
  });

  it("of several lines is kept as a whole", async () => {
    const url = await refusing("451-4.7.1 Try\r\n451-4.7.1 again\r\n451 4.7.1 later");

    expect(await resultAt(url)).toMatchObject({
      status: 451,
      excerpt: "451-4.7.1 Try\n451-4.7.1 again\n451 4.7.1 later",
    });
  });
});

it("an address in an international domain is sent in ASCII", async () => {
  let received = "";
  const url = await scripted((socket) => {
    socket.on("data", (chunk) => (received += chunk.toString()));
    answering("220 relay.example.org\r\n", EHLO, "250 ok\r\n", "550 no\r\n")(socket);
  });
  const transport = await transports.to(url);

  await transport.send(mailTo("ada@Bücher.example"), noSignal());

  expect(received).toContain("RCPT TO:<ada@xn--bcher-kva.example>\r\n");
});
