import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { setTimeout as timeout } from "node:timers/promises";
import type { PreparedHandler } from "@intray/sdk/queue";
import { describe, expect, it, onTestFinished } from "vitest";
import { OutputSink } from "./handler-output.ts";
import type { Launch } from "./launch.ts";
import { LaunchShells } from "./launch-shells.ts";
import { systemPause } from "./pause.ts";
import { processStart } from "./process-start.ts";

const never = new AbortController().signal;
const nothing: Launch = { environment: {}, input: "\n" };
const HOSTILE = `{"é\u007f\u2028":"$(touch x) \`y\` 'z' \\" \\\\ *  %s -n"}\n`;

function shellsFor(
  script: string,
  {
    command = "/bin/sh",
    stderr = new PassThrough().resume(),
    environment = {},
  }: {
    readonly command?: string;
    readonly stderr?: Writable;
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
) {
  const shells = new LaunchShells(
    {
      command,
      args: ["-c", script],
      environment: { PATH: process.env["PATH"], EVERY: "run", ...environment },
      timeoutMs: 15_000,
      graceMs: 100,
    },
    { pause: systemPause, sink: new OutputSink(stderr) },
  );
  onTestFinished(() => shells.close());
  return shells;
}

async function running(shells: LaunchShells, work: Launch = nothing): Promise<PreparedHandler> {
  const started = await shells.prepare(work);
  if (started === undefined) throw new Error("nothing was started");
  return started;
}

async function run(shells: LaunchShells, work?: Launch) {
  return (await running(shells, work)).finish(never);
}

async function until(claim: () => boolean): Promise<void> {
  while (!claim()) await timeout(5);
}

describe.runIf(process.platform === "linux")("a shell that starts commands", () => {
  it("hands the input over as it is, and tells the end and the output", async () => {
    const passed: Buffer[] = [];
    const stderr = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        passed.push(chunk);
        done();
      },
    });
    const shells = shellsFor('cat; echo "$EVERY $ONE" >&2; exit 3', { stderr });

    const result = await run(shells, { environment: { ONE: "o'n e" }, input: HOSTILE });

    expect(result).toEqual({
      outcome: { kind: "exit", code: 3 },
      output: `${HOSTILE}run o'n e\n`,
    });
    expect(Buffer.concat(passed).toString()).toBe(result.output);
  });

  it.each([{ LC_ALL: "C.UTF-8" }, { LC_ALL: "C" }, { LC_ALL: "no locale" }, { LANG: "C.UTF-8" }])(
    "hands over text of any alphabet, byte for byte, with the locale of the run: %j",
    async (environment) => {
      const shells = shellsFor('cat; echo "$ONE $TWO ${LC_ALL-none}"', { environment });
      const work = { environment: { ONE: "* é ☃", TWO: "𝄞\n" }, input: HOSTILE };

      const { output } = await run(shells, work);

      expect(output).toBe(`${HOSTILE}* é ☃ 𝄞\n ${environment.LC_ALL ?? "none"}\n`);
    },
  );

  it("leads a group of its own, with no signal ignored and no file but the three", async () => {
    const shells = shellsFor(
      `cut -d' ' -f5 /proc/$$/stat; grep SigIgn /proc/$$/status; ls /proc/$$/fd/[34] 2>/dev/null`,
    );

    const started = await running(shells);
    const { output } = await started.finish(never);

    expect(output).toBe(`${started.process?.pid}\nSigIgn:\t0000000000000000\n`);
  });

  it("starts those that come one after the other, each with its own output", async () => {
    const shells = shellsFor('read -r line; echo "$line of $PPID"');

    const outputs: string[] = [];
    for (const input of ["1", "2", "3", "4", "5"]) {
      outputs.push((await run(shells, { environment: {}, input: `${input}\n` })).output);
    }

    const [lines, parents] = [0, 1].map((at) => outputs.map((one) => one.trim().split(" of ")[at]));
    expect(lines).toEqual(["1", "2", "3", "4", "5"]);
    expect(new Set(parents).size).toBeLessThan(3);
  });

  it("starts several at once, each with its own end", async () => {
    const shells = shellsFor("read -r code; exit $code");
    const first = await running(shells, { environment: {}, input: "1\n" });
    const second = await running(shells, { environment: {}, input: "2\n" });

    const ends = await Promise.all([second.finish(never), first.finish(never)]);

    expect(ends.map(({ outcome }) => outcome)).toEqual([
      { kind: "exit", code: 2 },
      { kind: "exit", code: 1 },
    ]);
  });

  it.each([
    ["a command that is not there", "/nowhere/handle", { kind: "exit", code: 127 }],
    ["a command that may not be executed", "/etc/passwd", { kind: "exit", code: 126 }],
    ["a signal", "/bin/sh", { kind: "signal", signal: "SIGKILL" }],
  ])("tells of %s, and goes on", async (_what, command, outcome) => {
    const shells = shellsFor("kill -KILL $$", { command });

    expect((await run(shells)).outcome).toEqual(outcome);
    expect((await run(shells)).outcome).toEqual(outcome);
  });

  it("does not start the command before it is handed its input", async () => {
    const folder = mkdtempSync(join(tmpdir(), "intray-shell-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const shells = shellsFor(`touch ${folder}/started`);
    const { process: leader } = await running(shells);

    shells.close();
    await until(() => processStart(leader?.pid ?? 0) === undefined);

    expect(leader?.pid).toBeGreaterThan(0);
    expect(existsSync(join(folder, "started"))).toBe(false);
  });

  it("has no ear for a signal to all before it is handed its input", async () => {
    const shells = shellsFor("exit 3");
    const started = await running(shells);

    process.kill(-started.process.pid, "SIGTERM");
    const { outcome } = await started.finish(never);

    expect(outcome).toEqual({ kind: "exit", code: 3 });
  });

  it("stops the whole group, before the input was read as well", async () => {
    const shells = shellsFor("sleep 600 & echo $!; wait");
    const killing = AbortSignal.abort();

    const begun = await running(shells);
    const { outcome, output } = await begun.finish(killing);
    const another = await running(shells);

    expect(outcome).toEqual({ kind: "interrupted" });
    expect(processStart(begun.process?.pid ?? 0)).toBeUndefined();
    await until(() => output === "" || processStart(Number(output)) === undefined);
    expect((await another.finish(killing)).outcome).toEqual({ kind: "interrupted" });
  });

  it("that dies leaves nothing running, and another takes its place", async () => {
    const shells = shellsFor('[ "$DIE" ] || exit 4; kill -KILL $PPID; while :; do sleep 600; done');
    const started = await running(shells, { ...nothing, environment: { DIE: "1" } });

    const { outcome } = await started.finish(never);

    expect(outcome).toEqual({ kind: "interrupted" });
    expect(processStart(started.process?.pid ?? 0)).toBeUndefined();
    expect((await run(shells)).outcome).toEqual({ kind: "exit", code: 4 });
  });

  it("keeps the last of the output when whoever it is passed on to is slow", async () => {
    let bytes = 0;
    const stderr = new Writable({
      highWaterMark: 16,
      write: (chunk: Buffer, _encoding, done) => {
        bytes += chunk.length;
        setImmediate(() => done());
      },
    });
    const shells = shellsFor("seq 1 100000", { stderr });

    const { output } = await run(shells);

    expect(output.endsWith("\n99999\n100000\n")).toBe(true);
    expect(bytes).toBe(588_895);
  });

  it("does not wait for a grandchild that keeps the output open", async () => {
    const shells = shellsFor("sleep 600 & echo $!");

    const { outcome, output } = await run(shells);

    expect(outcome).toEqual({ kind: "exit", code: 0 });
    expect(processStart(Number(output))).toBeDefined();
    process.kill(Number(output), "SIGKILL");
  });

  it.each<[string, Launch]>([
    ["an input that is larger than a pipe", { environment: {}, input: `${"x".repeat(40_000)}\n` }],
    ["a variable of two lines", { environment: { A: "1\n2" }, input: "" }],
  ])("leaves %s to others", async (_what, work) => {
    expect(await shellsFor("exit 0").prepare(work)).toBeUndefined();
  });
});
