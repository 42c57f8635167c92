import { setTimeout as timeout } from "node:timers/promises";
import type { StartedHandler, UnstartedHandler } from "@intray/sdk/queue";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Launch } from "./launch.ts";
import { LaunchHelper } from "./launch-helper.ts";
import { systemPause } from "./pause.ts";
import { processStart } from "./process-start.ts";

const never = new AbortController().signal;

function helperFor(script: string, command = "/bin/sh") {
  const helper = new LaunchHelper(
    {
      command,
      args: ["-c", script],
      environment: { PATH: process.env["PATH"], EVERY: "run" },
      timeoutMs: 15_000,
      graceMs: 100,
    },
    systemPause,
  );
  onTestFinished(() => helper.close());
  return helper;
}

/** It starts nothing before it is ready. */
async function launched(
  helper: LaunchHelper,
  work: Launch = { environment: {}, input: "" },
): Promise<StartedHandler | UnstartedHandler> {
  for (;;) {
    const started = await helper.launch(work);
    if (started !== undefined) return started;
    await timeout(5);
  }
}

async function running(helper: LaunchHelper, work?: Launch): Promise<StartedHandler> {
  const started = await launched(helper, work);
  if (started.kind !== "started") throw new Error(started.reason);
  return started;
}

describe("a helper", () => {
  it("starts nothing before it is ready", async () => {
    const helper = helperFor("exit 0");

    expect(await helper.launch({ environment: {}, input: "" })).toBeUndefined();
  });

  it("hands the input over, and tells the end and the output", async () => {
    const helper = helperFor('read -r line; echo "$line $EVERY $ONE"; exit 3');

    const run = await running(helper, {
      environment: { ONE: "only" },
      input: "line of é\n",
    });
    const result = await run.finish(never);

    expect(run.process?.pid).toBeGreaterThan(0);
    expect(result).toEqual({
      outcome: { kind: "exit", code: 3 },
      output: "line of é run only\n",
    });
  });

  it("runs several at once, each with its own end", async () => {
    const helper = helperFor("read -r code; exit $code");
    const first = await running(helper, { environment: {}, input: "1\n" });
    const second = await running(helper, { environment: {}, input: "2\n" });

    const ends = await Promise.all([second.finish(never), first.finish(never)]);

    expect(ends.map(({ outcome }) => outcome)).toEqual([
      { kind: "exit", code: 2 },
      { kind: "exit", code: 1 },
    ]);
  });

  it("says what cannot be started", async () => {
    const helper = helperFor("", "/nowhere/to/be/found");

    expect(await launched(helper)).toEqual({
      kind: "could-not-start",
      reason: "/nowhere/to/be/found cannot be started: there is no such command",
    });
  });

  it("stops what it is told to stop", async () => {
    const helper = helperFor("while :; do sleep 600; done");
    const run = await running(helper);
    const killing = new AbortController();

    const end = run.finish(killing.signal);
    killing.abort();

    expect((await end).outcome).toEqual({ kind: "interrupted" });
    expect(processStart(run.process?.pid ?? 0)).toBeUndefined();
  });

  it("that dies leaves nothing running, and starts nothing more", async () => {
    const helper = helperFor("read -r line; kill -KILL $PPID; while :; do sleep 600; done");
    const run = await running(helper, { environment: {}, input: "go\n" });

    const { outcome } = await run.finish(never);

    expect(outcome).toEqual({ kind: "interrupted" });
    expect(processStart(run.process?.pid ?? 0)).toBeUndefined();
    expect(await helper.launch({ environment: {}, input: "" })).toBeUndefined();
  });
});
