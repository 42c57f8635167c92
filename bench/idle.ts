// Memory and processor time of an idle server.
import { setTimeout as sleep } from "node:timers/promises";
import { postLoad } from "./post-load.ts";
import { POST_HEADERS, postBody } from "./post.ts";
import type { Row } from "./rounds.ts";
import { type BenchServer, startServer } from "./server.ts";

const SECONDS = Number(process.env["BENCH_SECONDS"] ?? "60");
const POSTS = Number(process.env["BENCH_ROWS"] ?? "1000000");
const CONNECTIONS = 64;
/** The limits, shown in the baseline column. */
const MAX_MB = 150;
const AIM_MB = 100;
const MAX_CPU_PERCENT = 1;
/** Maintenance continues for a while after many posts; below this percentage the server counts as idle. */
const IDLE_CPU_PERCENT = 2;
const MAX_WAITS = 120;

export async function idle(): Promise<readonly Row[]> {
  const server = await startServer();
  try {
    const form = await server.makeForm(undefined);
    const fresh = await whenIdle(server, "new");
    await postLoad(
      { url: form, headers: POST_HEADERS, body: postBody },
      { connections: CONNECTIONS, posts: POSTS },
    );
    const used = await whenIdle(server, `after ${POSTS.toLocaleString("en")} posts`);
    return [...fresh, ...used];
  } finally {
    await server.stop();
  }
}

async function whenIdle(server: BenchServer, when: string): Promise<readonly Row[]> {
  for (let waited = 0; waited < MAX_WAITS; waited += 1) {
    if ((await cpuPercent(server, 1)) < IDLE_CPU_PERCENT) break;
  }
  const percent = await cpuPercent(server, SECONDS);
  const mb = (await server.residentMib()) * 1.048_576;
  return [
    {
      name: `idle, MB, ${when}`,
      ours: mb,
      baseline: MAX_MB,
      ratio: MAX_MB / mb,
      required: 1,
      aim: MAX_MB / AIM_MB,
      note: "",
    },
    {
      name: `idle, % of a processor, ${when}`,
      ours: percent,
      baseline: MAX_CPU_PERCENT,
      ratio: MAX_CPU_PERCENT / percent,
      required: 1,
      aim: 1,
      note: "",
    },
  ];
}

async function cpuPercent(server: BenchServer, seconds: number): Promise<number> {
  const before = await server.cpuSeconds();
  const start = performance.now();
  await sleep(seconds * 1_000);
  return ((await server.cpuSeconds()) - before) / ((performance.now() - start) / 100_000);
}
