// Debian's PostgreSQL twice: a primary, and a standby that every commit waits for.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { appendFile, chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "../harness/loopback.ts";
import { ordinaryUser, quickestFolder, untilReady } from "../harness/postgres.ts";

export interface DatabasePair {
  /** Names both servers. */
  readonly url: string;
  /** Runs a statement on the primary. */
  query<Row>(statement: string): Promise<Row[]>;
  /** Kills the primary with all of its processes, as a loss of its machine does. */
  killPrimary(): Promise<void>;
  /** Stops the primary without ending it or its connections, as a machine that hangs. */
  freezePrimary(): void;
  /** Until it is promoted, the commits of the primary wait. */
  killStandby(): Promise<void>;
  /** Makes the standby the primary, and starts it before if it was killed; until {@link rebuild} commits wait for nothing. */
  promote(): Promise<void>;
  /** Makes the killed server the standby of the new primary. Returns how. */
  rebuild(): Promise<"pg_rewind" | "pg_basebackup">;
  /** Starts the killed server as it was, so that there are two primaries. */
  startOld(): Promise<void>;
  stop(): Promise<void>;
}

type Node = { readonly port: number; readonly data: string; process?: ChildProcess };

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  wal_keep_size: "256MB",
  max_wal_size: "512MB",
};

/** The folder of initdb, pg_basebackup and pg_rewind; `undefined` where Debian's PostgreSQL is not installed. */
export const replicationPrograms = (): string | undefined =>
  globSync("/usr/lib/postgresql/*/bin")
    .toSorted((a, b) => a.localeCompare(b, undefined, { numeric: true }))
    .findLast((bin) =>
      ["initdb", "postgres", "pg_ctl", "pg_basebackup", "pg_rewind"].every((name) =>
        existsSync(join(bin, name)),
      ),
    );

/** @param bin From {@link replicationPrograms}. */
export async function startPair(bin: string): Promise<DatabasePair> {
  const folder = await mkdtemp(join(await quickestFolder(), "intray-failover-"));
  await chmod(folder, 0o777);
  const user = ordinaryUser() ?? {};
  const run = (program: string, ...args: readonly string[]) =>
    promisify(execFile)(join(bin, program), args, { ...user, cwd: folder });

  async function start(node: Node): Promise<void> {
    node.process = spawn(join(bin, "postgres"), ["-D", node.data, "-p", String(node.port)], {
      ...user,
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    await untilReady(node.process);
  }
  const copy = ({ port }: Node, data: string) => {
    const from = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"];
    return run("pg_basebackup", ...from, "-D", data, "-c", "fast", "-R");
  };
  /** From now on every commit waits for the standby. */
  async function synchronize(): Promise<void> {
    await ask(primary, "alter system set synchronous_standby_names = '*'");
    await ask(primary, "select pg_reload_conf()");
    const isSynchronous = "select 1 from pg_stat_replication where sync_state = 'sync'";
    while ((await ask(primary, isSynchronous)).length === 0) await nextMoment();
  }

  let primary: Node = { port: await freePort(), data: join(folder, "a") };
  let standby: Node = { port: await freePort(), data: join(folder, "b") };
  process.once("exit", () => {
    for (const node of [primary, standby]) node.process?.kill("SIGKILL");
  });
  const url = `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres?target_session_attrs=read-write`;
  // pg_rewind needs the checksums.
  await run("initdb", "-D", primary.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "-k");
  // pg_rewind starts the server too, and it does not know the flags.
  await appendFile(
    join(primary.data, "postgresql.conf"),
    Object.entries(SETTINGS)
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(""),
  );
  await start(primary);
  await copy(primary, standby.data);
  await start(standby);
  await synchronize();

  return {
    url,
    query: (statement) => ask(primary, statement),
    async killPrimary() {
      await kill(primary);
    },
    freezePrimary() {
      signal(primary, "SIGSTOP");
    },
    async killStandby() {
      await kill(standby);
    },
    async promote() {
      if (hasEnded(standby)) await start(standby);
      await run("pg_ctl", "promote", "-D", standby.data);
      [primary, standby] = [standby, primary];
    },
    async rebuild() {
      await kill(standby);
      // pg_rewind reads the new timeline from the primary's last checkpoint.
      await ask(primary, "checkpoint");
      const source = `host=127.0.0.1 port=${primary.port} user=postgres dbname=postgres`;
      const how = await run("pg_rewind", "-D", standby.data, "--source-server", source, "-R").then(
        () => "pg_rewind" as const,
        async () => {
          await rm(standby.data, { recursive: true });
          await copy(primary, standby.data);
          return "pg_basebackup" as const;
        },
      );
      await start(standby);
      await synchronize();
      return how;
    },
    startOld: () => start(standby),
    async stop() {
      for (const node of [primary, standby]) await kill(node);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function ask<Row>({ port }: Node, statement: string): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: `postgres://postgres@127.0.0.1:${port}/postgres`,
  });
  await client.connect();
  try {
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}

const hasEnded = ({ process: postmaster }: Node) =>
  postmaster?.exitCode !== null || postmaster.signalCode !== null;

async function kill(node: Node): Promise<void> {
  const { process: postmaster } = node;
  if (postmaster === undefined || hasEnded(node)) return;
  const gone = once(postmaster, "exit");
  const children = signal(node, "SIGKILL");
  await gone;
  while (children.some((pid) => parentOf(pid) !== undefined)) await nextMoment();
}

/**
 * Sends a signal to PostgreSQL and each of its processes, and returns these. Each leads a session of its own, so a
 * signal to the group would reach only the first.
 */
function signal({ process: postmaster }: Node, name: NodeJS.Signals): readonly string[] {
  const children = readdirSync("/proc").filter(
    (pid) => /^\d+$/.test(pid) && parentOf(pid) === postmaster?.pid,
  );
  postmaster?.kill(name);
  for (const pid of children) {
    try {
      process.kill(Number(pid), name);
    } catch {
      // It has ended.
    }
  }
  return children;
}

function parentOf(pid: string): number | undefined {
  try {
    // The name of the program is in parentheses, and may contain any character.
    const [state, parent] =
      readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return state === "Z" ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}

const nextMoment = () => new Promise<void>((resolve) => void setTimeout(resolve, 20));
