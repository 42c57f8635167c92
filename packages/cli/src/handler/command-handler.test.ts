import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { setTimeout as timeout } from "node:timers/promises";
import type { HandlerResult, QueueDelivery, QueueSubmission } from "@intray/sdk/queue";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { CommandHandlerOptions } from "./command-handler.ts";
import { commandHandler } from "./command-handler.ts";
import { systemPause } from "./pause.ts";
import { processStart } from "./process-start.ts";

const delivery: QueueDelivery = {
  id: "mail:7:1",
  submissionId: 7,
  formId: 3,
  attempt: 2,
  generation: 1,
  redelivered: true,
  consumer: "mail",
};
const submission: QueueSubmission = { id: 7, form_id: 3 };
const HOSTILE = { id: 7, form_id: 3, payload_params: { "a\nb": "c\r\n\0\u2028$(touch x)`" } };
const never = new AbortController().signal;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "intray-handler-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A handler that runs this JavaScript. */
function script(code: string, more: Partial<CommandHandlerOptions> = {}) {
  return commandHandler({
    command: process.execPath,
    args: ["-e", code],
    environment: { PATH: process.env["PATH"] },
    timeoutMs: 15_000,
    pause: systemPause,
    stderr: new PassThrough().resume(),
    ...more,
  });
}

async function run(
  handler: ReturnType<typeof commandHandler>,
  { work = submission, killing = never }: { work?: QueueSubmission; killing?: AbortSignal } = {},
): Promise<HandlerResult> {
  const start = await handler.start(delivery, work);
  if (start.kind !== "started") throw new Error(start.reason);
  return start.finish(killing);
}

async function until(claim: () => boolean): Promise<void> {
  while (!claim()) await timeout(5);
}
const out = () => join(folder, "out");
const written = () => readFileSync(out(), "utf8");
const WRITE = "const { writeFileSync, appendFileSync } = require('node:fs');";

describe("a command handler", () => {
  it("gives the submission as one line of JSON, whatever its fields hold", async () => {
    const handler = script(
      `${WRITE} let all = ""; process.stdin.on("data", (d) => (all += d)).on("end", () => writeFileSync(${JSON.stringify(out())}, all));`,
    );

    const result = await run(handler, { work: HOSTILE });

    expect(result.outcome).toEqual({ kind: "exit", code: 0 });
    expect(written().split("\n")).toHaveLength(2);
    expect(JSON.parse(written())).toEqual({
      v: 1,
      delivery: {
        id: "mail:7:1",
        attempt: 2,
        generation: 1,
        redelivered: true,
        consumer: "mail",
      },
      submission: HOSTILE,
    });
  });

  it("tells whose delivery it is in the environment, and no field value", async () => {
    const handler = script(
      `${WRITE} writeFileSync(${JSON.stringify(out())}, JSON.stringify(process.env))`,
      { environment: { KEPT: "1" } },
    );

    await run(handler, { work: HOSTILE });

    expect(JSON.parse(written())).toEqual({
      KEPT: "1",
      INTRAY_SUBMISSION_ID: "7",
      INTRAY_FORM_ID: "3",
      INTRAY_ATTEMPT: "2",
      INTRAY_REDELIVERED: "1",
      INTRAY_IDEMPOTENCY_KEY: "mail:7:1",
    });
  });

  it("passes words on as they are: there is no shell", async () => {
    const handler = commandHandler({
      command: process.execPath,
      args: [
        "-e",
        `${WRITE} writeFileSync(${JSON.stringify(out())}, JSON.stringify(process.argv.slice(1)))`,
        "--",
        "a b",
        "a b",
        "$HOME",
        "--flag",
      ],
      environment: {},
      timeoutMs: 15_000,
      pause: systemPause,
      stderr: new PassThrough().resume(),
    });

    await run(handler);

    expect(JSON.parse(written())).toEqual(["a b", "a b", "$HOME", "--flag"]);
  });

  it.each<[string, string, object]>([
    ["exits 0 without reading", "process.exit(0)", { kind: "exit", code: 0 }],
    ["exits 3", "process.exit(3)", { kind: "exit", code: 3 }],
    ["kills itself", "process.kill(process.pid, 'SIGKILL')", { kind: "signal", signal: "SIGKILL" }],
    [
      "closes its stdin at once",
      "process.stdin.destroy(); setTimeout(() => process.exit(0), 50)",
      { kind: "exit", code: 0 },
    ],
    [
      "reads a little and leaves",
      "process.stdin.once('data', () => process.exit(0))",
      { kind: "exit", code: 0 },
    ],
  ])("reports a command that %s, though the submission is huge", async (_name, code, outcome) => {
    const huge = { ...submission, text: "x".repeat(4 * 1_024 * 1_024) };

    const result = await run(script(code), { work: huge });

    expect(result.outcome).toEqual(outcome);
  });

  it.each([
    ["there is no such command", "/nowhere/handle"],
    ["it may not be executed", ""],
  ])("says that %s", async (why, command) => {
    const plain = join(folder, "plain.txt");
    writeFileSync(plain, "no program", { mode: 0o600 });

    const start = await script("", { command: command || plain }).start(delivery, submission);

    expect(start).toEqual({
      kind: "could-not-start",
      reason: `${command || plain} cannot be started: ${why}`,
    });
  });

  it("passes the output on and keeps the last 4 KB, cut between characters", async () => {
    const chunks: Buffer[] = [];
    const stderr = new Writable({
      highWaterMark: 16,
      write: (chunk: Buffer, _encoding, done) => {
        chunks.push(chunk);
        done();
      },
    });
    const handler = script(
      `process.stdout.write("é".repeat(40000) + "x", () => process.stderr.write("end"))`,
      { stderr },
    );

    const { output } = await run(handler);

    expect(Buffer.concat(chunks).toString()).toBe(`${"é".repeat(40_000)}xend`);
    expect(output).toBe(`${"é".repeat(2_046)}xend`);
  });

  it("goes on when nobody reads our stderr any more", async () => {
    const stderr = new Writable({
      highWaterMark: 1,
      write: (_chunk, _encoding, done) => done(new Error("EPIPE")),
    });
    const handler = script(`process.stdout.write("x".repeat(1e6))`, { stderr });

    expect((await run(handler)).outcome).toEqual({ kind: "exit", code: 0 });
  });

  it("does not wait for a grandchild that keeps the output open", async () => {
    const pidFile = out();
    const handler = script(
      `${WRITE} const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
       writeFileSync(${JSON.stringify(pidFile)}, String(child.pid)); process.exit(0)`,
    );

    const result = await run(handler);

    const pid = Number(readFileSync(pidFile, "utf8"));
    expect(result.outcome).toEqual({ kind: "exit", code: 0 });
    expect(processStart(pid)).toBeDefined();
    process.kill(pid, "SIGKILL");
  });
});

/** A command that ignores SIGTERM and has a child that does so too; both pids in the file. */
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
  /** Ends the grace as soon as it begins, and the timeout when the command is up. */
  const impatient = async (ms: number, signal: AbortSignal) => {
    if (ms === 60_000) await Promise.race([until(isUp), systemPause(20_000, signal)]);
    else if (ms !== 5_000) await systemPause(ms, signal);
  };

  it("is killed with all its children when its time is over", async () => {
    const handler = script(stubborn(), { timeoutMs: 60_000, pause: impatient });

    const { outcome } = await run(handler);

    expect(outcome).toEqual({ kind: "timeout", timeoutMs: 60_000 });
    await until(areGone);
  });

  it("is killed with all its children when the run is, and counts as interrupted", async () => {
    const kill = new AbortController();
    const handler = script(stubborn(), {
      pause: (ms, signal) => (ms === 5_000 ? Promise.resolve() : systemPause(ms, signal)),
    });

    const running = run(handler, { killing: kill.signal });
    await until(isUp);
    kill.abort();

    expect((await running).outcome).toEqual({ kind: "interrupted" });
    await until(areGone);
  });

  it("is interrupted even if it then exits 0: its work may be half done", async () => {
    const kill = new AbortController();
    const handler = script(
      `${WRITE} process.on("SIGTERM", () => process.exit(0)); setInterval(() => {}, 1000); writeFileSync(${JSON.stringify(out())}, "1 1")`,
    );

    const running = run(handler, { killing: kill.signal });
    await until(isUp);
    kill.abort();

    expect((await running).outcome).toEqual({ kind: "interrupted" });
  });
});

describe("what a dead run left behind", () => {
  it("is ended as a group when it is the process on record, and left alone otherwise", async () => {
    const first = script(stubborn());
    const start = await first.start(delivery, submission);
    if (start.kind !== "started" || start.process === undefined) throw new Error("not started");
    const { pid } = start.process;
    onTestFinished(() => {
      if (processStart(pid) !== undefined) process.kill(-pid, "SIGKILL");
    });
    await until(isUp);
    const later = script("", { graceMs: 40 });

    await later.endLeftover?.({ pid, startedAt: "another boot 1" });
    expect(areGone()).toBe(false);

    await later.endLeftover?.(start.process);
    await until(areGone);
  });

  it("is nothing when the process is long gone", async () => {
    await script("").endLeftover?.({ pid: 2 ** 22 - 1, startedAt: "then" });

    expect(processStart(2 ** 22 - 1)).toBeUndefined();
  });
});
