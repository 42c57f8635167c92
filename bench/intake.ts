// Durable urlencoded posts a second on 64 connections, compared with a Hono handler that only reads the body.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCluster } from "../test/harness/postgres.ts";
import { type Baseline, startBaseline } from "./baseline.ts";
import { postLoad } from "./post-load.ts";
import { POST_HEADERS, postBody } from "./post.ts";
import { compare, type Measured, type Row } from "./rounds.ts";
import { type BenchServer, startServer } from "./server.ts";

const CONNECTIONS = 64;
const SECONDS = 5;

/**
 * Default settings: spam checks on, one webhook, `synchronous=FULL`. The receiver of the webhook never
 * responds, so every post writes a delivery but only intake is measured.
 */
export async function intake(): Promise<readonly Row[]> {
  return withBaseline(async ({ receiver, baselineUrl }) => {
    const server = await startServer();
    try {
      const form = await server.makeForm(receiver);
      return [
        await compare({
          name: "intake",
          required: 0.5,
          aim: 0.65,
          ours: () => post([form]),
          baseline: () => post([baselineUrl]),
        }),
      ];
    } finally {
      await server.stop();
    }
  });
}

/** The same on PostgreSQL with its default settings: one process, and two processes on one database. */
export async function intakeOnPostgres(): Promise<readonly Row[]> {
  const cluster = await startCluster();
  const files = await mkdtemp(join(tmpdir(), "intray-bench-files-"));
  const settings = {
    INTRAY_DATABASE_URL: cluster.url,
    INTRAY_ATTACHMENTS_DIR: files,
    INTRAY_ENCRYPTION_KEY: "7".repeat(64),
  };
  const servers: BenchServer[] = [];
  try {
    return await withBaseline(async ({ receiver, baselineUrl }) => {
      const first = await startServer(settings);
      servers.push(first);
      const form = await first.makeForm(receiver);
      const row = { required: 0.3, aim: 0.45, baseline: () => post([baselineUrl]) };
      const oneProcess = await compare({
        ...row,
        name: "intake-pg, one process",
        ours: () => post([form]),
      });
      const second = await startServer(settings);
      servers.push(second);
      const bothForms = [form, form.replace(first.url, second.url)];
      const twoProcesses = await compare({
        ...row,
        name: "intake-pg, two processes",
        ours: () => post(bothForms),
      });
      return [oneProcess, twoProcesses];
    });
  } finally {
    for (const server of servers) await server.stop();
    await cluster.stop();
    await rm(files, { recursive: true, force: true });
  }
}

/** Runs with a receiver that never responds, and the baseline server. */
async function withBaseline<Result>(
  run: (urls: { readonly receiver: string; readonly baselineUrl: string }) => Promise<Result>,
): Promise<Result> {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  let baseline: Baseline | undefined;
  try {
    baseline = await startBaseline();
    return await run({
      receiver: `http://127.0.0.1:${port}/`,
      baselineUrl: `${baseline.url}/f/form`,
    });
  } finally {
    await baseline?.stop();
    silent.close();
  }
}

/** The connections are spread evenly over `urls`. */
async function post(urls: readonly string[]): Promise<Measured> {
  const loads = await Promise.all(
    urls.map((url) =>
      postLoad(
        { url, headers: POST_HEADERS, body: () => postBody() },
        { connections: CONNECTIONS / urls.length, seconds: SECONDS },
      ),
    ),
  );
  const p50 = Math.max(...loads.map((one) => one.p50));
  const p99 = Math.max(...loads.map((one) => one.p99));
  const perSecond = loads.reduce((sum, one) => sum + one.perSecond, 0);
  return { perSecond, note: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms` };
}
