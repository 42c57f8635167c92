// No event is lost between connections, between processes or over a restart.
import { useEach } from "../../../../test/harness/use.ts";
import { ACCOUNT_KEY } from "../../test/api-server.ts";
import type { FreshDatabase } from "../../test/database.ts";
import { freshDatabase, isOnPostgres, settingsFor } from "../../test/database.ts";
import { type EventReader, followEvents, type ReceivedEvent } from "../../test/event-reader.ts";
import { startTestServer } from "../../test/test-server.ts";
import type { RunningServer } from "../bootstrap/server.ts";
import { apiOf, postTo } from "../../../../test/harness/api.ts";

const CUTS = 50;
const WRITES_PER_CUT = 6;

let servers: RunningServer[];
const fresh = useEach(freshDatabase);
beforeEach(async () => {
  servers = [await startPeer(fresh)];
  if (isOnPostgres) servers.push(await startPeer(fresh));
});
afterEach(() => Promise.all(servers.map((server) => server.close())));

const startPeer = (of: FreshDatabase) =>
  startTestServer({ ...settingsFor(of), INTRAY_BOOTSTRAP_ACCOUNT_KEY: ACCOUNT_KEY });
const nth = (n: number): RunningServer => {
  const server = servers[n % servers.length];
  if (server === undefined) throw new Error("No server runs.");
  return server;
};

const api = (server: RunningServer, method: string, path: string, json?: object) =>
  apiOf(server.url, ACCOUNT_KEY)<{ readonly uuid: string }>(method, path, json);

const post = (server: RunningServer, uuid: string, n: number) =>
  postTo(server.url, uuid, { n: `${n}` });

it(`sends every change over ${CUTS} broken connections`, async () => {
  const { uuid } = await api(nth(0), "POST", "/forms", { name: "Contact" });
  const received: ReceivedEvent[] = [];
  let reader: EventReader = await followEvents(nth(0));
  const created: number[] = [];
  const updated: number[] = [];
  const write = async (n: number) => {
    const id = await post(nth(n), uuid, n);
    created.push(id);
    if (n % 3 !== 0) return;
    await api(nth(n + 1), "PATCH", `/submissions/${id}`, { submission: { read: true } });
    updated.push(id);
  };
  const writing: Promise<void>[] = [];

  for (let n = 1; n <= CUTS; n += 1) {
    for (let m = 0; m < WRITES_PER_CUT; m += 1) writing.push(write(n * WRITES_PER_CUT + m));
    received.push(...(await reader.take(1 + (n % WRITES_PER_CUT))));
    reader.cut();
    reader = await followEvents(nth(n), { lastId: received.at(-1)?.lastId ?? "" });
  }
  await Promise.all(writing);
  const idsOf = (kind: string) =>
    new Set(received.filter((one) => one.kind === kind).map(({ data }) => data.id));
  while (
    idsOf("submission.created").size < created.length ||
    idsOf("submission.updated").size < updated.length
  ) {
    received.push(...(await reader.take(1)));
  }
  reader.cut();

  expect(idsOf("reset")).toEqual(new Set());
  expect(idsOf("submission.created")).toEqual(new Set(created));
  expect(idsOf("submission.updated")).toEqual(new Set(updated));
  // One event per change: none was sent twice.
  expect(received).toHaveLength(created.length + updated.length);
});

it("continues over a restart, which ends the stream with a retry time", async () => {
  const { uuid } = await api(nth(0), "POST", "/forms", { name: "Contact" });
  const reader = await followEvents(nth(0));
  const first = await post(nth(0), uuid, 1);
  const [seen] = await reader.take(1);

  await Promise.all(servers.map((server) => server.close()));
  const rest = await reader.rest();
  servers = [await startPeer(fresh)];
  const missed = await post(nth(0), uuid, 2);
  const again = await followEvents(nth(0), { lastId: reader.lastId });

  const [next] = await again.take(1);
  again.cut();
  expect([seen?.data.id, rest, next?.data.id]).toEqual([first, [], missed]);
  expect(reader.text).toMatch(/\nretry: 3000\nid: \S+\n\n: this stream ends here\n\n$/);
});
