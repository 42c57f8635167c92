// Requests of a polling client with 100,000 and a million submissions, compared with 10,000. BENCH_ROWS sets
// other numbers, the baseline first: `BENCH_ROWS=1000,5000 npm run bench -- poll`.
import type { SubmissionList } from "@intray/sdk/schemas";
import { join } from "node:path";
import { createPostgres } from "../packages/server/test/seed.ts";
import { changeRequest, whileChanging } from "./change-request.ts";
import { type BenchRequest, requestLoad } from "./request-load.ts";
import { compare, type Measured, type Row } from "./rounds.ts";
import { type BenchServer, startServer, withPostgres, type PostgresSettings } from "./server.ts";

const [SMALL = 10_000, ...LARGE] = (process.env["BENCH_ROWS"] ?? "10000,100000,1000000")
  .split(",")
  .map(Number);
const CONNECTIONS = 4;
const SECONDS = 1;

export const poll = async (): Promise<readonly Row[]> => [
  ...(await pollOn("SQLite", () => startServer())),
  ...(await withPostgres(pollOnPostgres)),
];

/** A separate database for each size, so that they do not evict each other's pages from caches. */
async function pollOn(
  database: string,
  start: () => Promise<BenchServer>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  await using small = await filled(start, SMALL);
  for (const size of LARGE) {
    await using large = await filled(start, size);
    for (const [name, ours] of large.requests) {
      const baseline = small.requests.get(name);
      if (baseline === undefined) throw new Error(`The baseline has no request ${name}.`);
      rows.push(
        await compare({
          name: `poll ${name}, ${database}, ${size.toLocaleString("en")} rows`,
          required: 1 / 1.5,
          aim: 1 / 1.1,
          ours: () => measure(ours, large.change),
          baseline: () => measure(baseline, small.change),
        }),
      );
    }
  }
  return rows;
}

async function measure(request: BenchRequest, change: BenchRequest): Promise<Measured> {
  const ours = () => requestLoad(request, { connections: CONNECTIONS, seconds: SECONDS });
  return request === change ? ours() : whileChanging(change, SECONDS, ours);
}

async function filled(start: () => Promise<BenchServer>, rows: number) {
  const server = await start();
  const form = await server.fillForm(rows);
  return { ...server, ...(await requestsOf(server, form, rows)) };
}

async function requestsOf(server: BenchServer, form: number, rows: number) {
  const { headers } = server;
  const api = (path: string) => `${server.url}/api/v1${path}`;
  const all = `/submissions?form_id=${form}&filter_by=all`;
  const list = `/submissions?form_id=${form}&filter_by=new`;
  const middle = Math.max(1, Math.floor(rows / 10 / 100 / 2));
  const { meta } = await server.callApi<SubmissionList>("GET", `${list}&page=${middle}`);
  const change = await changeRequest(server, form);
  const requests = new Map<string, BenchRequest>([
    ["first page of new", { url: api(list), headers }],
    ["deep cursor", { url: api(`${list}&cursor=${meta.next_cursor}`), headers }],
    ["counts", { url: api(`${list}&per_page=1`), headers }],
    ["first page of all forms", { url: api("/submissions?filter_by=new"), headers }],
    ["first page of failed", { url: api(`${all}&delivery_state=failed`), headers }],
    ["first page of delivered", { url: api(`${all}&delivery_state=delivered`), headers }],
    ["first page of new failed", { url: api(`${list}&delivery_state=failed`), headers }],
    ["PATCH read", change],
    [
      "page of the dashboard's inbox",
      { url: `${server.url}/dashboard/inbox?form_id=${form}`, headers: await server.signIn() },
    ],
    ["claim", claimOf(api("/submissions/claim"), headers, form)],
  ]);
  return { requests, change };
}

/** Claims one submission for one second, so that leases expire while others are claimed. */
function claimOf(url: string, headers: BenchRequest["headers"], form: number): BenchRequest {
  const claim = { form_id: String(form), limit: 1, lease_seconds: 1, consumer: "bench" };
  return {
    url,
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: () => JSON.stringify(claim),
  };
}

function pollOnPostgres(settings: PostgresSettings): Promise<readonly Row[]> {
  let databases = 0;
  return pollOn("PostgreSQL", async () => {
    databases += 1;
    return startServer({
      ...settings,
      INTRAY_DATABASE_URL: await createPostgres(settings.INTRAY_DATABASE_URL, `poll${databases}`),
      INTRAY_ATTACHMENTS_DIR: join(settings.INTRAY_ATTACHMENTS_DIR, `${databases}`),
    });
  });
}
