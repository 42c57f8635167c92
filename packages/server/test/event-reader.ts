/** Follows `GET /api/v1/events` as a program would, and can be cut off at any moment. */
import { fetch, type Response } from "undici";
import { ACCOUNT_KEY } from "./api-server.ts";

export interface Told {
  readonly kind: string;
  readonly data: {
    readonly id: number;
    readonly form_id: number;
    readonly [name: string]: unknown;
  };
  /** As `Last-Event-ID` would name it after this event. */
  readonly lastId: string;
}

export interface EventReader {
  readonly response: Response;
  /** What was read so far, comments and hints included. */
  readonly text: string;
  /** What to resume with. */
  readonly lastId: string;
  /** The next event; `undefined` once the stream has ended. */
  next(): Promise<Told | undefined>;
  /** The next `count` events. @throws Error when the stream ends before. */
  take(count: number): Promise<readonly Told[]>;
  /** Reads to the end of the stream. */
  rest(): Promise<readonly Told[]>;
  cut(): void;
}

export async function followEvents(
  server: { readonly url: string },
  {
    key = ACCOUNT_KEY,
    lastId = "",
    query = "",
  }: { readonly key?: string; readonly lastId?: string; readonly query?: string } = {},
): Promise<EventReader> {
  const ending = new AbortController();
  const response = await fetch(`${server.url}/api/v1/events${query}`, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(lastId === "" ? {} : { "last-event-id": lastId }),
    },
    signal: ending.signal,
  });
  const blocks = readBlocks(response);
  let text = "";
  let last = lastId;

  async function next(): Promise<Told | undefined> {
    for (;;) {
      const block = await blocks.next().catch(() => ({ done: true as const, value: undefined }));
      if (block.done === true) return undefined;
      text += block.value;
      const fields = new Map(
        block.value
          .split("\n")
          .filter((line) => line !== "" && !line.startsWith(":"))
          .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
      );
      last = fields.get("id") ?? last;
      const [kind, data] = [fields.get("event"), fields.get("data")];
      if (kind !== undefined && data !== undefined) {
        return { kind, data: JSON.parse(data) as Told["data"], lastId: last };
      }
    }
  }

  return {
    response,
    get text() {
      return text;
    },
    get lastId() {
      return last;
    },
    next,
    async take(count) {
      const told: Told[] = [];
      while (told.length < count) {
        const one = await next();
        if (one === undefined) throw new Error(`The stream ended. It said: ${text}`);
        told.push(one);
      }
      return told;
    },
    async rest() {
      const told: Told[] = [];
      for (let one = await next(); one !== undefined; one = await next()) told.push(one);
      return told;
    },
    cut: () => ending.abort(),
  };
}

/** What stands between two empty lines, with them. */
async function* readBlocks({ body }: Response): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
      yield text.slice(0, end + 2);
      text = text.slice(end + 2);
    }
  }
  return undefined;
}
