// How long a command takes to start, compared with an empty oclif command.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram, startProgram } from "../demo/program.ts";
import { compare, type Measured, type Row } from "./rounds.ts";

const KEY = "bench-key-bench-key-bench-key-bench-key";
const RUNS = 3;
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export async function startup(): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "intray-bench-"));
  const settings = {
    INTRAY_PORT: "0",
    INTRAY_DATA_DIR: join(folder, "data"),
    INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY,
  };
  const serverBin = path("../packages/server/bin/intray-server.js");
  const server = startProgram("the server", [serverBin], settings);
  try {
    const url = (await server.line("listening on ")).replace("intray listening on ", "");
    const env = {
      INTRAY_BASE_URL: url,
      INTRAY_API_KEY: KEY,
      XDG_CONFIG_HOME: join(folder, "config"),
      NODE_ENV: "production",
    };
    const cli = path("../packages/cli/bin/run.js");
    const empty = () => timed([path("empty-cli/bin/run.js"), "empty"], env);
    return [
      // At most 1.25 times the time of the empty command is at least 0.8 times its runs a second.
      await compare({
        name: "startup --version",
        required: 1 / 1.25,
        aim: 1 / 1.1,
        ours: () => timed([cli, "--version"], env),
        baseline: empty,
      }),
      await compare({
        name: "startup submissions list",
        required: 1 / 2.5,
        aim: 1 / 2,
        ours: () => timed([cli, "submissions", "list"], env),
        baseline: empty,
      }),
      await compare({
        name: "startup server to ready",
        required: 0,
        aim: 0,
        rounds: 3,
        ours: () =>
          timedServer(serverBin, { ...settings, INTRAY_DATA_DIR: join(folder, "second") }),
        baseline: () => timed(["-e", ""], env),
      }),
    ];
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function timed(words: readonly string[], env: Record<string, string>): Promise<Measured> {
  const start = performance.now();
  for (let run = 0; run < RUNS; run++) {
    const { code, stderr } = await runProgram(words, env);
    if (code !== 0) throw new Error(`${words.join(" ")} exited with ${code}: ${stderr}`);
  }
  return measured(performance.now() - start, RUNS);
}

async function timedServer(bin: string, env: Record<string, string>): Promise<Measured> {
  const start = performance.now();
  const server = startProgram("the server", [bin], env);
  await server.line("listening on ");
  const ms = performance.now() - start;
  await server.stop();
  return measured(ms, 1);
}

const measured = (ms: number, runs: number): Measured => ({
  perSecond: (runs / ms) * 1_000,
  note: `${Math.round(ms / runs)} ms`,
});
