// Connections by a URL that names several servers. With a real standby: test/failover.
import { connect as connectTo, createServer } from "node:net";
import pg from "pg";
import { listenOnLoopback } from "../../../../../test/harness/loopback.ts";
import { useEach } from "../../../../../test/harness/use.ts";
import { freshDatabase } from "../../../test/database.ts";
import { type Clock, systemClock } from "../../platform/clock.ts";
import { silentLog } from "../../platform/log.ts";
import { connectionSettings, openPostgres } from "./database.ts";
import { type Primary, primaryOf } from "./primary.ts";

/** Accepts connections and says nothing, as a machine that is stuck. */
const silent = useEach(() => listenOnLoopback(createServer()));
const fresh = useEach(() => freshDatabase({ isEmpty: true }));

/** Long enough for a server that works, on a busy machine too in most cases. */
const PROBE_TIMEOUT_MS = 500;
/** Does not wait between looks. */
const HURRIED: Clock = { ...systemClock, after: (_, run) => systemClock.after(1, run) };
const CLOSED = "127.0.0.1:1";
const urlWith = (...hosts: readonly string[]) =>
  fresh.url.replace(new URL(fresh.url).host, hosts.join(","));
const own = () => new URL(fresh.url).host;

async function connect(primary: Primary): Promise<pg.Client> {
  const client = new primary.Client(connectionSettings(primary.url));
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
async function setReadOnly(value: "on" | "off"): Promise<void> {
  const client = new pg.Client(connectionSettings(fresh.url));
  await client.connect();
  await client.query("set default_transaction_read_only = off");
  await client.query(
    `alter database ${new URL(fresh.url).pathname.slice(1)} set default_transaction_read_only = ${value}`,
  );
  await client.end();
}

it.each([() => [CLOSED, own()], () => [own(), CLOSED], () => [silent.host, own(), CLOSED]])(
  "connects to the server that accepts writes (%#)",
  async (hosts) => {
    const primary = primaryOf(urlWith(...hosts()), PROBE_TIMEOUT_MS);
    const { pool, db } = await vi.waitFor(() => openPostgres(primary, () => undefined));

    const { rows } = await pool.query<{ port: number }>("select inet_server_port() as port");

    expect(rows[0]?.port).toBe(Number(new URL(fresh.url).port));
    await db.destroy();
  },
);

it("says of each server why it is not used", async () => {
  await setReadOnly("on");

  await expect(connect(primaryOf(urlWith(CLOSED, own())))).rejects.toMatchObject({
    code: "08001",
    message: `no server accepts writes: ${CLOSED}: connect ECONNREFUSED ${CLOSED}; ${own()} is a standby or read-only`,
  });
});

it("searches again once a server has refused a write", async () => {
  const primary = primaryOf(urlWith(own(), CLOSED));
  const client = await connect(primary);
  await client.query("set default_transaction_read_only = on");
  await setReadOnly("on");
  await expect(client.query("create table t (n integer)")).rejects.toMatchObject({ code: "25006" });

  await expect(connect(primary)).rejects.toMatchObject({ code: "08001" });
  await setReadOnly("off");
  const again = await vi.waitFor(() => connect(primary));

  await Promise.all([client.end(), again.end()]);
});

it("ends statements on a server that has not answered for some time", async () => {
  let isStuck = false;
  const server = createServer((incoming) => {
    const outgoing = connectTo(Number(new URL(fresh.url).port), "127.0.0.1");
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      from.on("error", () => undefined);
      from.on("close", () => to.destroy());
      from.on("data", (bytes) => isStuck || to.write(bytes));
    }
  });
  const proxy = await listenOnLoopback(server);
  const primary = primaryOf(urlWith(proxy.host, CLOSED), PROBE_TIMEOUT_MS);
  const client = await vi.waitFor(() => connect(primary));
  const stop = primary.watch({ clock: HURRIED, log: silentLog });
  isStuck = true;

  await expect(client.query("select 1")).rejects.toThrow("Connection terminated unexpectedly");

  isStuck = false;
  const again = await vi.waitFor(() => connect(primary));
  await again.end();
  stop();
  proxy.close();
});
