// A backup, a crash, and a restore: into another PostgreSQL cluster, or from the folder that `backup` made.
import { cp } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterEach, expect, it, vi } from "vitest";
import { isOnPostgres } from "../../packages/server/test/database.ts";
import {
  ageTransactions,
  dump,
  migrateRecorded,
  openBeside,
  runScript,
} from "../../packages/server/test/database-dump.ts";
import { followEvents, type ReceivedEvent } from "../../packages/server/test/event-reader.ts";
import { startCluster } from "../harness/postgres.ts";
import { getFromApi, KEY, TIMEOUT_MS, useInstallation } from "./installation.ts";
import { listenOnLoopback } from "../harness/loopback.ts";
import { apiOf } from "../harness/api.ts";

interface List {
  readonly submissions: readonly {
    readonly id: number;
    readonly attachments: readonly { readonly id: number }[];
  }[];
}

const FILE = "the content of a file";
const BEFORE = [1, 2, 3, 4, 5, 6];
const READ = 2;
const ALL = [...BEFORE, 7, 8];

const { folder, run, serve, stop, onDatabase, post } = useInstallation();
/** What ends with the test. */
const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

it(
  "shows, sends and streams everything that the backup contains, and new posts",
  async () => {
    const receiver = await startReceiver();
    const settings = {
      INTRAY_WEBHOOK_ALLOW: receiver.host,
      INTRAY_RETRY_SCHEDULE: "1s,1s,1s,1s,1s",
      // The SQLite backup contains the key file.
      ...(isOnPostgres ? {} : { INTRAY_ENCRYPTION_KEY: "" }),
    };
    const schema = isOnPostgres ? await onDatabase(migrateRecorded) : [];
    if (isOnPostgres) await onDatabase(ageTransactions);
    const url = await serve(settings);
    const webhook = { form_id: 1, name: "Receiver", url: `http://${receiver.host}/` };
    await apiOf(url, KEY)("POST", "/form_webhooks", webhook);
    for (const n of BEFORE) await post(url, bodyOf(n));
    await apiOf(url, KEY)("PATCH", `/submissions/${READ}`, { submission: { read: true } });
    const [, , third] = await eventsSince(url, "0-0-0", BEFORE.length);
    await vi.waitUntil(() => receiver.hasRequests());

    const restored = { ...settings, ...(await backUp(settings, schema)) };
    await post(url, bodyOf(0));
    await stop("SIGKILL");
    const verified = await run(["verify"], restored);
    const again = await serve(restored);
    receiver.answer();
    for (const n of [7, 8]) await post(again, bodyOf(n));
    const events = await eventsSince(again, third?.lastId ?? "", 5);
    const up = await apiOf(again, KEY)<List>("GET", "/submissions?order_by=date_asc");
    const down = await apiOf(again, KEY)<List>("GET", "/submissions?order_by=date_desc");
    const claim = { limit: 100, lease_seconds: 60, consumer: "after the restore" };
    const claimed: number[] = [];
    // A claim skips a submission while the result of its delivery is being stored.
    await vi.waitUntil(async () => {
      const list = await apiOf(again, KEY)<List>("POST", "/submissions/claim", claim);
      return claimed.push(...idsOf(list)) >= ALL.length - 1;
    });
    const [file] = up.submissions[0]?.attachments ?? [];
    const download = await getFromApi(again, `/attachments/${file?.id}`, KEY);

    expect(verified).toMatchObject({ code: 0, stdout: "" });
    expect(idsOf(up)).toEqual(ALL);
    expect(idsOf(down)).toEqual(ALL.toReversed());
    expect(claimed.toSorted((a, b) => a - b)).toEqual(ALL.filter((id) => id !== READ));
    expect(await download.text()).toBe(FILE);
    expect(events.filter(({ kind }) => kind === "submission.created").map(idOf)).toEqual([
      4, 5, 6, 7, 8,
    ]);
    expect(events.filter(({ kind }) => kind === "submission.updated").map(idOf)).toEqual([READ]);
    await vi.waitFor(() => expect(receiver.delivered()).toEqual(ALL));
  },
  TIMEOUT_MS,
);

/** A post with its number, and the first one with a file. */
function bodyOf(n: number): FormData {
  const body = new FormData();
  body.set("n", String(n));
  if (n === 1) body.set("file", new Blob([FILE]), "a.txt");
  return body;
}

const idsOf = ({ submissions }: List) => submissions.map(({ id }) => id);
const idOf = ({ data }: ReceivedEvent) => data.id;

/** Backs the running server up. @returns The settings of a server on the restored backup. */
async function backUp(
  settings: Record<string, string>,
  schema: readonly string[],
): Promise<Record<string, string>> {
  const target = join(folder(), "backup");
  const attachments = join(target, "attachments");
  if (!isOnPostgres) {
    await run(["backup", target, "--with-files"], settings);
    return {
      INTRAY_DATA_DIR: target,
      INTRAY_DATABASE_URL: "",
      INTRAY_ATTACHMENTS_DIR: attachments,
    };
  }
  // As pg_dump does, which the tests' binaries lack: all rows of one snapshot. Then the files.
  const script = await onDatabase((db) =>
    db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute((snapshot) => dump(snapshot, schema)),
  );
  await cp(join(folder(), "attachments"), attachments, { recursive: true });
  const cluster = await startCluster({ isDurable: false });
  opened.push(() => cluster.stop());
  const copy = await openBeside({ kind: "postgres", url: cluster.url });
  await runScript(copy, script);
  await copy.destroy();
  return {
    INTRAY_DATA_DIR: target,
    INTRAY_DATABASE_URL: cluster.url,
    INTRAY_ATTACHMENTS_DIR: attachments,
  };
}

/** The events after a position, until so many submissions were created and one was updated. */
async function eventsSince(
  url: string,
  lastId: string,
  created: number,
): Promise<readonly ReceivedEvent[]> {
  const reader = await followEvents({ url }, { key: KEY, lastId });
  const events: ReceivedEvent[] = [];
  const count = (kind: string) => events.filter((event) => event.kind === kind).length;
  while (count("submission.created") < created || count("submission.updated") < 1) {
    events.push(...(await reader.take(1)));
  }
  reader.cut();
  return events;
}

/** Holds every request until the test lets it answer. */
async function startReceiver() {
  const delivered = new Set<number>();
  const waiting: (() => void)[] = [];
  let isAnswering = false;
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const { id } = (await json(request)) as { readonly id: number };
    if (!isAnswering) {
      waiting.push(() => response.destroy());
      return;
    }
    delivered.add(id);
    response.writeHead(204).end();
  };
  const server = createServer((request, response) => void receive(request, response));
  const { host, close } = await listenOnLoopback(server);
  opened.push(close);
  return {
    host,
    hasRequests: () => waiting.length > 0,
    /** Breaks the requests so far, and accepts all others. */
    answer() {
      isAnswering = true;
      for (const end of waiting.splice(0)) end();
    },
    /** The submissions that were accepted, in the order of their ids. */
    delivered: () => [...delivered].toSorted((a, b) => a - b),
  };
}
