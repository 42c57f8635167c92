/** Receivers on raw sockets that send what a test scripts, however malformed, and egresses that post to them. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer, type Server, type Socket } from "node:net";
import { listenOnLoopback } from "../../../test/harness/loopback.ts";
import type { WebhookRequest } from "../src/delivery/deliver.ts";
import { openTestEgress, type TestEgress, type TestEgressOptions } from "./egress.ts";

/** The deadline of attempts that only the deadline ends. */
export const SHORT_MS = 1_000;
/** The deadline of all other attempts, which end on their own. */
export const LONG_MS = 10_000;
/** Bytes of one response that may be read, including what the socket and the parser read at once. */
export const MAX_READ_BYTES = 512 * 1_024;

export type Script = (socket: Socket) => void;

export const OK = "HTTP/1.1 200 OK\r\n";
export const RESET = { result: "retry", errorCode: "connection_reset" } as const;
export const TIMEOUT = { result: "retry", errorCode: "timeout" } as const;
export const answered = (status: number, excerpt = "") => ({ status, excerpt }) as const;

export const response = (body: string, head = OK) =>
  `${head}content-length: ${body.length}\r\n\r\n${body}`;
export const send =
  (...parts: readonly (string | Uint8Array)[]): Script =>
  (socket) => {
    for (const part of parts) socket.write(part);
  };
export const sendNext = send(response("next"));
/** Runs `then` once everything that `first` wrote has been sent. */
export const andThen =
  (first: Script, then: (socket: Socket) => unknown): Script =>
  (socket) => {
    first(socket);
    socket.write("", () => void then(socket));
  };
export const reset = (socket: Socket) => socket.resetAndDestroy();
export const finish = (socket: Socket) => socket.end();
/** Sends `head`, and then one byte every 20 ms without end. */
export const trickle =
  (head: string, byte: string): Script =>
  (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(byte), 20);
    socket.on("close", () => clearInterval(timer));
  };
/** Sends `head`, and then `chunk` again and again as fast as it is read, up to 100 MB. */
export const flood =
  (head: string, chunk: string | Uint8Array): Script =>
  (socket) => {
    let left = 100_000_000;
    const more = () => {
      while (!socket.destroyed && left > 0) {
        left -= chunk.length;
        if (!socket.write(chunk)) return;
      }
    };
    socket.write(head);
    socket.on("drain", more);
    more();
  };

/** undici uses a connection again one round of the event loop after its response. */
export const connectionIsIdle = () =>
  new Promise<void>((done) => setImmediate(() => setImmediate(done)));

/** Registers the hooks that reset and close everything around each test of the file. */
export function useScriptedReceivers() {
  const servers: Server[] = [];
  const scripts: Script[] = [];
  const accepted: Socket[] = [];
  const dialed: Socket[] = [];
  const egresses: TestEgress[] = [];

  const onDialed = (message: unknown) => {
    dialed.push((message as { socket: Socket }).socket);
  };
  beforeEach(() => {
    for (const list of [scripts, accepted, dialed]) list.length = 0;
    subscribe("undici:client:connected", onDialed);
  });
  afterEach(async () => {
    unsubscribe("undici:client:connected", onDialed);
    for (const { egress } of egresses.splice(0)) await egress.close();
    await vi.waitUntil(() => dialed.every((socket) => socket.destroyed));
    for (const socket of accepted) socket.destroy();
    await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))));
  });

  async function receive(...given: readonly Script[]): Promise<string> {
    scripts.splice(0, scripts.length, ...given);
    const server = createServer({ allowHalfOpen: true, noDelay: true }, serve);
    return `http://127.0.0.1:${await listen(server)}/hook`;
  }

  function serve(socket: Socket): void {
    accepted.push(socket);
    let received = "";
    socket.on("error", () => undefined);
    // Some scripts do not notice that the sender closed the connection.
    socket.on("end", () => socket.writable && socket.end());
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      const end = received.indexOf("\r\n\r\n");
      const length = Number(/^content-length: (\d+)/im.exec(received)?.[1] ?? 0);
      if (end < 0 || received.length < end + 4 + length) return;
      received = "";
      nextScript()(socket);
    });
  }

  function nextScript(): Script {
    const [script = () => undefined] = scripts;
    if (scripts.length > 1) scripts.shift();
    return script;
  }

  async function listen(server: Server): Promise<number> {
    servers.push(server);
    return (await listenOnLoopback(server)).port;
  }

  function open(options: TestEgressOptions = {}): TestEgress {
    const egress = openTestEgress({ allow: ["127.0.0.1"], deadlineMs: LONG_MS, ...options });
    egresses.push(egress);
    return egress;
  }

  return {
    /** Sockets that the receivers accepted, in order. */
    accepted,
    /** Sockets that the egresses dialed, in order. */
    dialed,
    /** Scripts for the next requests; the last one repeats. */
    scripts,
    /** Starts a receiver that runs `scripts`, and returns its URL. */
    receive,
    /** Serves one connection by `scripts`. */
    serve,
    listen,
    open,
    /** One attempt at a receiver that runs `script`, and the next delivery to the same receiver. */
    attempt: async (
      script: Script,
      {
        deadlineMs = LONG_MS,
        ...over
      }: { readonly deadlineMs?: number } & Partial<WebhookRequest> = {},
    ) => {
      const url = await receive(script, sendNext);
      const egress = open({ deadlineMs });

      const result = await egress.post(url, over);
      await connectionIsIdle();
      const next = await egress.post(url);

      // Distinguishes attempts that end on their own from those that the deadline ends.
      expect(result.durationMs).toBeLessThan(
        deadlineMs === LONG_MS ? LONG_MS / 2 : deadlineMs + 2_000,
      );
      for (const socket of dialed) expect(socket.bytesRead).toBeLessThan(MAX_READ_BYTES);
      return { result, next };
    },
  };
}
