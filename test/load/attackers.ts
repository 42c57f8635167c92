/** Senders that hold a server's connections, and the posts of everybody else meanwhile. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";

const MIB = 1_024 * 1_024;
const PIECE = Buffer.alloc(64 * 1_024, "x");

export interface Attacker {
  readonly socket: Socket;
  /** The first line of the response, or `closed`. */
  readonly answer: Promise<string>;
  /** The whole response so far. */
  readonly text: () => string;
  readonly isOpen: () => boolean;
}

/** Connects, and writes `head`. */
export async function connectTo(port: number, head: string): Promise<Attacker> {
  const socket = connect(port, "127.0.0.1");
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  let text = "";
  // The server may reset the connection.
  socket.on("error", () => undefined);
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
    resolve(text.split("\r\n", 1)[0] ?? "");
  });
  socket.once("close", () => resolve("closed"));
  await Promise.race([once(socket, "connect"), once(socket, "close")]);
  socket.write(head);
  return { socket, answer, text: () => text, isOpen: () => !socket.destroyed };
}

export const postHead = (length: number): string =>
  `POST /f/1.json HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\n`;

/** Sends a post of `bytes` except its last byte. */
export async function holdPost(port: number, bytes: number): Promise<Attacker> {
  const attacker = await connectTo(port, `${postHead(bytes)}a=`);
  const { socket } = attacker;
  for (let left = bytes - 3; left > 0 && !socket.destroyed; left -= PIECE.length) {
    if (!socket.write(PIECE.subarray(0, left))) await writable(socket);
  }
  return attacker;
}

/** Resolves when the socket takes more bytes, or has closed. */
export const writable = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const settle = () => {
      socket.off("drain", settle).off("close", settle);
      resolve();
    };
    socket.on("drain", settle).on("close", settle);
  });

export type Timings = Awaited<ReturnType<typeof timePosts>>;

export const summaryOf = ({ count, failed, medianMs, p99Ms }: Timings): string =>
  `${count} posts, ${failed} failed, median ${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;

const CONNECTIONS = 4;
const PAUSE_MS = 50;

/** Posts some 75 times a second on four connections until `until` resolves, and at least `atLeast` times. */
export async function timePosts(
  port: number,
  { until, atLeast }: { readonly until: Promise<unknown>; readonly atLeast: number },
) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  let failed = 0;
  const state = { isOver: false };
  void until.then(() => (state.isOver = true));
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (!state.isOver || times.length < atLeast) {
        const startedAt = performance.now();
        const status = await post(port, agent).catch(() => 0);
        times.push(performance.now() - startedAt);
        if (status !== 200) failed += 1;
        await pause(PAUSE_MS);
      }
    }),
  );
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Infinity;
  return { count: times.length, failed, medianMs: at(0.5), p99Ms: at(0.99) };
}

async function post(port: number, agent: Agent): Promise<number> {
  const sent = request({
    agent,
    port,
    host: "127.0.0.1",
    path: "/f/1.json",
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  sent.end(`name=Ada&message=${Math.random()}`);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  await response.resume().toArray();
  return response.statusCode ?? 0;
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The resident memory of a process in MiB: at this moment, and the highest so far. Linux only. */
export function memoryOf(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string) =>
    Math.round(
      (Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) * 1_024) / MIB,
    );
  return { now: read("VmRSS"), peak: read("VmHWM") };
}
