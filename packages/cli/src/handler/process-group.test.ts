import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WRITE, run, script, shellScript, started, until } from "../../test/handler-scripts.ts";
import type { QueueHandler } from "@intray/sdk/queue";
import { systemPause } from "../clock.ts";
import { processStart } from "./process-group.ts";
import { useFolder } from "../../test/workbench.ts";

const folder = await useFolder();
const out = () => join(folder, "out");
const written = () => readFileSync(out(), "utf8");

/** A command that ignores SIGTERM, with a child that does too. Writes both pids to the file. */
const stubborn = () => `${WRITE}
  const stay = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); process.stdout.write('up')";
  const child = require("node:child_process").spawn(process.execPath, ["-e", stay], { stdio: ["ignore", "pipe", "ignore"] });
  process.on("SIGTERM", () => {});
  child.stdout.once("data", () => writeFileSync(${JSON.stringify(out())}, process.pid + " " + child.pid));
  setInterval(() => {}, 1000);`;
const pids = () => written().split(" ").map(Number);
const isUp = () => {
  try {
    return pids().length === 2;
  } catch {
    return false;
  }
};
const areGone = () => pids().every((pid) => processStart(pid) === undefined);

describe("a command that does not end", () => {
  /** Ends the grace period at once, and the timeout when the command is up. */
  const impatient = async (ms: number, signal: AbortSignal) => {
    if (ms === 60_000) await Promise.race([until(isUp), systemPause(20_000, signal)]);
    else if (ms !== 5_000) await systemPause(ms, signal);
  };

  it("is killed with all its children after the timeout", async () => {
    const handler = script(stubborn(), { timeoutMs: 60_000, pause: impatient });

    const { outcome } = await run(handler);

    expect(outcome).toEqual({ kind: "timeout", timeoutMs: 60_000 });
    await until(areGone);
  });

  /** Stops the run once the command is up. */
  const interrupted = async (handler: QueueHandler) => {
    const kill = new AbortController();
    const running = run(handler, { killing: kill.signal });
    await until(isUp);
    kill.abort();
    return (await running).outcome;
  };

  it("is killed with all its children when the run is stopped, and counts as interrupted", async () => {
    const handler = script(stubborn(), {
      pause: (ms, signal) => (ms === 5_000 ? Promise.resolve() : systemPause(ms, signal)),
    });

    expect(await interrupted(handler)).toEqual({ kind: "interrupted" });
    await until(areGone);
  });

  it("is killed with all its children when the run is stopped before it gets its input", async () => {
    const handler = shellScript("sleep 600 & echo $!; wait");

    const handling = await started(handler);
    const { outcome, output } = await handling.finish(AbortSignal.abort());

    expect(outcome).toEqual({ kind: "interrupted" });
    expect(processStart(handling.process?.pid ?? 0)).toBeUndefined();
    await until(() => output === "" || processStart(Number(output)) === undefined);
  });

  it("counts as interrupted even if it then exits 0, because its work may be incomplete", async () => {
    const handler = script(
      `${WRITE} process.on("SIGTERM", () => process.exit(0)); setInterval(() => {}, 1000); writeFileSync(${JSON.stringify(out())}, "1 1")`,
    );

    expect(await interrupted(handler)).toEqual({ kind: "interrupted" });
  });
});

describe("a handler of a dead run", () => {
  it("is ended with its group if it is the recorded process, and not touched otherwise", async () => {
    const first = script(stubborn());
    const { process: leader } = await started(first);
    if (leader === undefined) throw new Error("its process has no start time");
    const { pid } = leader;
    onTestFinished(() => {
      if (processStart(pid) !== undefined) process.kill(-pid, "SIGKILL");
    });
    await until(isUp);
    const later = script("", { graceMs: 40 });

    await later.endLeftover?.({ pid, startedAt: "another boot 1" });
    expect(areGone()).toBe(false);

    await later.endLeftover?.(leader);
    await until(areGone);
  });

  it("is ignored if its process has ended", async () => {
    await script("").endLeftover?.({ pid: 2 ** 22 - 1, startedAt: "then" });

    expect(processStart(2 ** 22 - 1)).toBeUndefined();
  });
});
