// SIGKILL at named points between a post and its receiver: no acknowledged post is lost, and at most the
// deliveries in flight arrive twice. CRASH_ROUNDS sets the number of kills; `npm run long:crash` uses 100.
import type { ChildProcess } from "node:child_process";
import { fsyncSync, openSync, writeSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { SubmissionList } from "@intray/sdk/schemas";
import { useEach } from "../harness/use.ts";
import { serveOnLoopback } from "../harness/loopback.ts";
import { allFinished } from "./delivery-log.ts";
import { postUntil } from "./posts.ts";
import { api } from "../harness/server-program.ts";
import { isDead, kill, type ServerProcess, startServer } from "./server-process.ts";
import { freshDatabase, isOnPostgres, settingsFor } from "../../packages/server/test/database.ts";

const POINTS = [
  "after the intake commit",
  "after the claim",
  "after the request is written",
  "after the answer's headers",
  "before the outcome commits",
] as const;
type Point = (typeof POINTS)[number];

const ROUNDS = Number(process.env["CRASH_ROUNDS"] ?? POINTS.length);
const PROCESSES = isOnPostgres ? 2 : 1;
const MAX_IN_FLIGHT = 64;
const ROUND_MS = 20_000;
/** A point is passed this often at most before the kill, so that a round stays short. */
const MAX_NTH = 20;

const running = new Set<ServerProcess>();
const fresh = useEach(() => freshDatabase({ isEmpty: true }));
const receiver = useEach(() => openReceiver(join(fresh.folder, "received.ndjson")));
afterEach(() => {
  for (const { child } of running) child.kill("SIGKILL");
  running.clear();
});

async function start(): Promise<ServerProcess> {
  const started = await startServer(
    {
      ...settingsFor(fresh),
      INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
      INTRAY_RETRY_SCHEDULE: Array<string>(50).fill("100ms").join(),
    },
    (ids, child) => {
      for (const id of ids) receiver.ownerOf.set(id, child);
    },
  );
  running.add(started);
  return started;
}

/** Records every delivery before it answers, and kills the sender of a chosen one. */
interface Receiver {
  readonly url: string;
  readonly close: () => void;
  /** The requests received, in order: `<webhook-id> <attempt>`. */
  readonly received: { readonly webhookId: string; readonly attempt: string; body: string }[];
  /** The server that has claimed a delivery, by the delivery's id. */
  readonly ownerOf: Map<number, ChildProcess>;
  /** Kills the sender of the nth delivery from now on. */
  killAt: { readonly point: Point; nth: number } | undefined;
}

async function openReceiver(file: string): Promise<Receiver> {
  const log = openSync(file, "a");
  const server = await serveOnLoopback((incoming, outgoing) => void take(incoming, outgoing));
  const opened: Receiver = {
    url: `${server.url}/hook`,
    close: server.close,
    received: [],
    ownerOf: new Map(),
    killAt: undefined,
  };
  async function take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await text(incoming).catch(() => undefined);
    // The sender was killed while it wrote.
    if (body === undefined) return;
    const { headers } = incoming;
    const line = {
      webhookId: String(headers["webhook-id"]),
      attempt: String(headers["x-service-attempt"]),
      body,
    };
    writeSync(log, `${JSON.stringify(line)}\n`);
    fsyncSync(log);
    opened.received.push(line);
    const sender = opened.ownerOf.get(Number(headers["x-service-delivery"]));
    // A request may arrive before the message that names the server which claimed it.
    const point = sender !== undefined && isTurn() ? opened.killAt?.point : undefined;
    if (point === "after the request is written") {
      opened.killAt = undefined;
      sender?.kill("SIGKILL");
    }
    outgoing.writeHead(200, { "content-type": "text/plain" });
    if (point === "after the answer's headers") {
      opened.killAt = undefined;
      outgoing.write("half");
      sender?.kill("SIGKILL");
    }
    outgoing.end("ok");
  }
  const isTurn = () => opened.killAt !== undefined && (opened.killAt.nth -= 1) <= 0;
  return opened;
}

it(
  `delivers all that was answered through ${ROUNDS} kills of ${PROCESSES === 1 ? "the server" : "one of two servers"}`,
  async () => {
    const answered: { id: number; n: string }[] = [];
    let posts = 0;
    let form: { id: number; uuid: string } | undefined;
    const others: ServerProcess[] = [];

    for (let round = 0; round < ROUNDS; round += 1) {
      const point = POINTS[round % POINTS.length] ?? "after the claim";
      // The first server answers some posts: the next ones may be killed by what it has left before they answer any.
      const nth = (round === 0 ? 10 : 1) + (Math.floor(round / POINTS.length) % MAX_NTH);
      const server = await start();
      while (others.length < PROCESSES - 1) others.push(await start());
      form ??= await makeForm(server.url);
      if (point === "after the request is written" || point === "after the answer's headers") {
        receiver.killAt = { point, nth };
      } else {
        receiver.killAt = undefined;
        server.dieAt(point, nth);
      }
      await postUntil(() => [server, ...others].some(({ child }) => isDead(child)), {
        addresses: () =>
          [server, ...others].filter(({ child }) => !isDead(child)).map(({ url }) => url),
        form: form.uuid,
        next: () => `${(posts += 1)}`,
        giveUpMs: ROUND_MS,
        onAnswer: (id, n) => answered.push({ id, n }),
      });
      // The surviving server is a peer in the next round.
      const left = [server, ...others.splice(0)].filter(({ child }) => !isDead(child));
      others.push(...left.slice(0, PROCESSES - 1));
      for (const one of left.slice(PROCESSES - 1)) await end(one);
    }

    const last = await start();
    const finished = await allFinished(last.url, "webhookLogs", form?.id ?? 0);
    const kept = new Map(finished.map((entry) => [entry.submission_id, entry]));
    const list = `/submissions?form_id=${form?.id}&filter_by=all&per_page=1`;
    const { meta } = await api<SubmissionList>(last.url, "GET", list);
    expect(answered.length).toBeGreaterThan(0);
    expect(answered.filter(({ id }) => kept.get(id)?.state !== "succeeded")).toEqual([]);
    // What is stored without having been answered has its delivery, and is counted, too.
    expect([meta.count, meta.inbox_count]).toEqual([kept.size, kept.size]);
    const times = Map.groupBy(receiver.received, ({ webhookId }) => webhookId);
    const arrived = new Set(
      receiver.received.map(({ body }) => (JSON.parse(body) as { id: number }).id),
    );
    expect(answered.filter(({ id }) => !arrived.has(id))).toEqual([]);
    expect(receiver.received.length - times.size).toBeLessThanOrEqual(ROUNDS * MAX_IN_FLIGHT);
    const attempts = receiver.received.map(({ webhookId, attempt }) => `${webhookId} ${attempt}`);
    expect(new Set(attempts).size).toBe(attempts.length);
    for (const { attempts: logged } of finished) {
      const numbers = logged.map(({ number }) => number);
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    }
  },
  ROUNDS * ROUND_MS,
);

async function makeForm(url: string): Promise<{ id: number; uuid: string }> {
  const made = await api<{ id: number; uuid: string }>(url, "POST", "/forms", { name: "Crash" });
  const webhook = { form_id: made.id, name: "Receiver", url: receiver.url };
  await api(url, "POST", "/form_webhooks", webhook);
  return made;
}

async function end(one: ServerProcess): Promise<void> {
  running.delete(one);
  await kill(one.child);
}
