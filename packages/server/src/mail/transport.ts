/** Sends messages through the relay, over connections that are used again. */
import { abortedResult, type DeliveryResult } from "../domain/delivery/delivery-result.ts";
import { parseAddress } from "../domain/mail/address.ts";
import { lacksHandles } from "../domain/outage.ts";
import { createAbortListeners } from "../platform/abort-listeners.ts";
import { type Clock, msBetween, plusMs } from "../platform/clock.ts";
import { isOutOfHandles } from "../platform/file-handles.ts";
import { createConnection, type OutgoingMail, type RelayConnection } from "./smtp/connection.ts";
import {
  abortedUnconfirmed,
  accept,
  resultOf,
  timedOut,
  unconfirmed,
  type UntimedResult,
  unusable,
  SmtpFailure,
  type Step,
} from "./smtp/result.ts";
import type { Relay } from "./smtp/relay.ts";

export type MailTransport = Awaited<ReturnType<typeof createMailTransport>>;

/** How to wait for the answer to a whole message, which relays may give after minutes (RFC 5321, 4.5.3.2.6). */
export interface LateAnswer {
  /** From the end of the message on, whatever the deadline. */
  readonly timeoutMs: number;
  /** Called once the relay has had the whole message for a while. The message gives up its turn then. */
  readonly onLate: () => void;
}

export interface MailTransportParts {
  readonly relay: Relay;
  readonly clock: Clock;
  /** Limit for a whole send, with the time that it waits for its turn. */
  readonly deadlineMs: number;
  /** Messages at a time, each over its own connection. */
  readonly concurrency: number;
  /** Messages per second; `undefined` = no limit. */
  readonly rate: number | undefined;
  readonly onStep?: (report: StepReport) => void;
}

export interface StepReport {
  readonly step: Step;
  readonly isOk: boolean;
  /** The answer or the error, which may have several lines. Contains no password. */
  readonly text: string;
}

/** Most relays answer within this time. Then the message keeps its turn, so that the limit of connections holds. */
const LATE_AFTER_MS = 5_000;

/** Loads nodemailer, so that sending needs no file handle but the connection. */
export async function createMailTransport({
  relay,
  clock,
  deadlineMs,
  concurrency,
  rate,
  onStep,
}: MailTransportParts) {
  const { default: SmtpConnection } = await import("nodemailer/lib/smtp-connection");
  const turns = createSendingTurns({ clock, atOnce: concurrency, perSecond: rate });
  const idle = createIdleConnections(clock);
  const onAbort = createAbortListeners();
  /** Each aborts a message that is not finished. */
  const interrupts = new Set<() => void>();
  let isClosed = false;

  const newConnection = () =>
    createConnection({
      relay,
      SmtpConnection,
      onStep: onStep && ((step, text) => onStep({ step, isOk: true, text })),
    });

  /** Sends over an idle connection if there is one. `use` is told which connection can be destroyed. */
  async function transmit(
    mail: OutgoingMail,
    use: (connection: RelayConnection) => void,
    onWritten: () => void,
    isWanted: () => boolean,
  ): Promise<UntimedResult> {
    for (;;) {
      const used = idle.take();
      const connection = used ?? newConnection();
      use(connection);
      try {
        if (used === undefined) await connection.open();
        return accept(await connection.send(mail, onWritten));
      } catch (error) {
        if (!(error instanceof SmtpFailure)) throw error;
        const result = resultOf(error);
        if (lacksHandles(error.cause) || (isLookupFailure(result) && isOutOfHandles())) {
          throw error.cause;
        }
        // The relay had closed the idle connection: nothing was sent yet.
        const isStale = error.reply === undefined || error.reply.code === 421;
        if (used !== undefined && isStale && !error.isMessageSent && isWanted()) continue;
        const text = error.reply?.text ?? error.message;
        if (isWanted()) onStep?.({ step: error.step, isOk: false, text });
        return result;
      }
    }
  }

  function send(
    given: OutgoingMail,
    signal: AbortSignal,
    late?: LateAnswer,
  ): Promise<DeliveryResult> {
    const recipient = parseAddress(given.to, true);
    if ("problem" in recipient) {
      const timing = { startedAt: clock.now(), durationMs: 0, remoteIp: null };
      return Promise.resolve(unusable(recipient.problem)(timing));
    }
    const mail = { ...given, to: recipient.address };
    return new Promise((resolve, reject) => {
      let startedAt = clock.now();
      let begin = clock.monotonic();
      let isRunning = false;
      let connection: RelayConnection | undefined;
      let isWritten = false;
      const isSent = () => isWritten && connection?.isFlushed() === true;

      const timing = () => ({
        startedAt,
        durationMs: Math.round(msBetween(begin, clock.monotonic())),
        remoteIp: connection?.remoteIp() ?? null,
      });
      /** Only the first call counts: a connection that was destroyed may report an error as well. */
      const settle = (result: UntimedResult | undefined, error?: unknown) => {
        if (!interrupts.delete(abort)) return;
        for (const cancel of timers) cancel();
        removeAbortListener();
        if (result === undefined) reject(error);
        else resolve(result(timing()));
        if (connection !== undefined) idle.put(connection);
        if (isRunning) turns.release();
        else withdraw();
      };
      const interrupt = (result: UntimedResult) => {
        connection?.destroy();
        settle(result);
      };
      const abort = () => interrupt(isSent() ? abortedUnconfirmed : abortedResult);
      interrupts.add(abort);
      const fail = (result: UntimedResult) => {
        const step = connection?.step() ?? "connect";
        interrupt(result);
        onStep?.({ step, isOk: false, text: result(timing()).excerpt ?? "" });
      };
      const giveUpTurn = () => {
        if (!isRunning || !isSent()) return;
        isRunning = false;
        turns.release();
        late?.onLate();
      };
      const timers = [
        clock.after(deadlineMs, () => {
          if (connection === undefined) interrupt(abortedResult);
          else if (!isSent()) fail(timedOut(connection.step(), deadlineMs));
          else if (late === undefined) fail(unconfirmed(deadlineMs));
          else giveUpTurn();
        }),
      ];
      const whenWritten = () => {
        isWritten = true;
        if (late === undefined) return;
        const { timeoutMs } = late;
        timers.push(
          clock.after(timeoutMs, () => fail(unconfirmed(timeoutMs))),
          clock.after(LATE_AFTER_MS, giveUpTurn),
        );
      };
      const removeAbortListener = onAbort(signal, abort);
      const withdraw = turns.enqueue(() => {
        isRunning = true;
        startedAt = clock.now();
        begin = clock.monotonic();
        transmit(
          mail,
          (used) => (connection = used),
          whenWritten,
          () => interrupts.has(abort),
        ).then(settle, (error: unknown) => settle(undefined, error));
      });
      if (signal.aborted || isClosed) abort();
    });
  }

  return {
    /**
     * Sends one message to one recipient. Takes no longer than the deadline; a message that did not get its turn
     * by then is `aborted`. Rejects only if this process has no file handle left.
     *
     * @param late Without it the deadline holds for the answer as well.
     */
    send,
    /** Aborts the messages that are being sent, and closes all connections. */
    async close() {
      isClosed = true;
      for (const abort of interrupts) abort();
      await idle.close();
    },
  };
}

const isLookupFailure = (result: UntimedResult): boolean =>
  result({ startedAt: 0, durationMs: 0, remoteIp: null }).errorCode === "dns_error";

/** After a pause as many may follow at once as this time allows, so that late timers do not lower the rate. */
const CATCH_UP_MS = 100;

/** Gives sends their turn: so many at a time, and so many a second. */
export function createSendingTurns({
  clock,
  atOnce,
  perSecond,
}: {
  readonly clock: Clock;
  readonly atOnce: number;
  /** `undefined` = no limit. */
  readonly perSecond: number | undefined;
}) {
  const gapMs = perSecond === undefined ? 0 : 1_000 / perSecond;
  const waiting = new Set<() => void>();
  let running = 0;
  let nextAt = clock.monotonic();
  let isTimerSet = false;

  function run(): void {
    for (const next of waiting) {
      if (running >= atOnce) return;
      const now = clock.monotonic();
      const waitMs = msBetween(now, nextAt);
      if (waitMs > 0) return setTimer(waitMs);
      const earliest = plusMs(now, -CATCH_UP_MS);
      nextAt = plusMs(nextAt < earliest ? earliest : nextAt, gapMs);
      running += 1;
      waiting.delete(next);
      next();
    }
  }

  function setTimer(delayMs: number): void {
    if (isTimerSet) return;
    isTimerSet = true;
    clock.after(delayMs, () => {
      isTimerSet = false;
      run();
    });
  }

  return {
    /** Calls `run` when it is its turn, perhaps at once. Returns a function that withdraws it. */
    enqueue(next: () => void) {
      waiting.add(next);
      run();
      return () => void waiting.delete(next);
    },
    /** Ends the turn of one that ran. */
    release() {
      running -= 1;
      run();
    },
  };
}

/** Shorter than relays wait, so that they rarely close a connection just when it is used. */
const MAX_IDLE_MS = 20_000;
/** Relays limit the messages of one connection; a new one costs little after this many. */
const MAX_MESSAGES = 100;
/** A relay that does not answer to QUIT does not hold up the end of this process. */
const QUIT_MS = 1_000;

/** Connections to the relay that wait for the next message. */
function createIdleConnections(clock: Clock) {
  const idle = new Map<RelayConnection, () => void>();

  async function end(connection: RelayConnection): Promise<void> {
    const cancel = clock.after(QUIT_MS, () => connection.destroy());
    await connection.quit();
    cancel();
  }

  return {
    /** Returns the connection that was used last, `undefined` if there is none. */
    take() {
      const usable = [...idle].findLast(([connection]) => connection.isOpen());
      for (const [connection, cancel] of idle) {
        if (connection.isOpen() && connection !== usable?.[0]) continue;
        cancel();
        idle.delete(connection);
      }
      return usable?.[0];
    },
    /** Keeps the connection for a while if it can be used again, and ends it otherwise. */
    put(connection: RelayConnection) {
      if (!connection.isOpen()) connection.destroy();
      else if (connection.messages() >= MAX_MESSAGES) void end(connection);
      else {
        const cancel = clock.after(MAX_IDLE_MS, () => {
          idle.delete(connection);
          void end(connection);
        });
        idle.set(connection, cancel);
      }
    },
    async close() {
      const all = [...idle];
      idle.clear();
      for (const [, cancel] of all) cancel();
      await Promise.all(all.map(([connection]) => end(connection)));
    },
  };
}
