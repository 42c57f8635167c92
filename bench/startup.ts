// How long a command takes to start, compared with an empty program, and the server, compared with the same
// server without the bundle.
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runProgram, startProgram } from "../demo/program.ts";
import { openFolder } from "../test/harness/folder.ts";
import { compare, type Measured, type Row } from "./rounds.ts";
import { CLI, cliEnvironment, cpuSecondsOf, SERVER, startServer } from "./server.ts";

const RUNS = 3;
const url = (relative: string) => new URL(relative, import.meta.url);

export async function startup(): Promise<readonly Row[]> {
  const folder = openFolder();
  try {
    return [...(await commandRows()), ...(await serverRows(folder.path))];
  } finally {
    folder.close();
  }
}

async function commandRows(): Promise<readonly Row[]> {
  await using server = await startServer();
  const env = cliEnvironment(server);
  const baseline = () => timed(["-e", "0"], env);
  return [
    await compare({
      name: "startup --version",
      required: 1 / 2,
      aim: 1 / 1.5,
      ours: () => timed([CLI, "--version"], env),
      baseline,
    }),
    await compare({
      name: "startup submissions list",
      required: 1 / 6,
      aim: 1 / 2.5,
      ours: () => timed([CLI, "submissions", "list"], env),
      baseline,
    }),
  ];
}

/**
 * Half and a third of the first figure of 0.1.0, which was not bundled. The baseline is today's server without
 * the bundle, since both change with the machine.
 */
async function serverRows(folder: string): Promise<readonly Row[]> {
  const unbundled = await writeUnbundled(join(folder, "unbundled"));
  const data = join(folder, "data");
  const rows: Row[] = [];
  for (const spent of ["time", "CPU"] as const) {
    rows.push(
      await compare({
        name: `startup server to ready, ${spent}`,
        required: 2,
        aim: 3,
        ours: () => timedServer(SERVER, data, spent),
        baseline: () => timedServer(unbundled, data, spent),
      }),
    );
  }
  return rows;
}

/** A package that starts like the server's own, and loads `dist` in place of the bundle. @returns Its program. */
async function writeUnbundled(folder: string): Promise<string> {
  await mkdir(join(folder, "bin"), { recursive: true });
  await mkdir(join(folder, "bundle"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const main = url("../packages/server/dist/main.js").href;
  const loaded = `exports.main = async () => (await import(${JSON.stringify(main)})).main();`;
  await writeFile(join(folder, "bundle/main.cjs"), loaded);
  const program = join(folder, "bin/intray-server.js");
  await copyFile(SERVER, program);
  return program;
}

async function timed(words: readonly string[], env: Record<string, string>): Promise<Measured> {
  const start = performance.now();
  for (let run = 0; run < RUNS; run++) {
    const { code, stderr } = await runProgram(words, env);
    if (code !== 0) throw new Error(`${words.join(" ")} exited with ${code}: ${stderr}`);
  }
  return measured((performance.now() - start) / RUNS);
}

/** The warm-up creates the database in `data`. */
async function timedServer(
  program: string,
  data: string,
  spent: "time" | "CPU",
): Promise<Measured> {
  const start = performance.now();
  const server = startProgram("the server", [program], {
    INTRAY_PORT: "0",
    INTRAY_DATA_DIR: data,
    INTRAY_LOG_LEVEL: "error",
  });
  await server.line("listening on ");
  const ms = performance.now() - start;
  const cpuMs = (await cpuSecondsOf(server.pid)) * 1_000;
  await server.stop();
  return measured(spent === "time" ? ms : cpuMs);
}

const measured = (ms: number): Measured => ({
  perSecond: 1_000 / ms,
  note: `${Math.round(ms)} ms`,
});
