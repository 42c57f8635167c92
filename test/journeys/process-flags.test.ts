// What the program sets for its own process, unless the operator sets it: the size of the young generation in the
// heap, and that of the thread pool that DNS lookups and file access share, before the first thread starts.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startProgram } from "../../demo/program.ts";
import { SERVER } from "../harness/bundled.ts";
import { openFolder } from "../harness/folder.ts";
import { useEach } from "../harness/use.ts";

const folder = useEach(openFolder);

describe.runIf(process.platform === "linux")("a server started with", () => {
  it.each([
    [[], {}, ["--max-semi-space-size=16"]],
    [["--no-warnings"], {}, ["--max-semi-space-size=16", "--no-warnings"]],
    [["--max-semi-space-size=4"], {}, ["--max-semi-space-size=4"]],
    [["--max_semi_space_size=4"], {}, ["--max_semi_space_size=4"]],
    [[], { NODE_OPTIONS: "--max-semi-space-size=4" }, []],
  ])(
    "%j and %j runs with %j, and in the process that was started",
    async (flags, env, expected) => {
      const server = startProgram("the server", [...flags, SERVER], {
        INTRAY_PORT: "0",
        INTRAY_DATA_DIR: folder.path,
        ...env,
      });
      try {
        await server.url();

        const [, ...words] = readFileSync(`/proc/${server.pid}/cmdline`, "utf8").split("\0");

        expect(words).toEqual([...expected, SERVER, ""]);
      } finally {
        await server.stop();
      }
    },
  );
});

/** Threads of a server that listens and so has read and written files. */
async function workersOf(env: Readonly<Record<string, string>>): Promise<number> {
  const { UV_THREADPOOL_SIZE: _, ...inherited } = process.env;
  const server = spawn(process.execPath, [SERVER], {
    env: { ...inherited, INTRAY_PORT: "0", INTRAY_DATA_DIR: folder.path, ...env },
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
