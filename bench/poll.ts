// What a poller asks for, with 100,000 and a million submissions, against the same with 10,000. BENCH_ROWS
// names other numbers, the baseline's first: `BENCH_ROWS=1000,5000 npm run bench -- poll`.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPostgres } from "../packages/server/test/seed.ts";
import { startCluster } from "../test/harness/postgres.ts";
import { changing } from "./changing.ts";
import { type Asked, gets } from "./gets.ts";
import { compare, type Measured, type Row } from "./rounds.ts";
import { type BenchServer, startServer } from "./server.ts";

const [SMALL = 10_000, ...LARGE] = (process.env["BENCH_ROWS"] ?? "10000,100000,1000000")
  .split(",")
  .map(Number);
const CONNECTIONS = 4;
const SECONDS = 1;

export async function poll(): Promise<readonly Row[]> {
  return [
    ...(await pollOn("SQLite", () => startServer())),
    ...(await onPostgres((settings) => pollOn("PostgreSQL", settings))),
  ];
}

/** A database for each size: they share nothing, so no size makes another one's pages cold. */
async function pollOn(
  database: string,
  start: () => Promise<BenchServer>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const small = await filled(start, SMALL);
  try {
    for (const size of LARGE) {
      const large = await filled(start, size);
      try {
        for (const [name, ours] of large.questions) {
          const baseline = small.questions.get(name);
          if (baseline === undefined) throw new Error(`Nobody asks ${name} of the small one.`);
          rows.push(
            await compare({
              name: `poll ${name}, ${database}, ${size.toLocaleString("en")} rows`,
              must: 1 / 1.5,
              aim: 1 / 1.1,
              ours: () => askOf(ours, large.change),
              baseline: () => askOf(baseline, small.change),
            }),
          );
        }
      } finally {
        await large.server.stop();
      }
    }
  } finally {
    await small.server.stop();
  }
  return rows;
}

/** While submissions change: a page that did not would be answered from memory. */
async function askOf(question: Asked, change: Asked): Promise<Measured> {
  const load = { connections: CONNECTIONS, seconds: SECONDS };
  if (question === change) return gets(question, load);
  const [asked] = await Promise.all([
    gets(question, load),
    gets(change, { ...load, connections: 1 }),
  ]);
  return asked;
}

async function filled(start: () => Promise<BenchServer>, rows: number) {
  const server = await start();
  const form = await server.fillForm(rows);
  return { server, ...(await questionsOf(server, form, rows)) };
}

async function questionsOf(
  server: BenchServer,
  form: number,
  rows: number,
): Promise<{ readonly questions: ReadonlyMap<string, Asked>; readonly change: Asked }> {
  const { headers } = server;
  const api = (path: string) => `${server.url}/api/v1${path}`;
  const list = `/submissions?form_id=${form}&filter_by=new`;
  const middle = Math.max(1, Math.floor(rows / 10 / 100 / 2));
  const { meta } = (await server.ask("GET", `${list}&page=${middle}`)) as {
    readonly meta: { readonly next_cursor: string };
  };
  const change = await changing(server, form);
  const questions = new Map<string, Asked>([
    ["first page of new", { url: api(list), headers }],
    ["deep cursor", { url: api(`${list}&cursor=${meta.next_cursor}`), headers }],
    ["counts", { url: api(`${list}&per_page=1`), headers }],
    ["first page of all forms", { url: api("/submissions?filter_by=new"), headers }],
    ["PATCH read", change],
    [
      "page of the dashboard's inbox",
      { url: `${server.url}/dashboard/inbox?form_id=${form}`, headers: await server.signIn() },
    ],
    ["claim", claimOf(api("/submissions/claim"), headers, form)],
  ]);
  return { questions, change };
}

/** One submission each, for a second: what is claimed comes back while others are. */
function claimOf(url: string, headers: Asked["headers"], form: number): Asked {
  const wanted = { form_id: String(form), limit: 1, lease_seconds: 1, consumer: "bench" };
  return {
    url,
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: () => JSON.stringify(wanted),
  };
}

async function onPostgres(
  run: (start: () => Promise<BenchServer>) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const cluster = await startCluster();
  const files = await mkdtemp(join(tmpdir(), "intray-bench-files-"));
  let databases = 0;
  try {
    return await run(async () => {
      databases += 1;
      return startServer({
        INTRAY_DATABASE_URL: await createPostgres(cluster.url, `poll${databases}`),
        INTRAY_ATTACHMENTS_DIR: join(files, `${databases}`),
        INTRAY_ENCRYPTION_KEY: "7".repeat(64),
      });
    });
  } finally {
    await cluster.stop();
    await rm(files, { recursive: true, force: true });
  }
}
