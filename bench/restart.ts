// How long a server with a large database takes from its start to the first accepted post, after a kill -9.
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Program, startProgram } from "../demo/program.ts";
import { seed } from "../packages/server/test/seed.ts";
import { postsTo } from "./post.ts";
import { requestLoad } from "./request-load.ts";
import { limited, median, type Row } from "./rounds.ts";
import { BENCH_KEY, SERVER } from "./server.ts";

const GB = Number(process.env["BENCH_GB"] ?? "1");
const ROWS_AT_ONCE = 250_000;
const KILLS = 5;
const CONNECTIONS = 64;
/** Of posts before each kill, so that the write-ahead log is full. */
const SECONDS = 3;
const MAX_MS = 2_000;
const AIM_MS = 1_000;

export async function restart(): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "intray-bench-"));
  const times: number[] = [];
  let program = start(folder);
  try {
    let url = await program.url();
    while ((await stat(join(folder, "intray.db"))).size < GB * 1e9) {
      const { id } = await makeForm(url);
      await seed(join(folder, "intray.db"), { into: id, rows: ROWS_AT_ONCE });
    }
    const { uuid } = await makeForm(url);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const load = { connections: CONNECTIONS, seconds: SECONDS };
      await requestLoad(postsTo(`${url}/f/${uuid}`), load);
      await program.stop("SIGKILL");
      const startedAt = performance.now();
      program = start(folder);
      url = await program.url();
      await requestLoad(postsTo(`${url}/f/${uuid}`), { connections: 1, requests: 1 });
      times.push(performance.now() - startedAt);
    }
  } finally {
    await program.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return [
    limited({
      name: `ms to the first post after kill -9, ${GB} GB`,
      value: median(times),
      max: MAX_MS,
      aim: AIM_MS,
      note: `at most ${Math.round(Math.max(...times))} ms`,
    }),
  ];
}

const start = (folder: string): Program =>
  startProgram("the server", [SERVER], {
    INTRAY_PORT: "0",
    INTRAY_DATA_DIR: folder,
    INTRAY_BOOTSTRAP_ACCOUNT_KEY: BENCH_KEY,
    INTRAY_LOG_LEVEL: "error",
    INTRAY_RATE_LIMIT: "off",
  });

async function makeForm(url: string): Promise<{ readonly id: number; readonly uuid: string }> {
  const answer = await fetch(`${url}/api/v1/forms`, {
    method: "POST",
    headers: { authorization: `Bearer ${BENCH_KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Bench" }),
  });
  if (!answer.ok) throw new Error(`The form was not created: ${answer.status}.`);
  return (await answer.json()) as { id: number; uuid: string };
}
