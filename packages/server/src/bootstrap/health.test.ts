import { once } from "node:events";
import { stat } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Form } from "@intray/sdk/schemas";
import { checkedFetch } from "../../../../test/contract/document.ts";
import { listenOnLoopback } from "../../../../test/harness/loopback.ts";
import { useEach } from "../../../../test/harness/use.ts";
import { startApiServer } from "../../test/api-server.ts";
import { freshDatabase, isOnPostgres, settingsFor } from "../../test/database.ts";
import { startTestServer } from "../../test/test-server.ts";
import type { Log } from "../platform/log.ts";

const UNREACHABLE = { status: 503, body: { status: "database unreachable" } };

describe("a server", () => {
  const server = useEach(startApiServer);

  const ask = async (path: string) => {
    const answer = await checkedFetch(server.url)("GET", path);
    return { status: answer.status, body: answer.json() };
  };

  it("reports that it responds and that it can store posts", async () => {
    expect(await ask("/healthz")).toEqual({ status: 200, body: { status: "ok" } });
    expect(await ask("/readyz")).toEqual({ status: 200, body: { status: "ready" } });
  });

  it("releases memory, also during requests, and continues", async () => {
    const form = await server.create<Form>("/forms", { name: "Idle" });
    const post = (n: number) => server.post(form.uuid, { n: `${n}` });
    await post(1);
    await server.tidyUp();
    await Promise.all([post(2), server.tidyUp(), post(3), server.request("GET", "/submissions")]);

    const listed = await server.read(`/submissions?form_id=${form.id}&order_by=date_asc`);

    expect(listed).toMatchObject({ meta: { count: 3 } });
  });

  it.skipIf(isOnPostgres)("empties the write-ahead log, and loses nothing of it", async () => {
    const form = await server.create<Form>("/forms", { name: "At rest" });
    const log = join(server.folder, "intray.db-wal");
    await server.post(form.uuid, { n: "1" });
    expect((await stat(log)).size).toBeGreaterThan(0);

    await vi.waitUntil(async () => {
      await server.tidyUp();
      return (await stat(log)).size === 0;
    });

    await server.post(form.uuid, { n: "2" });
    const listed = await server.read(`/submissions?form_id=${form.id}`);
    expect(listed).toMatchObject({ meta: { count: 2 } });
  });

  it.skipIf(isOnPostgres)(
    "is not ready while its writer cannot write, and ready afterwards",
    async () => {
      await server.sql("begin immediate");

      expect(await ask("/readyz")).toEqual(UNREACHABLE);
      expect(await ask("/healthz")).toMatchObject({ status: 200 });
      await server.sql("rollback");
      await vi.waitUntil(async () => (await ask("/readyz")).status === 200);
    },
  );
});

it.runIf(isOnPostgres)("is not ready once its database was dropped", async () => {
  const fresh = await freshDatabase();
  const server = await startTestServer(settingsFor(fresh));
  const ask = (path: string) => checkedFetch(server.url)("GET", path);
  expect((await ask("/readyz")).status).toBe(200);

  await fresh.drop();
  // Answers of the last second are shared.
  await vi.waitUntil(async () => (await ask("/readyz")).status === 503);

  const answer = await ask("/readyz");
  expect({ status: answer.status, body: answer.json() }).toEqual(UNREACHABLE);
  expect((await ask("/healthz")).status).toBe(200);
  await server.close({ atOnce: true });
});

describe("a server whose database cannot be reached yet", () => {
  const lines: string[] = [];
  const write = (_: unknown, line: string) => void lines.push(line);
  const log = { debug: write, info: write, warn: write, error: write } as unknown as Log;
  const fresh = useEach(() => {
    lines.length = 0;
    return freshDatabase({ isEmpty: true });
  });

  /** The settings of a database that leads to `target` once the gate is open; before, it ends connections. */
  async function gateTo(target: string) {
    const gate = { isOpen: false };
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      if (!gate.isOpen) return void socket.destroy();
      const { hostname, port } = new URL(target);
      const there = connect(Number(port), hostname).on("error", () => undefined);
      socket.pipe(there).pipe(socket);
    });
    const { host, close } = await listenOnLoopback(server);
    onTestFinished(close);
    const url = Object.assign(new URL(target), { host });
    return Object.assign(gate, {
      settings: { ...settingsFor(fresh), INTRAY_DATABASE_URL: url.href },
    });
  }

  it("gives up after the time of the setting, and at once when it is stopped", async () => {
    const settings = {
      ...settingsFor(fresh),
      INTRAY_DATABASE_URL: "postgres://intray@127.0.0.1:9/intray",
    };
    const stop = new AbortController();
    const waiting = startTestServer(settings, { log, stop: stop.signal });
    await vi.waitUntil(() => lines.length > 0);

    stop.abort();
    const given = startTestServer({ ...settings, INTRAY_DATABASE_WAIT_SECONDS: "0" });

    await expect(waiting).rejects.toMatchObject({ exitCode: 0 });
    expect(lines).toEqual([expect.stringMatching(/^Waiting up to 300 s .* at 127\.0\.0\.1:9\./)]);
    await expect(given).rejects.toMatchObject({ exitCode: 1 });
  });

  it.runIf(isOnPostgres)(
    "lives and refuses posts until it can, but not without a database of that name",
    async () => {
      const gate = await gateTo(fresh.url);
      const { port, close } = await listenOnLoopback(createServer());
      close();
      const ask = checkedFetch(`http://127.0.0.1:${port}`);
      const starting = startTestServer({ ...gate.settings, INTRAY_PORT: String(port) }, { log });
      await vi.waitUntil(() => lines.length > 0);

      const [health, ready] = [await ask("GET", "/healthz"), await ask("GET", "/readyz")];
      const post = await ask("POST", "/f/1.json", { body: new URLSearchParams({ a: "b" }) });

      expect([health.status, ready.status, post.status]).toEqual([200, 503, 503]);
      expect(ready.json()).toEqual({ status: "database unreachable", since: /^\d{4}-\d\d-\d\dT/ });
      expect(Number(post.headers.get("retry-after"))).toBeGreaterThan(0);
      gate.isOpen = true;
      const server = await starting;
      expect((await ask("GET", "/readyz")).status).toBe(200);
      await server.close({ atOnce: true });
      const INTRAY_DATABASE_URL = Object.assign(new URL(fresh.url), { pathname: "nowhere" }).href;
      const nowhere = startTestServer({ ...gate.settings, INTRAY_DATABASE_URL });
      await expect(nowhere).rejects.toMatchObject({ exitCode: 78 });
    },
  );
});

it("is not ready while it drains", async () => {
  const server = await startApiServer();
  const port = Number(new URL(server.url).port);
  const socket = connect(port, "127.0.0.1");
  const answers = text(socket);
  // A post whose head has arrived keeps the server from closing until its body has.
  socket.write(
    "POST /f/1.json HTTP/1.1\r\nHost: intray\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n",
  );
  await once(socket, "data");

  const closed = server.close();
  await vi.waitUntil(() => isRefused(port));
  socket.write("a=bGET /readyz HTTP/1.1\r\nHost: intray\r\nConnection: close\r\n\r\n");

  const got = await answers;
  expect(got).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK\r\n/);
  expect(got).toMatch(/HTTP\/1.1 503 Service Unavailable\r\n[^]*\{"status":"draining"\}/);
  await closed;
});

async function isRefused(port: number): Promise<boolean> {
  const probe: Socket = connect(port, "127.0.0.1");
  return new Promise((resolve) => {
    probe.once("connect", () => {
      probe.destroy();
      resolve(false);
    });
    probe.once("error", () => resolve(true));
  });
}
