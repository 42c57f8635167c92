// Submissions a second through `intray queue run -- true`, compared with xargs starting as many processes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { runProgram } from "../demo/program.ts";
import { postsTo } from "./post.ts";
import { requestLoad } from "./request-load.ts";
import { compare, type Row, timeWork } from "./rounds.ts";
import { CLI, cliEnvironment, startServer } from "./server.ts";

/** Enough that the start of the command, which `startup` measures, is a small part. */
const ITEMS = Number(process.env["BENCH_ITEMS"] ?? "4000");
const CONCURRENCY = 4;

export async function queue(): Promise<Row> {
  await using server = await startServer();
  const env = cliEnvironment(server);
  const url = await server.makeForm(undefined);
  return await compare({
    name: "queue",
    required: 0.2,
    aim: 0.4,
    ours: async () => {
      await requestLoad(postsTo(url), { connections: CONCURRENCY, requests: ITEMS });
      return timeWork(ITEMS, () => runQueue(env));
    },
    baseline: () => timeWork(ITEMS, runXargs),
  });
}

async function runQueue(env: Record<string, string>): Promise<void> {
  const words = ["queue", "run", "--concurrency", `${CONCURRENCY}`, "--max", `${ITEMS}`, "--json"];
  const { code, stdout, stderr } = await runProgram([CLI, ...words, "--", "true"], env);
  const acked = stdout.split("\n").filter((line) => line.includes('"acked"')).length;
  if (code === 0 && acked >= ITEMS) return;
  throw new Error(`The queue exited with ${code} after handling ${acked} of ${ITEMS}: ${stderr}`);
}

async function runXargs(): Promise<void> {
  const child = spawn("xargs", [`-P${CONCURRENCY}`, "-n1", "true"], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  child.stdin.end(Array.from({ length: ITEMS }, (_, line) => `${line}\n`).join(""));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`xargs exited with ${code}.`);
}
