// Deliveries a second from intake to receipt, compared with an undici loop that posts the same bytes.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { Agent, request } from "undici";
import { postLoad } from "./post-load.ts";
import { POST_HEADERS, postBody } from "./post.ts";
import { compare, type Measured, median, type Row } from "./rounds.ts";
import { type BenchServer, startServer } from "./server.ts";

const RECEIVER = fileURLToPath(new URL("receiver.ts", import.meta.url));
/** Characters that make the delivered body 1 KiB. */
const PADDING = 620;
const DELIVERIES = 10_000;
const POST_CONNECTIONS = 64;
/** Maximum deliveries in flight of one webhook. */
const CONCURRENCY = 16;
const WEBHOOKS = 200;
const DEAD_WEBHOOKS = 20;
const DELIVERIES_PER_WEBHOOK = 60;
const LATENCIES = 200;

/** One webhook: deliveries a second under a full load of posts, and the latency of single deliveries. */
export async function deliver(): Promise<readonly Row[]> {
  return withReceiver(async (receiver) => {
    const server = await startServer();
    try {
      const ours = async (): Promise<Measured> => {
        const path = receiver.newPath();
        const form = await server.makeForm(receiver.url(path));
        const start = performance.now();
        await postAll([form], DELIVERIES);
        await receiver.until((counts) => (counts.get(path) ?? 0) >= DELIVERIES);
        return { perSecond: perSecond(DELIVERIES, start) };
      };
      const baseline = () => baselineLoop(receiver.url(receiver.newPath()), DELIVERIES);
      const row = await compare({ name: "deliver", required: 0.5, aim: 0.75, ours, baseline });
      return [{ ...row, note: await latencies(server, receiver) }];
    } finally {
      await server.stop();
    }
  });
}

/**
 * 200 webhooks with the same number of due deliveries, of which 20 are dead (10 refuse connections, 10
 * never respond), compared with the same healthy webhooks without the dead ones.
 */
export async function deliverMany(): Promise<readonly Row[]> {
  return withReceiver(async (receiver) => {
    const refusing = await closedPort();
    const healthyRate = async (dead: number): Promise<Measured> => {
      // A new server for each round, so that deliveries to dead webhooks do not remain for the next round.
      const server = await startServer();
      try {
        const paths = Array.from({ length: WEBHOOKS - DEAD_WEBHOOKS }, () => receiver.newPath());
        const healthy = await Promise.all(paths.map((path) => server.makeForm(receiver.url(path))));
        const hooks = Array.from({ length: dead }, (_, n) =>
          n % 2 === 0 ? receiver.url(`/hang/${n}`) : `http://127.0.0.1:${refusing}/`,
        );
        const deadForms = await Promise.all(hooks.map((hook) => server.makeForm(hook)));
        // Before the measurement starts, since accepting these posts takes time too.
        if (deadForms.length > 0) {
          await postAll(deadForms, DELIVERIES_PER_WEBHOOK * deadForms.length);
        }
        const start = performance.now();
        await postAll(healthy, DELIVERIES_PER_WEBHOOK * healthy.length);
        await receiver.until((counts) =>
          paths.every((path) => (counts.get(path) ?? 0) >= DELIVERIES_PER_WEBHOOK),
        );
        return { perSecond: perSecond(DELIVERIES_PER_WEBHOOK * healthy.length, start) };
      } finally {
        await server.stop();
      }
    };
    return [
      await compare({
        name: "deliver-many",
        required: 0.9,
        aim: 1,
        ours: () => healthyRate(DEAD_WEBHOOKS),
        baseline: () => healthyRate(0),
      }),
    ];
  });
}

const perSecond = (count: number, start: number) => (count * 1_000) / (performance.now() - start);

export interface Receiver {
  /** A path without deliveries so far. */
  newPath(): string;
  url(path: string): string;
  /** Resolves once `isDone` is true for the counts by path. */
  until(isDone: (counts: ReadonlyMap<string, number>) => boolean): Promise<void>;
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
      url: (path) => `http://127.0.0.1:${port}${path}`,
      async until(isDone) {
        for (;;) {
          child.send("counts");
          const [{ counts }] = (await once(child, "message")) as [{ counts: [string, number][] }];
          if (isDone(new Map(counts))) return;
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
  const posts = Math.ceil(count / forms.length);
  await Promise.all(
    forms.map((url) =>
      postLoad(
        { url, headers: POST_HEADERS, body: () => postBody(PADDING) },
        { connections: Math.min(connections, posts), posts },
      ),
    ),
  );
}

async function baselineLoop(url: string, count: number): Promise<Measured> {
  const dispatcher = new Agent({ connections: CONCURRENCY, pipelining: 1 });
  const bytes = Buffer.alloc(1_024, "x");
  const start = performance.now();
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
  return { perSecond: perSecond(count, start) };
}

/** Latency from the post to the receipt, with one delivery at a time. */
async function latencies(server: BenchServer, receiver: Receiver) {
  const child = receiver.process;
  const form = await server.makeForm(receiver.url(receiver.newPath()));
  child.send("each");
  const times: number[] = [];
  for (let n = 0; n < LATENCIES; n += 1) {
    const start = performance.now();
    const arrived = once(child, "message");
    await postAll([form], 1);
    await arrived;
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
  return `idle p50 ${median(times).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
