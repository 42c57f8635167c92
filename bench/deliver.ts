// Submissions a second from intake to receipt, against a bare undici loop that posts the same bytes.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { Agent, request } from "undici";
import { load } from "./load.ts";
import { POST_HEADERS, postBody } from "./post.ts";
import { compare, type Measured, median, type Row } from "./rounds.ts";
import { type BenchServer, startServer } from "./server.ts";

const RECEIVER = fileURLToPath(new URL("receiver.ts", import.meta.url));
/** Makes the body that is delivered 1 KiB. */
const PADDING = 620;
const DELIVERIES = 10_000;
const POSTING_AT_ONCE = 64;
/** A webhook has so many under way at most. */
const AT_ONCE = 16;
const WEBHOOKS = 200;
const DEAD = 20;
const DELIVERIES_EACH = 60;
const LATENCIES = 200;

/** One webhook: what arrives a second while posts come as fast as they are taken, and how late when idle. */
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
      const baseline = () => bareLoop(receiver.url(receiver.newPath()), DELIVERIES);
      const row = await compare({ name: "deliver", must: 0.5, aim: 0.75, ours, baseline });
      return [{ ...row, note: await latencies(server, receiver) }];
    } finally {
      await server.stop();
    }
  });
}

/**
 * 200 webhooks, of which 20 are dead, half by refusing and half by hanging, with as much due to each as
 * to the others; against the living alone.
 */
export async function deliverMany(): Promise<readonly Row[]> {
  return withReceiver(async (receiver) => {
    const refusing = await closedPort();
    const healthyRate = async (dead: number): Promise<Measured> => {
      // A server of its own each time: what waits for the dead must not reach into the next round.
      const server = await startServer();
      try {
        const paths = Array.from({ length: WEBHOOKS - DEAD }, () => receiver.newPath());
        const healthy = await Promise.all(paths.map((path) => server.makeForm(receiver.url(path))));
        const hooks = Array.from({ length: dead }, (_, n) =>
          n % 2 === 0 ? receiver.url(`/hang/${n}`) : `http://127.0.0.1:${refusing}/`,
        );
        const gone = await Promise.all(hooks.map((hook) => server.makeForm(hook)));
        // Before the clock starts: to take these in is work too, and would count as slowness.
        if (gone.length > 0) await postAll(gone, DELIVERIES_EACH * gone.length);
        const start = performance.now();
        await postAll(healthy, DELIVERIES_EACH * healthy.length);
        await receiver.until((counts) =>
          paths.every((path) => (counts.get(path) ?? 0) >= DELIVERIES_EACH),
        );
        return { perSecond: perSecond(DELIVERIES_EACH * healthy.length, start) };
      } finally {
        await server.stop();
      }
    };
    return [
      await compare({
        name: "deliver-many",
        must: 0.9,
        aim: 1,
        ours: () => healthyRate(DEAD),
        baseline: () => healthyRate(0),
      }),
    ];
  });
}

const perSecond = (count: number, start: number) => (count * 1_000) / (performance.now() - start);

interface Receiver {
  /** A path that nothing has arrived at yet. */
  newPath(): string;
  url(path: string): string;
  /** Resolves once the counts by path are as wanted. */
  until(isDone: (counts: ReadonlyMap<string, number>) => boolean): Promise<void>;
  readonly process: ChildProcess;
}

async function withReceiver<Result>(run: (receiver: Receiver) => Promise<Result>): Promise<Result> {
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

/** Posts `count` times in all, evenly to the forms, 64 at once or one for each form. */
async function postAll(forms: readonly string[], count: number): Promise<void> {
  const connections = Math.max(1, Math.floor(POSTING_AT_ONCE / forms.length));
  const posts = Math.ceil(count / forms.length);
  await Promise.all(
    forms.map((url) =>
      load(
        { url, headers: POST_HEADERS, body: () => postBody(PADDING) },
        { connections: Math.min(connections, posts), posts },
      ),
    ),
  );
}

async function bareLoop(url: string, count: number): Promise<Measured> {
  const dispatcher = new Agent({ connections: AT_ONCE, pipelining: 1 });
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
  await Promise.all(Array.from({ length: AT_ONCE }, post));
  await dispatcher.destroy();
  return { perSecond: perSecond(count, start) };
}

/** From the post's first byte to the receipt, one at a time. */
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
