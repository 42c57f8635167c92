// Posts, uploads, claims, re-fires and readers, while servers are killed, frozen, cut off, filled up and stepped
// in time; both sides keep a ledger, and they have to agree. SOAK_SECONDS sets the length, SOAK_SEED repeats the
// faults, and SOAK_LOG names a file for progress. `npm run long:soak` takes half an hour, on both databases.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../demo/program.ts";
import { type Form, startClients } from "./clients.ts";
import { growths, type Ledger, newLedger } from "./ledger.ts";
import { openLink } from "./link.ts";
import { chanceFrom } from "./random.ts";
import { openReceivers } from "./receivers.ts";
import {
  findBroken,
  findWrongFiles,
  listAll,
  type StoredSubmission,
  untilDelivered,
} from "./reconcile.ts";
import { pause, superviseServer, type SupervisedServer } from "./server.ts";
import { openSite } from "./site.ts";
import { faultsOf } from "./faults.ts";
import { SERVER } from "../harness/bundled.ts";
import { apiOf } from "../harness/api.ts";

/** Long enough for one fault of each kind. */
const SECONDS = Number(process.env["SOAK_SECONDS"] ?? 20);
const SEED = Number(process.env["SOAK_SEED"] ?? Date.now() % 1_000_000);
const isLong = SECONDS > 120;
/** From the beginning of one fault to the next. */
const FAULT_EVERY_MS = isLong ? 60_000 : 2_500;
const FAULT_MS = isLong ? 8_000 : 1_500;
/** The short form looks at what faults do, not at load. */
const POST_EVERY_MS = isLong ? 60 : 150;
/** A lease lasts a minute, and a server that lost its last request sends it again within another. */
const PATIENCE_MS = 150_000;
/** Uploads and their submissions take less than a megabyte a second. */
const SMALL_DISK_MEGABYTES = 64 + SECONDS;
/** A server that has just started has 180 MB; what it keeps, 40 MB of objects among it, grows no further. */
const MAX_MEMORY_BYTES = 512_000_000;
/** Of a process that has warmed up. */
const MAX_GROWTH = 1.3;
const KEY = "soak-test-key-soak-test-key-soak-test-key-soak";
const USER = { email: "ada@example.org", password: "a horse that is correct and a battery" };

/** The SDK waits up to half a minute before it connects again. */
const READERS_PATIENCE_MS = 60_000;
const TRASHED = 3;
const MAX_SHOWN = 3;

/** Progress, for somebody who waits; the test runner prints the output of a test at its end. */
function note(text: string): void {
  const file = process.env["SOAK_LOG"];
  if (file !== undefined) appendFileSync(file, `${new Date().toISOString()} ${text}\n`);
}

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

it(
  `keeps every promise through ${SECONDS} s of faults (SOAK_SEED=${SEED})`,
  async () => {
    const chance = chanceFrom(SEED);
    const ledger = newLedger();
    const site = await openSite({ key: KEY, diskMegabytes: SMALL_DISK_MEGABYTES });
    cleanups.push(() => site.close());
    const receivers = await openReceivers(["steady", "moody", "moodier"], ledger, chance);
    cleanups.push(() => receivers.close());
    const links = await Promise.all([...receivers.ports.values()].map((port) => openLink(port)));
    cleanups.push(() => links.forEach((link) => link.close()));
    const servers = site.ports.map((port) =>
      superviseServer(port, {
        execArgv: site.execArgv,
        env: site.env,
        logFile: join(site.folder, `server-${port}.log`),
      }),
    );
    cleanups.push(() => Promise.all(servers.map((server) => server.end())));
    for (const server of servers) await server.ready();
    const [{ url } = { url: "" }] = servers;
    const api = apiOf(url, KEY);
    const form = await api<Form>("POST", "/forms", { name: "Soak" });
    for (const [index, name] of [...receivers.ports.keys()].entries()) {
      const webhook = {
        form_id: form.id,
        name,
        url: `http://127.0.0.1:${links[index]?.port}/${name}`,
      };
      await api("POST", "/form_webhooks", { ...webhook, trigger_when_spam: true });
    }
    const trashed = await trashSome(api, url);
    await runProgram([SERVER, "create-account", "--email", USER.email], site.env, USER.password);

    const calm = new AbortController();
    const over = new AbortController();
    const { writers, readers } = await startClients({
      ledger,
      chance,
      urls: servers.map((server) => server.url),
      key: KEY,
      form,
      user: USER,
      postEveryMs: POST_EVERY_MS,
      calm: calm.signal,
      over: over.signal,
    });
    const faults = faultsOf({
      ...site,
      servers,
      chance,
      links: [...links, ...site.links],
      faultMs: FAULT_MS,
    });
    const until = performance.now() + SECONDS * 1_000;
    const stopSampling = sampleMemory(servers, ledger.memory);
    for (let n = 0; n < faults.length || performance.now() < until; n += 1) {
      // The first faults are one of each kind, however long that takes; later ones are chosen.
      const fault = n < faults.length ? faults[n] : chance.pick(faults);
      const next = performance.now() + FAULT_EVERY_MS;
      receivers.changeMoods();
      note(`${Math.round((until - performance.now()) / 1_000)} s left: ${fault?.name}`);
      await fault?.run();
      await pause(Math.max(0, next - performance.now()));
    }
    stopSampling();
    receivers.heal();
    for (const server of servers) await server.ready();
    calm.abort();
    // A post on its way may be stored at any time until it is answered.
    await writers;
    const get = <Answer>(path: string) => api<Answer>("GET", path);
    const open = await untilDelivered(get, form.id, PATIENCE_MS);
    const submissions = await listAll(get, form.id);
    await untilSeen(ledger, submissions);
    over.abort();
    await readers;

    const wrongFiles = await findWrongFiles(ledger, submissions, readFile);
    const peak = Math.max(...[...ledger.memory.values()].flat());
    console.log(
      `memory grew by the factors ${growths(ledger.memory)
        .map((growth) => growth.toFixed(2))
        .join(", ")};`,
      `${ledger.posted.size} posts, ${ledger.stored.size} answered, ${submissions.length} stored, peak ${Math.round(peak / 1e6)} MB;`,
      Object.fromEntries(ledger.outcomes),
    );
    expect([
      ...open.slice(0, MAX_SHOWN),
      ...findBroken(ledger, submissions),
      ...wrongFiles,
    ]).toEqual([]);
    expect(await listAll(get, trashed.id)).toHaveLength(TRASHED);
    expect(peak).toBeLessThan(MAX_MEMORY_BYTES);
    expect(Math.max(1, ...growths(ledger.memory))).toBeLessThan(MAX_GROWTH);
    expect(ledger.stored.size).toBeGreaterThan(0);
  },
  SECONDS * 1_000 + 3 * PATIENCE_MS,
);

async function readFile(url: string): Promise<Uint8Array> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${KEY}` } });
  return new Uint8Array(await answer.arrayBuffer());
}

/** Submissions in the trash of another form, which a clock that jumps forty days must not delete. */
async function trashSome(api: ReturnType<typeof apiOf>, url: string) {
  const form = await api<Form>("POST", "/forms", { name: "Trash" });
  for (let n = 0; n < TRASHED; n += 1) {
    const body = new URLSearchParams({ n: String(n) });
    const answer = await fetch(`${url}/f/${form.uuid}.json`, { method: "POST", body });
    const { id } = (await answer.json()) as { readonly id: number };
    await api("PATCH", `/submissions/${id}`, { submission: { trash: true } });
  }
  return form;
}

/** Waits until the event stream and the walk have caught up; what they never see is found afterwards. */
async function untilSeen(ledger: Ledger, submissions: readonly StoredSubmission[]): Promise<void> {
  const until = performance.now() + READERS_PATIENCE_MS;
  const isSeen = ({ id }: StoredSubmission) => ledger.walked.has(id) && ledger.announced.has(id);
  while (!submissions.every(isSeen) && performance.now() < until) await pause(500);
}

/** Reads the memory of the servers once a second. @returns What stops it. */
function sampleMemory(servers: readonly SupervisedServer[], memory: Map<number, number[]>) {
  const timer = setInterval(() => {
    for (const server of servers) {
      const sample = server.memory();
      if (sample === undefined) continue;
      memory.set(sample.pid, [...(memory.get(sample.pid) ?? []), sample.bytes]);
    }
  }, 1_000);
  return () => clearInterval(timer);
}
