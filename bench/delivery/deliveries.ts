// What the benches of deliveries share: a receiver in its own process, posts to forms, and the baseline loop.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Agent, request } from "undici";
import { postsTo } from "../post.ts";
import { requestLoad } from "../request-load.ts";

const RECEIVER = fileURLToPath(new URL("receiver.ts", import.meta.url));
export const DELIVERIES = Number(process.env["BENCH_DELIVERIES"] ?? "10000");
/** Characters that make the delivered body 1 KiB. */
const PADDING = 620;
const POST_CONNECTIONS = 64;
/** Maximum deliveries in flight of one webhook. */
const CONCURRENCY = 16;

export const perSecond = (count: number, start: number): number =>
  (count * 1_000) / (performance.now() - start);

export interface Receiver {
  /** A path without deliveries so far. */
  newPath(): string;
  /** The same, but nothing is answered there before `release`. */
  newHeldPath(): string;
  release(path: string): void;
  url(path: string): string;
  /** Resolves once `count` deliveries have arrived at each of `paths`, and were answered. */
  untilArrived(paths: readonly string[], count: number): Promise<void>;
  readonly process: ChildProcess;
}

export async function withReceiver<Result>(
  run: (receiver: Receiver) => Promise<Result>,
): Promise<Result> {
  const child = fork(RECEIVER, { stdio: "inherit" });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  let paths = 0;
  try {
    return await run({
      newPath: () => `/${(paths += 1)}`,
      newHeldPath: () => `/hold/${(paths += 1)}`,
      release: (path) => void child.send({ release: path }),
      url: (path) => `http://127.0.0.1:${port}${path}`,
      async untilArrived(awaited, count) {
        for (;;) {
          child.send("counts");
          const [{ counts }] = (await once(child, "message")) as [{ counts: [string, number][] }];
          const arrived = new Map(counts);
          if (awaited.every((path) => (arrived.get(path) ?? 0) >= count)) return;
          await new Promise((resolve) => void setTimeout(resolve, 10));
        }
      },
      process: child,
    });
  } finally {
    child.kill("SIGKILL");
  }
}

/** Posts `count` times in total, evenly to all forms, over 64 connections or one per form. */
export async function postAll(forms: readonly string[], count: number): Promise<void> {
  const connections = Math.max(1, Math.floor(POST_CONNECTIONS / forms.length));
  const requests = Math.ceil(count / forms.length);
  const load = { connections: Math.min(connections, requests), requests };
  await Promise.all(forms.map((url) => requestLoad(postsTo(url, PADDING), load)));
}

/** Milliseconds from each of `count` posts to its receipt, one at a time, ascending. The receiver reports each. */
export async function latencies(
  form: string,
  { process }: Receiver,
  { count, pauseMs = 0 }: { readonly count: number; readonly pauseMs?: number },
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const start = performance.now();
    const arrived = once(process, "message");
    await postAll([form], 1);
    await arrived;
    times.push(performance.now() - start);
    if (pauseMs > 0) await new Promise((resolve) => void setTimeout(resolve, pauseMs));
  }
  return times.toSorted((a, b) => a - b);
}

export const p99Of = (ascending: readonly number[]): number =>
  ascending[Math.floor(ascending.length * 0.99)] ?? Number.NaN;

/** The baseline: posts as many bytes as a delivery has, `count` times, as many at once as one webhook gets. */
export async function sendBare(url: string, count: number): Promise<void> {
  const dispatcher = new Agent({ connections: CONCURRENCY, pipelining: 1 });
  const bytes = Buffer.alloc(1_024, "x");
  let left = count;
  const post = async () => {
    while (left > 0) {
      left -= 1;
      const { body } = await request(url, {
        dispatcher,
        method: "POST",
        headers: { "content-type": "application/json" },
        body: bytes,
      });
      await body.dump();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, post));
  await dispatcher.destroy();
}
