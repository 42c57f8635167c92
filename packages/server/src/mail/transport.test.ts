import { afterEach, describe, expect, it } from "vitest";
import { type RelayOptions, startRelay, type TestRelay } from "../../test/mail/relay.ts";
import { systemClock } from "../platform/clock.ts";
import { parseRelayUrl, type Relay } from "./smtp/relay.ts";
import { createMailTransport, type MailTransport, type MailTransportParts } from "./transport.ts";

const transports: MailTransport[] = [];
const relays: TestRelay[] = [];

afterEach(async () => {
  await Promise.all(transports.splice(0).map((transport) => transport.close()));
  await Promise.all(relays.splice(0).map((relay) => relay.stop()));
});

async function relayWith(options: RelayOptions = {}): Promise<TestRelay> {
  const relay = await startRelay(options);
  relays.push(relay);
  return relay;
}

async function transportTo(
  url: string,
  over: Partial<MailTransportParts> = {},
): Promise<MailTransport> {
  const transport = await createMailTransport({
    relay: relayAt(url),
    clock: systemClock,
    deadlineMs: 20_000,
    concurrency: 5,
    rate: undefined,
    ...over,
  });
  transports.push(transport);
  return transport;
}

function relayAt(url: string): Relay {
  const parsed = parseRelayUrl(url);
  if (parsed.kind === "invalid") throw new Error(parsed.problem);
  return parsed.relay;
}

const message = (body = "Hello.") =>
  Buffer.from(
    `From: forms@example.org\r\nTo: ada@example.org\r\nSubject: Hello\r\n\r\n${body}\r\n`,
  );
const mail = (over: { readonly to?: string; readonly message?: Uint8Array } = {}) => ({
  envelopeFrom: "forms@example.org",
  to: "ada@example.org",
  message: message(),
  ...over,
});
const never = () => new AbortController().signal;

describe("a relay that accepts", () => {
  it("receives sender, recipient and the bytes of the message", async () => {
    const relay = await relayWith();
    const transport = await transportTo(relay.url);

    const result = await transport.send(mail(), never());

    expect(result).toMatchObject({
      kind: "answered",
      code: 250,
      reply: "250 2.0.0 Queued",
      isFinal: false,
      remoteIp: "127.0.0.1",
    });
    expect(relay.messages).toMatchObject([{ from: "forms@example.org", to: ["ada@example.org"] }]);
    expect(relay.messages[0]?.raw.equals(message())).toBe(true);
  });

  it("receives lines that begin with a dot, and ones with bare line ends as lines", async () => {
    const relay = await relayWith();
    const transport = await transportTo(relay.url);

    await transport.send(mail({ message: message(".\r\n..a\r\n.b\n.c") }), never());

    expect(relay.messages[0]?.raw.toString()).toBe(message(".\r\n..a\r\n.b\r\n.c").toString());
  });

  it("receives one message after the other over the same connection", async () => {
    const relay = await relayWith();
    const transport = await transportTo(relay.url);

    for (const to of ["a@example.org", "b@example.org", "c@example.org"]) {
      await transport.send(mail({ to }), never());
    }

    expect(relay.messages.map(({ to }) => to[0])).toEqual([
      "a@example.org",
      "b@example.org",
      "c@example.org",
    ]);
    expect(relay.connections()).toBe(1);
  });

  it("has no more connections than the limit", async () => {
    const relay = await relayWith();
    const transport = await transportTo(relay.url, { concurrency: 2 });

    await Promise.all(Array.from({ length: 10 }, () => transport.send(mail(), never())));

    expect(relay.messages).toHaveLength(10);
    expect(relay.connections()).toBe(2);
  });

  it("is reached again after it has closed idle connections", async () => {
    const relay = await relayWith();
    const transport = await transportTo(relay.url);
    await transport.send(mail(), never());

    relay.cut();
    const result = await transport.send(mail(), never());

    expect(result).toMatchObject({ kind: "answered", code: 250 });
    expect(relay.connections()).toBe(2);
  });
});
