// Two hosts with separate ledgers share the submissions of one real server by leases. What a claim leases, and when,
// is proved by test/model/claims.test.ts; where a run may die, by queue.test.ts.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { Intray } from "@intray/sdk";
import { ACCOUNT_KEY, startRealServer } from "../../packages/cli/test/real-server.ts";
import { startCli } from "../../packages/cli/test/run-cli.ts";
import { follow } from "../../packages/cli/test/running-cli.ts";
import { useEach } from "../harness/use.ts";
import { openFolder } from "../harness/folder.ts";

const SUBMISSIONS = 240;
const CONCURRENT_POSTS = 16;

const folder = useEach(openFolder);
const server = useEach(() => startRealServer(folder.at("data")));
const client = useEach(() => new Intray({ baseUrl: server.url, apiKey: ACCOUNT_KEY }));

it(`handles each of ${SUBMISSIONS} submissions once on one of two hosts`, async () => {
  const ids = await post(SUBMISSIONS);
  await using one = runOnHost(folder.at("host-1"));
  await using two = runOnHost(folder.at("host-2"));
  const hosts = [one, two];
  const codes = await Promise.all(hosts.map((host) => host.end()));

  const shares = hosts.map((host) => started(host.documents()));
  const all = await Array.fromAsync(client.submissions.list({ per_page: 100 }));
  expect(codes).toEqual([0, 0]);
  expect(sorted(shares.flat())).toEqual(ids);
  expect(sorted(lines("done"))).toEqual(ids);
  expect(Math.min(...shares.map(({ length }) => length))).toBeGreaterThan(0);
  expect(new Set(all.map(({ read, claim_count }) => `${read} ${claim_count}`))).toEqual(
    new Set(["true 1"]),
  );
});

it("hands the submission of a host that is killed to the other, once its lease is over", async () => {
  const form = await client.forms.create({ name: "Shared" });
  const { id } = await client.submissions.create(form.uuid, { n: "1" });
  const flags = ["--form", form.uuid, "--claim", "--lease", "1s", "--json"];
  const up = folder.at("up");
  const script = ": > up; while [ -e up ]; do sleep 0.02; done";
  await using killed = runOnHost(folder.at("one"), { script, flags });
  await vi.waitUntil(() => existsSync(up));
  await killed.end("SIGKILL");

  const watching = [...flags, "--watch", "--interval", "100ms"];
  await using other = runOnHost(folder.at("two"), { flags: watching });
  await other.until((run) => run.documents().some(({ event }) => event === "acked"));
  await other.end("SIGTERM");
  rmSync(up);

  expect(started(other.documents())).toEqual([id]);
  expect(await client.submissions.get(id)).toMatchObject({ read: true, claim_count: 2 });
});

it("names each of two hosts without leases to the other, and says to use --claim", async () => {
  const form = await client.forms.create({ name: "Not shared" });
  await client.submissions.create(form.uuid, { n: "1" });
  const flags = ["--form", form.uuid];
  const [up, go] = [
    (host: string) => folder.at(`${host}.up`),
    (host: string) => folder.at(`${host}.go`),
  ];
  const start = async (host: string) => {
    const script = `: > ${up(host)}; while [ ! -e ${go(host)} ]; do sleep 0.02; done`;
    const run = runOnHost(folder.at(host), { script, flags });
    await vi.waitUntil(() => existsSync(up(host)));
    return run;
  };
  await using one = await start("one");
  await using two = await start("two");

  // The second is told by what the first asks after it has come, so the first ends before it.
  for (const [host, run] of [
    ["one", one],
    ["two", two],
  ] as const) {
    writeFileSync(go(host), "");
    expect(await run.end()).toBe(0);
  }

  for (const { stderr } of [one, two]) {
    expect(stderr.split(`Another run, on ${hostname()}, works on this queue too`)).toHaveLength(2);
    expect(stderr).toContain("run both with --claim");
  }
});

const CLAIMS = ["--claim", "--lease", "1m", "--concurrency", "2", "--json"];
const RECORDS_ID = 'read -r line && echo "$INTRAY_SUBMISSION_ID" >> done';

/** Starts the CLI, which ends when the queue is drained. */
function runOnHost(stateHome: string, { script = RECORDS_ID, flags = CLAIMS } = {}) {
  const child = startCli(["queue", "run", ...flags, "--", "/bin/sh", "-c", script], {
    cwd: folder.path,
    env: {
      HOME: folder.path,
      XDG_STATE_HOME: stateHome,
      INTRAY_BASE_URL: server.url,
      INTRAY_API_KEY: ACCOUNT_KEY,
    },
  });
  child.stdin.end();
  return follow(child);
}

const started = (events: readonly Record<string, unknown>[]): number[] =>
  events.flatMap(({ event, submission_id: id }) => (event === "started" ? [Number(id)] : []));

async function post(count: number): Promise<number[]> {
  const form = await client.forms.create({ name: "Shared" });
  const made: number[] = [];
  let next = 0;
  const postAll = async () => {
    while (next < count) {
      next += 1;
      made.push((await client.submissions.create(form.uuid, { n: String(next) })).id);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_POSTS }, postAll));
  return sorted(made);
}

const lines = (file: string): number[] =>
  readFileSync(folder.at(file), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map(Number);

const sorted = (numbers: Iterable<number>) => [...numbers].toSorted((a, b) => a - b);
