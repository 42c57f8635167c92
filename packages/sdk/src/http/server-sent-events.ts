/** Bytes to events, by the rules of the HTML standard for server-sent events. */
import type { EventSourceMessage } from "eventsource-parser";
import { UnexpectedAnswerError } from "../errors.ts";

/** One event as it was sent. */
export interface SentEvent {
  readonly type: string;
  /** `undefined` where the event has none of its own. */
  readonly id: string | undefined;
  readonly data: string;
}

interface Hooks {
  /** An event or a heartbeat came. */
  readonly onLife: () => void;
  /** How long the server wants us to wait before we connect again. */
  readonly onDelay: (ms: number) => void;
  /** Where the stream stands once what came before is taken, told by an event or by itself. */
  readonly onPosition: (id: string) => void;
}

/** Characters of one event; ours have less than a hundredth. */
const MAX_CHARACTERS = 1_048_576;

/** Reads on only when all events of a chunk were taken. @throws what the body breaks off with. */
export async function* readServerSentEvents(
  body: AsyncIterable<Uint8Array>,
  { onLife, onDelay, onPosition }: Hooks,
): AsyncGenerator<SentEvent, void> {
  const { createParser } = await import("eventsource-parser");
  const ready: EventSourceMessage[] = [];
  let isTooLong = false;
  const parser = createParser({
    onEvent: (event) => void ready.push(event),
    onComment: onLife,
    onRetry: onDelay,
    onError: ({ type }) => void (isTooLong ||= type === "max-buffer-size-exceeded"),
    maxBufferSize: MAX_CHARACTERS,
  });
  const decoder = new TextDecoder();
  const positions = new Positions();
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true });
    parser.feed(text);
    const position = positions.feed(text);
    for (const { event = "message", id, data } of ready.splice(0)) {
      onLife();
      yield { type: event, id, data };
    }
    if (position !== undefined) onPosition(position);
    if (isTooLong) {
      throw new UnexpectedAnswerError(
        200,
        `The server sent an event above ${MAX_CHARACTERS} characters.`,
      );
    }
  }
}

/** Reads the ids of all blocks. The parser keeps to itself those of blocks without data, which are no events. */
class Positions {
  #line = "";
  #id: string | undefined;

  /** The id of the last block that has ended within this text and has one. */
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
