/** One connection to the relay: dialed, greeted, encrypted and signed in, then used for one message at a time. */
import { isAscii } from "node:buffer";
import { connect, Socket } from "node:net";
import { Readable } from "node:stream";
import { TLSSocket } from "node:tls";
import { type Relay, withoutSecrets } from "./relay.ts";
import { type RelayReply, SmtpFailure, type Step } from "./result.ts";
import { networkErrorDetail } from "../../platform/network-error.ts";
import type SmtpConnection from "nodemailer/lib/smtp-connection";

export interface OutgoingMail {
  /** The address that the relay reports failures to. */
  readonly envelopeFrom: string;
  /** The domain may be international; then the relay gets it in ASCII. Other letters before the @ need SMTPUTF8. */
  readonly to: string;
  /** The whole message, RFC 5322. */
  readonly message: Uint8Array;
}

interface ConnectionParts {
  readonly relay: Relay;
  /** nodemailer's class, which is loaded only if e-mail is set up. */
  readonly SmtpConnection: typeof SmtpConnection;
  /** Called for each step that succeeded, with the answer or what is known of it, without the password. */
  readonly onStep?: ((step: Step, text: string) => void) | undefined;
}

export type RelayConnection = ReturnType<typeof createConnection>;

/** The next address of a host is tried after this time: Node's default of 250 ms is short for distant relays. */
const NEXT_ADDRESS_MS = 2_000;
/** Longer than every deadline, so that the caller's clock decides. */
const NO_TIMEOUT_MS = 24 * 60 * 60_000;
const MAX_REPLY_BYTES = 64 * 1_024;

export function createConnection({
  relay,
  SmtpConnection,
  onStep = () => undefined,
}: ConnectionParts) {
  const hide = withoutSecrets(relay);
  let dialed: Socket | undefined;
  let smtp: SmtpConnection | undefined;
  let remoteIp: string | null = null;
  let messages = 0;
  let isSignedIn = false;
  let isRefused = false;
  /** Rejects the operation that is running. */
  let onLost: (error: unknown) => void = () => undefined;
  let onWritten: () => void = () => undefined;
  let extensions = "";

  const transcript = createTranscript((step, text) => {
    if (step === "greeting") extensions = text;
    if (step !== "tls" && text.startsWith("2")) onStep(step, hide(text));
  });
  // nodemailer puts "secret" for the password into its log.
  const logger = {
    debug({ tnx }: { readonly tnx?: string }, line: string) {
      if (tnx === "client") transcript.sent(line);
      else if (tnx === "server") transcript.received(line);
    },
    // The end of a message, which it reports also if the relay has not asked for one.
    info({ tnx }: { readonly tnx?: string }) {
      if (tnx === "message" && transcript.isMessageWanted()) onWritten();
    },
  };

  const step = (): Step =>
    smtp === undefined ? "connect" : smtp.upgrading === true ? "tls" : transcript.step();

  const failure = (error: unknown, isMessageSent = false) =>
    failureOf(error, { step: step(), isMessageSent, hide });

  const dial = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const { host, port } = relay;
      const socket = connect({ host, port, autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS });
      dialed = socket;
      socket.once("error", (error) => reject(failure(error)));
      socket.once("connect", () => {
        socket.removeAllListeners("error");
        remoteIp = socket.remoteAddress ?? null;
        onStep("connect", `${socket.remoteAddress} port ${socket.remotePort}`);
        resolve(socket);
      });
    });

  /** Runs an operation of nodemailer, which reports most errors to its callback, and some as an event only. */
  function run<T>(
    start: (done: (error: Error | null | undefined, value?: T) => void) => void,
    isMessageSent: () => boolean = () => false,
  ): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => reject(failure(error, isMessageSent()));
      onLost = fail;
      start((error, value) => {
        if (error === null || error === undefined) resolve(value);
        else fail(error);
      });
    });
  }

  async function greet(connection: Socket): Promise<SmtpConnection> {
    const opened = new SmtpConnection({
      connection,
      host: relay.host,
      port: relay.port,
      secure: relay.tls === "implicit",
      requireTLS: relay.tls === "required",
      ignoreTLS: relay.tls === "off",
      logger,
      transactionLog: true,
      maxResponseSize: MAX_REPLY_BYTES,
      connectionTimeout: NO_TIMEOUT_MS,
      greetingTimeout: NO_TIMEOUT_MS,
      socketTimeout: NO_TIMEOUT_MS,
    });
    smtp = opened;
    opened.on("error", (error) => onLost(error));
    opened.on("end", () => {
      const fail = onLost;
      // After the callback, which knows the answer with which the relay closed the connection.
      queueMicrotask(() => fail(new Error("The connection was closed.")));
    });
    await run((done) => opened.connect(done));
    const { _socket: encrypted } = opened;
    if (encrypted instanceof TLSSocket) {
      onStep("tls", `${encrypted.getProtocol()}, ${encrypted.getCipher().name}`);
    }
    return opened;
  }

  async function signIn(opened: SmtpConnection): Promise<void> {
    const { auth } = relay;
    if (auth === undefined) return;
    // nodemailer would send the password anyway.
    if (!opened.allowsAuth) {
      const advice =
        relay.tls === "off" ? " It may offer it after STARTTLS: use ?tls=required." : "";
      const text = `The relay does not offer to sign in, but the URL has a user and a password.${advice}`;
      throw new SmtpFailure(text, { step: "auth" });
    }
    await run((done) => opened.login({ user: auth.user, pass: auth.password }, done));
  }

  async function transmit(opened: SmtpConnection, mail: OutgoingMail): Promise<RelayReply> {
    const { buffer, byteOffset, byteLength } = mail.message;
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    let isStarted = false;
    // Read only once the relay has asked for the message.
    const message = new Readable({
      read() {
        isStarted = true;
        this.push(bytes);
        this.push(null);
      },
    });
    const envelope = {
      from: mail.envelopeFrom,
      to: mail.to,
      size: byteLength,
      use8BitMime: !isAscii(bytes),
    };
    const info = await run<{ readonly response: string }>(
      (done) => opened.send(envelope, message, done),
      () => isStarted,
    );
    const reply = replyOf(hide(info?.response ?? ""));
    if (transcript.isMessageWanted()) return reply;
    // nodemailer takes 250 for 354, and the first line of the message for a command that was accepted.
    opened.close();
    throw new SmtpFailure(`The relay did not ask for the message: ${reply.text}`, {
      step: "message",
    });
  }

  function requireExtensions({ to, message }: OutgoingMail): void {
    if (!isAscii(Buffer.from(to)) && !/^250[ -]SMTPUTF8\b/im.test(extensions)) {
      throw refusal(
        "recipient",
        `553 5.6.7 The address ${to} has letters outside of ASCII before its @, which the relay does not accept: it does not offer SMTPUTF8.`,
      );
    }
    if (isAscii(message) || /^250[ -]8BITMIME\b/im.test(extensions)) return;
    throw refusal(
      "message",
      "554 5.6.3 The message has 8-bit characters, which the relay does not accept.",
    );
  }

  const destroy = () => {
    smtp?.close();
    dialed?.destroy();
  };

  return {
    /** Connects, encrypts and signs in. @throws SmtpFailure. */
    async open() {
      await signIn(await greet(await dial()));
      isSignedIn = true;
    },
    /**
     * Returns the answer to an accepted message. @throws SmtpFailure.
     *
     * @param onWritten Called once the message was written with its final dot. Only the answer is missing then.
     */
    async send(mail: OutgoingMail, whenWritten: () => void) {
      if (smtp === undefined) throw new Error("The connection is not open.");
      const opened = smtp;
      onWritten = whenWritten;
      // Ends the transaction of a refused message, so that the next one can begin.
      if (isRefused) await run((done) => opened.reset(done));
      messages += 1;
      isRefused = true;
      requireExtensions(mail);
      const reply = await transmit(opened, mail);
      isRefused = false;
      return reply;
    },
    /** Whether the network has taken everything that was written. */
    isFlushed() {
      if (smtp === undefined) return false;
      const { _socket: socket } = smtp;
      return socket instanceof Socket && socket.writableLength === 0;
    },
    /** The step that the relay has not answered yet. */
    step,
    /** Whether another message can be sent. */
    isOpen: () => isSignedIn && smtp?.destroyed === false,
    /** Messages sent or refused so far. */
    messages: () => messages,
    /** `null` before the connection is made. */
    remoteIp: () => remoteIp,
    /** Says goodbye. Resolves once the connection is closed. */
    async quit() {
      if (dialed === undefined || dialed.destroyed) return;
      smtp?.quit();
      const { promise, resolve } = Promise.withResolvers<void>();
      dialed.once("close", () => resolve());
      await promise;
    },
    /** Closes at once. What {@link open} and {@link send} returned may stay pending. */
    destroy,
  };
}

/** What a relay would answer that is not asked. */
const refusal = (step: Step, text: string) => new SmtpFailure(text, { step, reply: replyOf(text) });

interface NodemailerError {
  readonly code: string;
  /** The command that failed; `CONN` and `API` are none. */
  readonly command: string;
  readonly response: string;
}

const STEP_OF_COMMAND: Readonly<Record<string, Step>> = {
  "MAIL FROM": "sender",
  "RCPT TO": "recipient",
  DATA: "message",
  STARTTLS: "tls",
};

interface FailureContext {
  /** The step that the relay had not answered. */
  readonly step: Step;
  readonly isMessageSent: boolean;
  readonly hide: (text: string) => string;
}

function failureOf(error: unknown, { step, isMessageSent, hide }: FailureContext): SmtpFailure {
  const { code, command, response } = error as Partial<NodemailerError>;
  const text = hide(networkErrorDetail(error));
  // Larger than the relay announced, so nodemailer does not send it: what the relay would answer.
  if (code === "EMESSAGE" && response === undefined) {
    return new SmtpFailure(text, { step: "message", reply: replyOf(`552 5.3.4 ${text}`) });
  }
  const reply = response === undefined ? undefined : refusalIn(hide(response));
  return new SmtpFailure(text, {
    step: STEP_OF_COMMAND[command ?? ""] ?? step,
    reply,
    isMessageSent: isMessageSent && reply === undefined,
    cause: error,
  });
}

/** Only 4xx and 5xx refuse. Any other answer to a command that failed shows that this is no SMTP server. */
const refusalIn = (text: string) => (/^[45]\d\d(?:[ -]|$)/.test(text) ? replyOf(text) : undefined);

const replyOf = (text: string): RelayReply => ({ code: Number(text.slice(0, 3)) || 0, text });

const STEP_OF_VERB: Readonly<Record<string, Step>> = {
  EHLO: "greeting",
  HELO: "greeting",
  STARTTLS: "tls",
  AUTH: "auth",
  MAIL: "sender",
  RCPT: "recipient",
  DATA: "message",
};

/** @param onReply Called for each answer. */
function createTranscript(onReply: (step: Step, text: string) => void) {
  /** In the order in which the relay answers: several commands may be sent before the first answer. */
  const unanswered: (Step | undefined)[] = ["greeting"];
  let last: Step = "greeting";
  let isMessageWanted = false;
  return {
    /** The step that the relay has not answered yet; the last one if it has answered all. */
    step: () => unanswered[0] ?? last,
    /** Whether the relay has asked for the message after the last DATA (354). */
    isMessageWanted: () => isMessageWanted,
    sent(line: string) {
      // Ends a message without content, after every recipient was refused; its answer is awaited already.
      if (line === ".") return;
      const [verb = ""] = line.split(" ", 1);
      if (verb === "DATA") isMessageWanted = false;
      // Other lines continue a sign-in, or end a message or the conversation.
      unanswered.push(STEP_OF_VERB[verb] ?? (last === "auth" ? "auth" : undefined));
    },
    /** Adds an answer, which may have several lines. */
    received(text: string) {
      const step = unanswered.shift();
      if (step === undefined) return;
      last = step;
      // 354: now the message is sent, and answered once more.
      if (step === "message" && text.startsWith("3")) {
        isMessageWanted = true;
        unanswered.unshift("message");
      }
      // 334: the sign-in continues.
      else if (!text.startsWith("3")) onReply(step, text);
    },
  };
}
