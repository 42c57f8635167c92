/** Debian's PgBouncer on loopback, if it is installed. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePort } from "../../../../test/harness/loopback.ts";

/** Where the program is; `undefined` = it is not installed. */
export const PGBOUNCER = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"]
  .map((folder) => join(folder, "pgbouncer"))
  .find((file) => existsSync(file));

/** @param settings Lines of the section `pgbouncer`. */
export async function startPgBouncer(target: string, settings: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "intray-pgbouncer-"));
  chmodSync(folder, 0o755);
  const { hostname, port, username, pathname } = new URL(target);
  const own = await freePort();
  const file = join(folder, "pgbouncer.ini");
  const lines = [
    "[databases]",
    `* = host=${hostname} port=${port} user=${username}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${own}`,
    "unix_socket_dir =",
    "auth_type = any",
    ...settings,
  ];
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o644 });
  const isRoot = process.getuid?.() === 0;
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  const child = spawn(PGBOUNCER ?? "pgbouncer", ["-q", file], {
    stdio: "ignore",
    ...(isRoot && { uid: idOf("-u"), gid: idOf("-g") }),
  });
  await vi.waitFor(() => reach(own));
  return {
    /** The URL of the database through PgBouncer. */
    url: `postgres://${username}@127.0.0.1:${own}${pathname}`,
    async stop() {
      await end(child);
      rmSync(folder, { recursive: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

async function reach(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
  } finally {
    socket.destroy();
  }
}
