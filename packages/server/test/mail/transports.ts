/** Transports to test relays, both closed after each test. */
import type { MailTransport, MailTransportParts } from "../../src/mail/transport.ts";
import { createMailTransport } from "../../src/mail/transport.ts";
import type { OutgoingMail } from "../../src/mail/smtp/connection.ts";
import { parseRelayUrl, type Relay } from "../../src/mail/smtp/relay.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { type RelayOptions, startRelay, type TestRelay } from "./relay.ts";

/** Registers the hook that closes everything after each test of the file. */
export function useTransports() {
  const transports: MailTransport[] = [];
  const relays: TestRelay[] = [];

  afterEach(async () => {
    const closed = transports.splice(0).map((transport) => transport.close());
    // Some relays do not answer to QUIT.
    await Promise.all(relays.splice(0).map((one) => one.stop()));
    await Promise.all(closed);
  });

  async function relay(options?: RelayOptions): Promise<TestRelay> {
    const started = await startRelay(options);
    relays.push(started);
    return started;
  }

  async function to(url: string, over?: Partial<MailTransportParts>): Promise<MailTransport> {
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

  async function open(options?: RelayOptions, over?: Partial<MailTransportParts>) {
    const started = await relay(options);
    const transport = await to(started.url, over);
    return {
      relay: started,
      transport,
      send: (mail: OutgoingMail = ADA) => transport.send(mail, noSignal()),
    };
  }

  const resultAt = async (url: string) => (await to(url)).send(ADA, noSignal());

  return { relay, to, open, resultAt };
}

export function relayAt(url: string): Relay {
  const parsed = parseRelayUrl(url);
  if (parsed.kind === "invalid") throw new Error(parsed.problem);
  return parsed.relay;
}

export const messageOf = (body = "Hello."): Buffer =>
  Buffer.from(
    `From: forms@example.org\r\nTo: ada@example.org\r\nSubject: Hello\r\n\r\n${body}\r\n`,
  );

export const mailTo = (to: string, message: Uint8Array = messageOf()): OutgoingMail => ({
  envelopeFrom: "forms@example.org",
  to,
  message,
});

export const ADA = mailTo("ada@example.org");

/** A signal that is never aborted. */
export const noSignal = (): AbortSignal => new AbortController().signal;
