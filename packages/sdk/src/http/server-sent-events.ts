/** Parses server-sent events (HTML standard, 9.2). */
import type { EventSourceMessage } from "eventsource-parser";
import { UnexpectedAnswerError } from "../errors.ts";

/** One event as sent. */
export interface SentEvent {
  readonly type: string;
  /** `undefined` if the event has no id field. */
  readonly id: string | undefined;
  readonly data: string;
}

interface Hooks {
  /** Called for every event and heartbeat. */
  readonly onActivity: () => void;
  /** Called with the server's `retry` field: the delay before a reconnect. */
  readonly onDelay: (ms: number) => void;
  /** Called with the last id after the events before it are consumed; blocks without an event count too. */
  readonly onPosition: (id: string) => void;
}

/** Longest event; Intray's have less than a hundredth of it. */
const MAX_EVENT_CHARACTERS = 1_048_576;

/** Reads the next chunk after all events of the last are consumed. @throws the error of the body. */
export async function* readServerSentEvents(
  body: AsyncIterable<Uint8Array>,
  { onActivity, onDelay, onPosition }: Hooks,
): AsyncGenerator<SentEvent, void> {
  const { createParser } = await import("eventsource-parser");
  const ready: EventSourceMessage[] = [];
  let isTooLong = false;
  const parser = createParser({
    onEvent: (event) => void ready.push(event),
    onComment: onActivity,
    onRetry: onDelay,
    onError: ({ type }) => void (isTooLong ||= type === "max-buffer-size-exceeded"),
    maxBufferSize: MAX_EVENT_CHARACTERS,
  });
  const decoder = new TextDecoder();
  const positions = new Positions();
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true });
    parser.feed(text);
    const position = positions.feed(text);
    for (const { event = "message", id, data } of ready.splice(0)) {
      onActivity();
      yield { type: event, id, data };
    }
    if (position !== undefined) onPosition(position);
    if (isTooLong) {
      throw new UnexpectedAnswerError(
        200,
        `The server sent an event of more than ${MAX_EVENT_CHARACTERS} characters.`,
      );
    }
  }
}

/** Finds the ids of all blocks. The parser does not report ids of blocks without data. */
class Positions {
  #line = "";
  #id: string | undefined;

  /** Returns the id of the last block with an id that ends in this text. */
  feed(text: string): string | undefined {
    // A \r at the very end may be half of a line break.
    const lines = (this.#line + text).split(/\r\n|\n|\r(?!$)/);
    this.#line = lines.pop() ?? "";
    let ended: string | undefined;
    for (const line of lines) {
      this.#id = /^id: ?([^\0]*)$/.exec(line)?.[1] ?? this.#id;
      if (line !== "") continue;
      ended = this.#id ?? ended;
      this.#id = undefined;
    }
    return ended;
  }
}
