import { createFakeClock } from "../../test/fake-clock.ts";
import { ADA, mailTo, messageOf, noSignal, useTransports } from "../../test/mail/transports.ts";

const transports = useTransports();
const START = Date.parse("2026-11-23T06:00:00Z");

describe("a relay that accepts", () => {
  it("receives sender, recipient and the bytes of the message", async () => {
    const { relay, send } = await transports.open();

    expect(await send()).toMatchObject({
      result: "delivered",
      status: 250,
      excerpt: "250 2.0.0 Queued",
      receiver: "responds",
      errorCode: null,
      remoteIp: "127.0.0.1",
    });
    expect(relay.messages).toMatchObject([{ from: "forms@example.org", to: ["ada@example.org"] }]);
    expect(relay.messages[0]?.raw.equals(messageOf())).toBe(true);
  });

  it("receives lines that begin with a dot, and bare line ends as lines", async () => {
    const { relay, send } = await transports.open();

    await send(mailTo("a@example.org", messageOf(".\r\n..a\r\n.b\n.c\r.\rd")));

    const whole = messageOf(".\r\n..a\r\n.b\r\n.c\r\n.\r\nd").toString();
    expect(relay.messages[0]?.raw.toString()).toBe(whole);
  });

  it("receives one message after the other over the same connection", async () => {
    const { relay, send } = await transports.open();
    const recipients = ["a@example.org", "b@example.org", "c@example.org"];

    for (const to of recipients) await send(mailTo(to));

    expect(relay.messages.map(({ to }) => to[0])).toEqual(recipients);
    expect(relay.connections()).toBe(1);
  });

  it("has no more connections than the limit", async () => {
    const { relay, send } = await transports.open({}, { concurrency: 2 });

    await Promise.all(Array.from({ length: 10 }, () => send()));

    expect(relay.messages).toHaveLength(10);
    expect(relay.connections()).toBe(2);
  });

  it("is reached again after it has closed idle connections", async () => {
    const { relay, send } = await transports.open({}, { concurrency: 3 });
    const three = () => Promise.all([1, 2, 3].map(() => send()));
    await three();

    relay.cut();
    expect((await three()).map(({ status }) => status)).toEqual([250, 250, 250]);
    expect(relay.messages).toHaveLength(6);
    expect(relay.connections()).toBe(6);
  });

  it("is reached again after it was restarted", async () => {
    const before = await transports.relay();
    const transport = await transports.to(before.url);
    await transport.send(ADA, noSignal());
    await before.stop();
    const failed = await transport.send(ADA, noSignal());
    const relay = await transports.relay({ port: before.port });

    const result = await transport.send(ADA, noSignal());

    expect(failed).toMatchObject({ result: "retry", errorCode: "connection_refused" });
    expect(failed).toMatchObject({ excerpt: /ECONNREFUSED/, remoteIp: null });
    expect(result).toMatchObject({ status: 250 });
    expect(relay.messages).toHaveLength(1);
  });

  it("gets a new connection after 100 messages", async () => {
    const { relay, send } = await transports.open();

    for (let sent = 0; sent < 101; sent += 1) await send();

    expect(relay.connections()).toBe(2);
  });

  it("is left after 20 idle seconds", async () => {
    const clock = createFakeClock(START);
    const { relay, send } = await transports.open({}, { clock });
    await send();

    clock.advance(20_000);

    await expect.poll(() => relay.open()).toBe(0);
  });
});

describe("a message that is not finished", () => {
  it("is aborted by its signal, and its connection is closed", async () => {
    const { relay, transport } = await transports.open({ isStuck: true });
    const stop = new AbortController();
    const sent = transport.send(ADA, stop.signal);
    await relay.received(1);

    stop.abort();

    expect(await sent).toMatchObject({
      result: "aborted",
      excerpt: /may have sent on.*the same Message-ID/,
    });
    await expect.poll(() => relay.open()).toBe(0);
  });

  it("is not sent at all if its signal is already aborted", async () => {
    const { relay, transport } = await transports.open();

    const result = await transport.send(ADA, AbortSignal.abort());

    expect(result).toMatchObject({ result: "aborted", remoteIp: null });
    expect(relay.messages).toEqual([]);
  });

  it("is aborted while it waits for its turn, and the next one gets the turn", async () => {
    const { relay, transport, send } = await transports.open({ isStuck: true }, { concurrency: 1 });
    const [first, second] = [new AbortController(), new AbortController()];
    const stuck = transport.send(ADA, first.signal);
    const waiting = transport.send(mailTo("b@example.org"), second.signal);
    const last = send(mailTo("c@example.org"));
    await relay.received(1);

    second.abort();
    relay.behavior.isStuck = false;
    first.abort();

    expect(await waiting).toMatchObject({ result: "aborted", remoteIp: null });
    expect(await stuck).toMatchObject({ result: "aborted" });
    expect(await last).toMatchObject({ status: 250 });
    expect(relay.messages.map(({ to }) => to[0])).toEqual(["ada@example.org", "c@example.org"]);
  });

  it("is aborted if it had no turn before its deadline", async () => {
    const clock = createFakeClock(START);
    const { relay, send } = await transports.open({}, { clock, rate: 0.01, deadlineMs: 30_000 });
    const first = await send();
    const waiting = send();

    clock.advance(30_000);

    expect(first).toMatchObject({ result: "delivered" });
    expect(await waiting).toMatchObject({ result: "aborted", durationMs: 30_000 });
    expect(relay.messages).toHaveLength(1);
  });

  it("is aborted when the transport closes", async () => {
    const { relay, transport, send } = await transports.open({ isStuck: true }, { concurrency: 1 });
    const sent = [send(), send()];
    await relay.received(1);

    await transport.close();

    expect(await Promise.all(sent)).toMatchObject([{ result: "aborted" }, { result: "aborted" }]);
    expect(await send()).toMatchObject({ result: "aborted" });
    await expect.poll(() => relay.open()).toBe(0);
  });
});

describe("a relay that answers late", () => {
  const TIMEOUT_MS = 600_000;
  /** Starts a relay that does not answer, and sends it a message that waits for the answer. */
  async function sendToStuck() {
    const clock = createFakeClock(START);
    const limits = { clock, concurrency: 1 };
    const { relay, transport, send } = await transports.open({ isStuck: true }, limits);
    let lates = 0;
    const onLate = () => void (lates += 1);
    const sent = transport.send(ADA, noSignal(), { timeoutMs: TIMEOUT_MS, onLate });
    await relay.received(1);
    return { clock, relay, send, sent, lates: () => lates };
  }

  it("gets the message once, and 50 others meanwhile", async () => {
    const { clock, relay, send, sent, lates } = await sendToStuck();
    relay.behavior.isStuck = false;
    const others = Array.from({ length: 50 }, () => send());
    const before = lates();

    clock.advance(5_000);
    const results = await Promise.all(others);
    clock.advance(95_000);
    relay.answerStuck();

    expect(before).toBe(0);
    expect(lates()).toBe(1);
    expect(results.every(({ result }) => result === "delivered")).toBe(true);
    expect(await sent).toMatchObject({ result: "delivered", status: 250, durationMs: 100_000 });
    expect(relay.messages).toHaveLength(51);
    expect(relay.connections()).toBe(2);
  });

  it("gets it again after the time limit, whose answer is said to be missing", async () => {
    const { clock, relay, sent } = await sendToStuck();

    clock.advance(TIMEOUT_MS);

    expect(await sent).toMatchObject({
      result: "retry",
      errorCode: "timeout",
      excerpt: /within 600 s after the end .* may have sent on/,
    });
    await expect.poll(() => relay.open()).toBe(0);
  });
});
