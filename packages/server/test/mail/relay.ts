/** An SMTP relay on loopback that records messages, and refuses, stalls or drops as a test tells it. */
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/** A message that the relay received whole, whether or not it accepted it. */
export interface RelayedMessage {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
  /** Whether the connection was encrypted. */
  readonly isSecure: boolean;
  /** The user who signed in; `undefined` = nobody. */
  readonly user: string | undefined;
  /** Differs for each connection. */
  readonly connection: string;
}

/** A reply that refuses, such as `[550, "5.1.1 No such user"]`. */
export type Refusal = readonly [code: number, text: string];

/** What the relay does; a test may change it between messages. */
export interface RelayBehavior {
  /** Never greets. */
  isSilent: boolean;
  /** Refuses connections instead of the greeting. */
  greeting: Refusal | undefined;
  /** Refusals of the sender, of recipients by address, and of whole messages. */
  sender: Refusal | undefined;
  recipients: Readonly<Record<string, Refusal>>;
  message: Refusal | undefined;
  /** Refuses each recipient the first time, with 451. */
  isGreylisting: boolean;
  /**
   * Destroys the connection: when it is made, in the middle of the message, after the whole message without
   * recording it, or after recording it, each time before it answers.
   */
  drop: "connection" | "data" | "message" | "recorded" | undefined;
  /** Records whole messages, and answers them only once {@link TestRelay.answerStuck} is called. */
  isStuck: boolean;
}

export interface RelayOptions extends Partial<RelayBehavior> {
  /** Offers STARTTLS, or speaks TLS from the start if `isImplicitTls`. */
  readonly certificate?: { readonly key: string; readonly cert: string };
  readonly isImplicitTls?: boolean;
  /** Requires this user to sign in, also without TLS. */
  readonly auth?: { readonly user: string; readonly password: string };
  /** The largest message in bytes, which the relay announces. */
  readonly maxBytes?: number;
  /** Limits the size without announcing it. */
  readonly hidesMaxBytes?: boolean;
  readonly lacks8BitMime?: boolean;
  readonly lacksSmtpUtf8?: boolean;
  readonly lacksPipelining?: boolean;
  /** Listens on this port, such as the one of a relay that was stopped. Default: any free one. */
  readonly port?: number;
}

export type TestRelay = Awaited<ReturnType<typeof startRelay>>;

const USUAL = {
  isSilent: false,
  greeting: undefined,
  sender: undefined,
  recipients: {},
  message: undefined,
  isGreylisting: false,
  drop: undefined,
  isStuck: false,
};

/** How long tests wait for messages, also on a busy machine. */
const MAX_WAIT_MS = 20_000;

export async function startRelay(options: RelayOptions = {}) {
  const behavior: RelayBehavior = { ...USUAL, ...options };
  const messages: RelayedMessage[] = [];
  const greylisted = new Set<string>();
  const sockets = new Set<Socket>();
  const unanswered: (() => void)[] = [];
  let connections = 0;

  const drop = ({ remotePort }: SMTPServerSession) => {
    for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy();
  };

  const server = new SMTPServer({
    ...serverOptions(options),
    onConnect(session, answer) {
      if (behavior.drop === "connection") drop(session);
      else if (!behavior.isSilent) answer(errorOf(behavior.greeting));
    },
    onAuth({ username, password }, _, answer) {
      const { auth } = options;
      const isRight = username === auth?.user && password === auth?.password;
      answer(null, isRight ? { user: username } : { message: "5.7.8 Wrong password" });
    },
    onMailFrom(_, __, answer) {
      answer(errorOf(behavior.sender));
    },
    onRcptTo({ address }, _, answer) {
      const isFirst = behavior.isGreylisting && !greylisted.has(address);
      greylisted.add(address);
      answer(errorOf(isFirst ? [451, "4.7.1 Try again later"] : behavior.recipients[address]));
    },
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        if (behavior.drop === "data") drop(session);
      });
      stream.on("end", () => {
        if (behavior.drop === "message") return drop(session);
        if (stream.sizeExceeded) return answer(errorOf([552, "5.3.4 Message too large"]));
        messages.push(recorded(session, Buffer.concat(chunks)));
        if (behavior.drop === "recorded") return drop(session);
        const accept = () => answer(errorOf(behavior.message), "2.0.0 Queued");
        if (behavior.isStuck) unanswered.push(accept);
        else accept();
      });
    },
  });
  server.server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  // Errors of single connections, which tests provoke.
  server.on("error", () => undefined);
  await once(server.listen(options.port ?? 0, "127.0.0.1"), "listening");
  const { port } = server.server.address() as AddressInfo;

  const cut = (how?: "reset") => {
    for (const socket of sockets) {
      if (how === "reset") socket.resetAndDestroy();
      else socket.destroy();
    }
  };
  const url = `${options.isImplicitTls === true ? "smtps" : "smtp"}://127.0.0.1:${port}`;
  return {
    port,
    /** `smtp://127.0.0.1:port`, or `smtps://`. */
    url,
    /** Of a server that sends through it. */
    settings: { INTRAY_SMTP_URL: url, INTRAY_MAIL_FROM: "Forms <forms@intray.test>" },
    behavior,
    messages,
    /** Connections accepted so far. */
    connections: () => connections,
    /** Connections that are open. */
    open: () => sockets.size,
    /** Waits until `count` messages have arrived. */
    async received(count: number) {
      await vi.waitUntil(() => messages.length >= count, { timeout: MAX_WAIT_MS, interval: 10 });
      return messages;
    },
    /** Accepts the messages that were not answered. */
    answerStuck() {
      for (const answer of unanswered.splice(0)) answer();
    },
    /** Closes every open connection; with `reset` as if the network had failed. */
    cut,
    /** Stops as a crash would: destroys every connection. */
    async stop() {
      const closed = new Promise<void>((done) => {
        server.close(done);
      });
      cut();
      await closed;
    },
  };
}

function serverOptions(options: RelayOptions) {
  const disabled = [
    ...(options.certificate === undefined || options.isImplicitTls === true ? ["STARTTLS"] : []),
    ...(options.auth === undefined ? ["AUTH"] : []),
  ];
  return {
    ...options.certificate,
    name: "relay.example.org",
    banner: "Test relay",
    secure: options.isImplicitTls ?? false,
    disabledCommands: disabled,
    allowInsecureAuth: true,
    authOptional: options.auth === undefined,
    disableReverseLookup: true,
    hide8BITMIME: options.lacks8BitMime ?? false,
    hideSMTPUTF8: options.lacksSmtpUtf8 ?? false,
    hidePIPELINING: options.lacksPipelining ?? false,
    hideENHANCEDSTATUSCODES: true,
    hideSize: options.hidesMaxBytes ?? false,
    ...(options.maxBytes === undefined ? {} : { size: options.maxBytes }),
    // Only the sender and tests end connections.
    socketTimeout: 600_000,
    closeTimeout: 1,
    maxAllowedUnauthenticatedCommands: false as const,
  };
}

function errorOf(refusal: Refusal | undefined): Error | null {
  if (refusal === undefined) return null;
  const [responseCode, text] = refusal;
  return Object.assign(new Error(text), { responseCode });
}

function recorded(session: SMTPServerSession, raw: Buffer): RelayedMessage {
  const { mailFrom, rcptTo } = session.envelope;
  return {
    from: mailFrom === false ? "" : mailFrom.address,
    to: rcptTo.map(({ address }) => address),
    raw,
    isSecure: session.secure,
    user: session.user as string | undefined,
    connection: session.id,
  };
}
