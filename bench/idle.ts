// Memory of a server that has just started, and memory and processor time of an idle one.
import { setTimeout as sleep } from "node:timers/promises";
import { postsTo } from "./post.ts";
import { requestLoad } from "./request-load.ts";
import { limited, median, ROUNDS, type Row } from "./rounds.ts";
import { type BenchServer, startServer } from "./server.ts";

const SECONDS = Number(process.env["BENCH_SECONDS"] ?? "60");
const POSTS = Number(process.env["BENCH_ROWS"] ?? "1000000");
const CONNECTIONS = 64;
const MAX_MB_READY = 150;
const MAX_MB = 100;
const AIM_MB = 80;
const MAX_CPU_PERCENT = 1;
/** The search index is completed after many posts; below this percentage the server counts as idle. */
const IDLE_CPU_PERCENT = 2;
/** Longer than the pauses of that work. */
const IDLE_SECONDS = 10;
const MAX_WAITS = 60;

export const idle = async (): Promise<readonly Row[]> => [await whenReady(), ...(await atRest())];

async function whenReady(): Promise<Row> {
  const sizes: number[] = [];
  for (let start = 0; start < ROUNDS; start += 1) {
    await using server = await startServer();
    sizes.push(await residentMb(server));
  }
  const value = median(sizes);
  return limited({ name: "idle, MB, when ready", value, max: MAX_MB_READY, aim: MAX_MB_READY });
}

async function atRest(): Promise<readonly Row[]> {
  await using server = await startServer();
  const form = await server.makeForm(undefined);
  const fresh = await whenIdle(server, "just started");
  await requestLoad(postsTo(form), { connections: CONNECTIONS, requests: POSTS });
  const used = await whenIdle(server, `after ${POSTS.toLocaleString("en")} posts`);
  return [...fresh, ...used];
}

async function whenIdle(server: BenchServer, when: string): Promise<readonly Row[]> {
  for (let waited = 0; waited < MAX_WAITS; waited += 1) {
    if ((await cpuPercent(server, IDLE_SECONDS)) < IDLE_CPU_PERCENT) break;
  }
  const percent = await cpuPercent(server, SECONDS);
  return [
    limited({
      name: `idle, MB, ${when}`,
      value: await residentMb(server),
      max: MAX_MB,
      aim: AIM_MB,
    }),
    limited({
      name: `idle, % of a processor, ${when}`,
      value: percent,
      max: MAX_CPU_PERCENT,
      aim: MAX_CPU_PERCENT,
    }),
  ];
}

const residentMb = async (server: BenchServer) => (await server.residentMib()) * 1.048_576;

async function cpuPercent(server: BenchServer, seconds: number): Promise<number> {
  const before = await server.cpuSeconds();
  const start = performance.now();
  await sleep(seconds * 1_000);
  return ((await server.cpuSeconds()) - before) / ((performance.now() - start) / 100_000);
}
