/** Bytes to events, by the rules of the HTML standard for server-sent events. */
import type { EventSourceMessage } from "eventsource-parser";
import { UnexpectedAnswerError } from "./errors.ts";

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
}

/** Characters of one event; ours have less than a hundredth. */
const MOST_CHARACTERS = 1_048_576;

/** Reads on only when all events of a chunk were taken. @throws what the body breaks off with. */
export async function* readServerSentEvents(
  body: AsyncIterable<Uint8Array>,
  { onLife, onDelay }: Hooks,
): AsyncGenerator<SentEvent, void> {
  const { createParser } = await import("eventsource-parser");
  const ready: EventSourceMessage[] = [];
  let isTooLong = false;
  const parser = createParser({
    onEvent: (event) => void ready.push(event),
    onComment: onLife,
    onRetry: onDelay,
    onError: ({ type }) => void (isTooLong ||= type === "max-buffer-size-exceeded"),
    maxBufferSize: MOST_CHARACTERS,
  });
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    for (const { event = "message", id, data } of ready.splice(0)) {
      onLife();
      yield { type: event, id, data };
    }
    if (isTooLong) {
      throw new UnexpectedAnswerError(
        200,
        `The server sent an event above ${MOST_CHARACTERS} characters.`,
      );
    }
  }
}
