// What the program sets for its own process, unless the operator sets it: the size of the young generation in the
// heap, and that of the thread pool that DNS lookups and file access share, before the first thread starts.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Program } from "../../demo/program.ts";
import { SERVER } from "../harness/bundled.ts";
import { openFolder } from "../harness/folder.ts";
import { useEach } from "../harness/use.ts";
import { startServerProgram } from "../harness/server-program.ts";

const folder = useEach(openFolder);

/** What `look` finds while a server listens that was started with these flags and variables. */
async function whileRunning<Found>(
  flags: readonly string[],
  env: Readonly<Record<string, string>>,
  look: (server: Program) => Found,
): Promise<Found> {
  const settings = { UV_THREADPOOL_SIZE: undefined, INTRAY_DATA_DIR: folder.path, ...env };
  const server = startServerProgram(settings, flags);
  try {
    await server.url();
    return look(server);
  } finally {
    await server.stop();
  }
}

const commandLine = ({ pid }: Program) => readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");

it.runIf(process.platform === "linux").each([
  [[], {}, ["--max-semi-space-size=16"]],
  [["--no-warnings"], {}, ["--max-semi-space-size=16", "--no-warnings"]],
  [["--max-semi-space-size=4"], {}, ["--max-semi-space-size=4"]],
  [["--max_semi_space_size=4"], {}, ["--max_semi_space_size=4"]],
  [[], { NODE_OPTIONS: "--max-semi-space-size=4" }, []],
])(
  "a server started with %j and %j runs with %j, and in the process that was started",
  async (flags, env, expected) => {
    const [, ...words] = await whileRunning(flags, env, commandLine);

    expect(words).toEqual([...expected, SERVER, ""]);
  },
);

it.runIf(process.platform === "linux").each([
  ["", ["--max-semi-space-size=2"]],
  ["--max-semi-space-size=16", ["--max-semi-space-size=2"]],
  ["--max-semi-space-size=8", []],
])("a server in a container of 128 MiB with %j runs with %j", async (NODE_OPTIONS, expected) => {
  const small = join(folder.path, "small.cjs");
  writeFileSync(small, "process.constrainedMemory = () => 128 * 2 ** 20;");
  const flags = ["--require", small];

  const [, ...words] = await whileRunning(flags, { NODE_OPTIONS }, commandLine);

  expect(words).toEqual([...expected, ...flags, SERVER, ""]);
});

/** Threads of a server that listens and so has read and written files. */
function countWorkers({ pid }: Program): number {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).filter(
    (task) => readFileSync(join(tasks, task, "comm"), "utf8").trim() === "libuv-worker",
  ).length;
}

it.runIf(process.platform === "linux").each([
  [{}, 16],
  [{ UV_THREADPOOL_SIZE: "" }, 16],
  [{ UV_THREADPOOL_SIZE: "6" }, 6],
])("the server's thread pool with %j has %i threads", async (env, threads) => {
  expect(await whileRunning([], env, countWorkers)).toBe(threads);
});
