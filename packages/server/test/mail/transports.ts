/** Transports to test relays, both closed after each test. */
import { afterEach } from "vitest";
import {
  createMailTransport,
  type MailTransport,
  type MailTransportParts,
} from "../../src/mail/transport.ts";
import { parseRelayUrl, type Relay } from "../../src/mail/smtp/relay.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { type RelayOptions, startRelay, type TestRelay } from "./relay.ts";

export interface Transports {
  /** Starts a relay. */
  readonly relay: (options?: RelayOptions) => Promise<TestRelay>;
  /** Opens a transport to a relay. */
  readonly to: (url: string, over?: Partial<MailTransportParts>) => Promise<MailTransport>;
}

/** Registers the hook that closes everything after each test of the file. */
export function useTransports(): Transports {
  const transports: MailTransport[] = [];
  const relays: TestRelay[] = [];

  afterEach(async () => {
    const closed = transports.splice(0).map((transport) => transport.close());
    // Some relays do not answer to QUIT.
    await Promise.all(relays.splice(0).map((relay) => relay.stop()));
    await Promise.all(closed);
  });

  return {
    async relay(options) {
      const relay = await startRelay(options);
      relays.push(relay);
      return relay;
    },
    async to(url, over) {
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
    },
  };
}

function relayAt(url: string): Relay {
  const parsed = parseRelayUrl(url);
  if (parsed.kind === "invalid") throw new Error(parsed.problem);
  return parsed.relay;
}

/** A whole message with this body. */
export const messageOf = (body = "Hello."): Buffer =>
  Buffer.from(
    `From: forms@example.org\r\nTo: ada@example.org\r\nSubject: Hello\r\n\r\n${body}\r\n`,
  );

export const mailTo = (to: string, message: Uint8Array = messageOf()) => ({
  envelopeFrom: "forms@example.org",
  to,
  message,
});

/** A signal that is never aborted. */
export const noSignal = (): AbortSignal => new AbortController().signal;
