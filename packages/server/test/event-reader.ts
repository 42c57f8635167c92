/** A client of `GET /api/v1/events` or another stream, or with a cookie of the stream of the dashboard, that a test can disconnect at any time. */
import { fetch, type Response } from "undici";
import { ACCOUNT_KEY } from "./api-server.ts";

export interface ReceivedEvent {
  readonly kind: string;
  readonly data: {
    readonly id: number;
    readonly form_id: number;
    readonly [name: string]: unknown;
  };
  /** The value for `Last-Event-ID` after this event. */
  readonly lastId: string;
}

export type EventReader = Awaited<ReturnType<typeof followEvents>>;

export async function followEvents(
  server: { readonly url: string },
  {
    key = ACCOUNT_KEY,
    cookie = undefined as string | undefined,
    lastId = "",
    query = "",
    list = "events",
  } = {},
) {
  const connection = new AbortController();
  const path = cookie === undefined ? "/api/v1" : "/dashboard";
  const response = await fetch(`${server.url}${path}/${list}${query}`, {
    headers: {
      accept: "text/event-stream",
      ...(cookie === undefined ? { authorization: `Bearer ${key}` } : { cookie }),
      ...(lastId === "" ? {} : { "last-event-id": lastId }),
    },
    signal: connection.signal,
  });
  const blocks = readBlocks(response);
  let text = "";
  let last = lastId;

  async function next(): Promise<ReceivedEvent | undefined> {
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
        return { kind, data: JSON.parse(data) as ReceivedEvent["data"], lastId: last };
      }
    }
  }

  return {
    response,
    /** Everything received so far, including comments and retry hints. */
    get text() {
      return text;
    },
    /** The value for `Last-Event-ID` to resume with. */
    get lastId() {
      return last;
    },
    /** Returns the next event; `undefined` when the stream has ended. */
    next,
    /** Returns the next `count` events. @throws Error if the stream ends before. */
    async take(count: number) {
      const received: ReceivedEvent[] = [];
      while (received.length < count) {
        const one = await next();
        if (one === undefined) throw new Error(`The stream ended. Received: ${text}`);
        received.push(one);
      }
      return received;
    },
    async rest() {
      const received: ReceivedEvent[] = [];
      for (let one = await next(); one !== undefined; one = await next()) received.push(one);
      return received;
    },
    cut: () => connection.abort(),
  };
}

/** Yields blocks that end with an empty line. */
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
