/**
 * The body of an upload as it arrives. The memory of each chunk is given back as soon as the next one is
 * asked for: left to the garbage collector, which counts such memory but does not see how short-lived it
 * is, uploads would keep it busy and still hold many times what they need (decision 0113).
 */
import type { IncomingMessage } from "node:http";
import type { Turns } from "../attachments/slots.ts";
import { brokenOff } from "./read-body.ts";
import { uploadTooLarge } from "./limits.ts";

/** Waits for the next piece; `undefined` = there is none. Asking for it ends the one given before. */
export type Pull = () => Promise<Buffer | undefined>;

export interface BodyChunks {
  /** @throws AppError `too_large` as soon as `maxBytes` are passed; `malformed` when the sender goes away. */
  readonly pull: Pull;
  /**
   * From the next chunk on, holds a turn from when a chunk is there until the one after is asked for, and
   * none while the sender is waited for. Whoever waits for a turn reads nothing.
   */
  readonly takeTurns: (turns: Turns | undefined) => void;
  /** Lets go of the request, which may then be read on by others, and of the turn. */
  readonly stop: () => void;
}

/** Does not destroy the request, which the answer needs. */
export function bodyChunks(incoming: IncomingMessage, maxBytes: number): BodyChunks {
  let size = 0;
  let given: Buffer | undefined;
  let turns: Turns | undefined;
  let hasTurn = false;
  let isStopped = false;
  let wake = () => {};
  const onChange = () => wake();
  for (const event of CHANGES) incoming.on(event, onChange);

  function release(): void {
    if (given !== undefined) giveBack(given);
    given = undefined;
    if (hasTurn) turns?.end();
    hasTurn = false;
  }

  async function next(): Promise<Buffer | undefined> {
    for (;;) {
      if (incoming.readableLength > 0) {
        if (turns !== undefined) await takeTurn(turns);
        const chunk: unknown = incoming.read();
        if (Buffer.isBuffer(chunk)) return chunk;
        release();
      }
      // Asks for more, or notices the end.
      incoming.read(0);
      if (incoming.complete && incoming.readableLength === 0) return undefined;
      if (incoming.destroyed) throw brokenOff();
      if (incoming.readableLength === 0) await new Promise<void>((resolve) => (wake = resolve));
    }
  }

  async function takeTurn(wanted: Turns): Promise<void> {
    await wanted.take();
    hasTurn = true;
    if (!isStopped) return;
    // Nobody will ask for more, and others want the turn.
    release();
    throw brokenOff();
  }

  return {
    takeTurns(wanted) {
      turns = wanted;
    },
    async pull() {
      release();
      given = await next();
      size += given?.byteLength ?? 0;
      if (size > maxBytes) throw uploadTooLarge(maxBytes);
      return given;
    },
    stop() {
      isStopped = true;
      release();
      for (const event of CHANGES) incoming.off(event, onChange);
    },
  };
}

const CHANGES = ["readable", "end", "close", "error"] as const;

/** What is cut from a larger piece stays: others use the rest of it. */
function giveBack({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
