// The size of the thread pool that DNS lookups and file access share: set before the first thread starts.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SERVER } from "../harness/bundled.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "intray-threads-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Threads of a server that listens and so has read and written files. */
async function workersOf(env: Readonly<Record<string, string>>): Promise<number> {
  const { UV_THREADPOOL_SIZE: _, ...inherited } = process.env;
  const server = spawn(process.execPath, [SERVER], {
    env: { ...inherited, INTRAY_PORT: "0", INTRAY_DATA_DIR: folder, ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const gone = once(server, "exit");
  try {
    await Promise.race([once(server.stdout, "data"), gone]);
    const tasks = `/proc/${server.pid}/task`;
    return readdirSync(tasks).filter(
      (task) => readFileSync(join(tasks, task, "comm"), "utf8").trim() === "libuv-worker",
    ).length;
  } finally {
    server.kill("SIGTERM");
    await gone;
  }
}

describe.runIf(process.platform === "linux")("the server's thread pool", () => {
  it.each([
    [{}, 16],
    [{ UV_THREADPOOL_SIZE: "" }, 16],
    [{ UV_THREADPOOL_SIZE: "6" }, 6],
  ])("with %j has %i threads", async (env, threads) => {
    expect(await workersOf(env)).toBe(threads);
  });
});
