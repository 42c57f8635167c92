// Two hosts with separate ledgers share the submissions of one real server by leases. CLAIMS sets their
// number; `npm run long:claims` uses 5,000.
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { Intray } from "@intray/sdk";
import { ACCOUNT_KEY, startRealServer } from "../../packages/cli/test/real-server.ts";
import { startCli } from "../../packages/cli/test/run-cli.ts";
import { follow } from "../../packages/cli/test/running-cli.ts";
import { Host } from "./claims-host.ts";
import { useEach } from "../harness/use.ts";
import { openFolder } from "../harness/folder.ts";
import { chanceFrom } from "../soak/random.ts";

const SUBMISSIONS = Number(process.env["CLAIMS"] ?? 240);
const IS_LONG = SUBMISSIONS > 1_000;
const CONCURRENT_POSTS = 16;
const LEASE_SECONDS = IS_LONG ? 5 : 3;
/** Crash points before a run is killed, seven per submission: some seconds in the long form. */
const MAX_POINTS = IS_LONG ? 1_400 : 120;
/** Far more than a working queue needs. */
const TIMEOUT_MS = 60_000 + SUBMISSIONS * 300;

const folder = useEach(openFolder);
let ids: number[];
const server = useEach(() => startRealServer(folder.at("data")));
const client = useEach(() => new Intray({ baseUrl: server.url, apiKey: ACCOUNT_KEY }));
beforeEach(async () => {
  ids = await post(SUBMISSIONS);
});

it(
  `handles each of ${SUBMISSIONS} submissions once on one of two hosts`,
  async () => {
    const begunAt = performance.now();
    await using one = runOnHost(folder.at("host-1"));
    await using two = runOnHost(folder.at("host-2"));
    const hosts = [one, two];
    const codes = await Promise.all(hosts.map((host) => host.end()));
    logRate("no kills", begunAt);

    const shares = hosts.map((host) => started(host.documents()));
    const claimCounts = await readClaimCounts();
    expect(codes).toEqual([0, 0]);
    expect(sorted(shares.flat())).toEqual(ids);
    expect(sorted(lines("done"))).toEqual(ids);
    expect(Math.min(...shares.map(({ length }) => length))).toBeGreaterThan(0);
    expect([...new Set(claimCounts.values())]).toEqual([1]);
    expect(await unread()).toBe(0);
  },
  TIMEOUT_MS,
);

it(
  `loses none of ${SUBMISSIONS} submissions when one of two hosts is killed repeatedly`,
  async () => {
    const chance = chanceFrom(20_261_121);
    const acked = new Set<number>();
    const options = {
      folder: folder.path,
      run: {
        baseUrl: server.url,
        apiKey: ACCOUNT_KEY,
        leaseSeconds: LEASE_SECONDS,
        concurrency: 2,
      },
      onAcked: (id: number) => {
        acked.add(id);
        void stopWhenDone();
      },
      onKilled: () => void stopWhenDone(),
    };
    /** A run may die between an acknowledgement and its line, so near the end the server is asked. */
    const stopWhenDone = async () => {
      if (acked.size < SUBMISSIONS - killed.kills) return;
      if ((await unread()) === 0) for (const host of hosts) host.stop();
    };
    await using killed = new Host({
      ...options,
      crashAt: () => 1 + chance.below(MAX_POINTS),
    });
    await using steady = new Host({ ...options, crashAt: () => 0 });
    const hosts = [killed, steady];
    const begunAt = performance.now();
    await Promise.all(hosts.map((host) => host.work()));

    const begins = hosts.flatMap(({ runs }) => runs.flatMap(({ begun }) => begun));
    const byId = Map.groupBy(
      begins.toSorted((a, b) => a.atMs - b.atMs),
      ({ id }) => id,
    );
    const again = [...byId.values()].filter(({ length }) => length > 1);
    const done = hosts.flatMap(({ doneFile }) => lines(doneFile));
    logRate(`${killed.kills} kills, ${again.length} begun again, ${done.length} done`, begunAt);

    expect(killed.kills).toBeGreaterThan(2);
    expect(steady.kills).toBe(0);
    // no submission is lost
    expect(sorted(new Set(done))).toEqual(ids);
    expect(await unread()).toBe(0);
    for (const times of again) {
      for (const [at, { run, askedAtMs, id }] of times.slice(0, -1).entries()) {
        // only submissions of a killed run are repeated, and only after their lease has ended
        expect({ id, wasKilled: run.wasKilled, wasMarked: run.marked.has(id) }).toEqual({
          id,
          wasKilled: true,
          wasMarked: false,
        });
        expect(times[at + 1]?.atMs).toBeGreaterThanOrEqual(askedAtMs + LEASE_SECONDS * 1_000);
      }
    }
    // by the server's counts, too, only submissions of a killed run were leased again
    const lost = new Set(
      killed.runs.filter(({ wasKilled }) => wasKilled).flatMap(({ leased }) => [...leased.keys()]),
    );
    const twice = [...(await readClaimCounts())].filter(([, count]) => count > 1);
    const unreported = twice.filter(([id]) => !lost.has(id));
    // a run may die before it receives the response to its last claim
    expect(unreported.length).toBeLessThanOrEqual(killed.kills);
  },
  TIMEOUT_MS,
);

it("names each of two hosts without leases to the other, and says to use --claim", async () => {
  const form = await client.forms.create({ name: "Not shared" });
  await client.submissions.create(form.uuid, { n: "1" });
  const flags = ["--form", form.uuid];
  const script = "echo >> up; while [ $(wc -l < up) -lt 2 ]; do sleep 0.02; done";
  const runs = ["one", "two"].map((host) => runOnHost(folder.at(host), { script, flags }));

  const ends = await Promise.all(runs.map((run) => run.end()));

  expect(ends).toEqual([0, 0]);
  for (const { stderr } of runs) {
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

function started(events: readonly Record<string, unknown>[]): number[] {
  return events.flatMap(({ event, submission_id: id }) =>
    event === "started" ? [Number(id)] : [],
  );
}

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

async function unread(): Promise<number> {
  return (await client.submissions.list({ unread: true, per_page: 1 })).meta.count;
}

async function readClaimCounts(): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  for await (const { id, claim_count } of client.submissions.list({ per_page: 100 })) {
    counts.set(id, claim_count);
  }
  return counts;
}

function lines(file: string): number[] {
  const text = readFileSync(file.includes("/") ? file : folder.at(file), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map(Number);
}

const sorted = (numbers: Iterable<number>) => [...numbers].toSorted((a, b) => a - b);

function logRate(what: string, begunAt: number): void {
  if (!IS_LONG) return;
  const seconds = (performance.now() - begunAt) / 1_000;
  const rate = Math.round(SUBMISSIONS / seconds);
  console.log(`${SUBMISSIONS} submissions, ${what}: ${seconds.toFixed(1)} s, ${rate}/s`);
}
