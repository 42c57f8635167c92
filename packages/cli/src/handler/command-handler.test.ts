import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import {
  WRITE,
  delivery,
  run,
  script,
  shellScript,
  submission,
} from "../../test/handler-scripts.ts";
import { processStart } from "./process-group.ts";
import { handlerEnvironment, DoneIds } from "./command-handler.ts";
import fc from "fast-check";
import { useFolder } from "../../test/workbench.ts";

const HOSTILE = { id: 7, form_id: 3, payload_params: { "a\nb": "c\r\n\0\u2028$(touch x)`" } };

const folder = await useFolder();
const out = () => join(folder, "out");
const written = () => readFileSync(out(), "utf8");

describe("a command handler", () => {
  it("passes the submission as one line of JSON, whatever its fields contain", async () => {
    const handler = script(
      `${WRITE} let all = ""; process.stdin.on("data", (d) => (all += d)).on("end", () => writeFileSync(${JSON.stringify(out())}, all));`,
    );

    const result = await run(handler, { work: HOSTILE });

    expect(result.outcome).toEqual({ kind: "exit", code: 0 });
    expect(written().split("\n")).toHaveLength(2);
    expect(JSON.parse(written())).toEqual({
      v: 1,
      delivery: { id: "mail:7:1", attempt: 2, generation: 1, redelivered: true, consumer: "mail" },
      submission: HOSTILE,
    });
  });

  it("has the delivery in its environment, and no field value", async () => {
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

    expect(await script("", { command: command || plain }).start(delivery, submission)).toEqual({
      kind: "could-not-start",
      reason: `${command || plain} cannot be started: ${why}`,
    });
  });

  it("forwards the output and keeps its last 4 KB, cut between characters", async () => {
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

  it("writes whole lines with the submission in front while handlers overlap", async () => {
    const chunks: Buffer[] = [];
    const stderr = new PassThrough().on("data", (chunk: Buffer) => chunks.push(chunk));
    const handler = script(
      `const { INTRAY_SUBMISSION_ID: id } = process.env;
       for (let at = 0; at < 200; at += 1) for (const part of ["é", " ", id, "\\n"])
         for (const to of ["stdout", "stderr"]) process[to].write(part);
       process.stdout.write("\\n" + "é".repeat(100_000)); process.stderr.write("no line break");`,
      { stderr, namesOutput: true },
    );

    const [first] = await Promise.all(
      [1, 2].map((id) => run(handler, { work: { ...submission, id } })),
    );

    const lines = Buffer.concat(chunks).toString("latin1").split("\n");
    const linesOf = (id: number) =>
      lines.filter((line) => line.startsWith(`[${id}] `)).map((line) => line.slice(4));
    for (const id of [1, 2]) {
      const latin = (text: string) => Buffer.from(text).toString("latin1");
      expect(linesOf(id).filter((line) => line === latin(`é ${id}`))).toHaveLength(400);
      expect(linesOf(id)).toEqual(expect.arrayContaining(["", "no line break"]));
      expect(
        linesOf(id)
          .filter((line) => line.length > 30)
          .join(""),
      ).toBe(latin("é".repeat(100_000)));
    }
    expect(linesOf(1).length + linesOf(2).length).toBe(lines.length - 1);
    expect(first?.output).not.toContain("[1]");
  });

  it("keeps the end of the output when our stderr is slow", async () => {
    let bytes = 0;
    const stderr = new Writable({
      highWaterMark: 16,
      write: (chunk: Buffer, _encoding, done) => {
        bytes += chunk.length;
        setImmediate(() => done());
      },
    });

    const { output } = await run(shellScript("seq 1 100000", { stderr }));

    expect([output.endsWith("\n99999\n100000\n"), bytes]).toEqual([true, 588_895]);
  });

  it("goes on when the reader of our stderr has left", async () => {
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

const KEY = "itk_form_secret";

describe("handlerEnvironment", () => {
  it("has no key under any name", () => {
    const environment = handlerEnvironment(
      {
        PATH: "/bin",
        INTRAY_API_KEY: "itk_other",
        INTRAY_API_KEY_FILE: "/run/secrets/key",
        INTRAY_API_KEY_OLD: "itk_old",
        MY_TOKEN: KEY,
        INTRAY_BASE_URL: "http://intray.test",
      },
      KEY,
    );

    expect(environment).toEqual({ PATH: "/bin", INTRAY_BASE_URL: "http://intray.test" });
  });

  it("has the key with --pass-credentials", () => {
    const environment = handlerEnvironment({ INTRAY_API_KEY_FILE: "/run/secrets/key" }, KEY, {
      apiKey: KEY,
      baseUrl: "http://intray.test",
    });

    expect(environment).toEqual({ INTRAY_API_KEY: KEY, INTRAY_BASE_URL: "http://intray.test" });
  });
});

async function read(chunks: readonly Buffer[], ids: readonly number[]) {
  const done = new DoneIds(ids);
  const named: number[] = [];
  const words = chunks.map((chunk) => done.read(chunk).toString());
  done.notify(async (some) => void named.push(...some));
  await done.notified();
  return { named, words: words.join("") };
}

describe("DoneIds", () => {
  it.each([
    ["12\n13\n", [12, 13], ""],
    ["12\r\n", [12], ""],
    ["working\n12\ndone 13\n", [12], "working\ndone 13\n"],
    ["12", [], ""],
    ["012\n+12\n 12\n1e1\n12.0\n", [], "012\n+12\n 12\n1e1\n12.0\n"],
    ["99\n", [], "99\n"],
    [`${"1".repeat(40)}\n12\n`, [12], `${"1".repeat(40)}\n`],
  ])("reads %j", async (text, named, words) => {
    expect(await read([Buffer.from(text)], [12, 13])).toEqual({ named, words });
  });

  it("reads the same ids however the output is split", async () => {
    const text = Buffer.from(`12\nGrüße ${"x".repeat(50)}\n13\n1234567890123456789\n14\n`);
    const whole = await read([text], [12, 13, 14]);

    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(text.length)), async (cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const chunks = at.slice(1).map((end, i) => text.subarray(at[i], end));

        expect((await read(chunks, [12, 13, 14])).named).toEqual(whole.named);
      }),
    );
    expect(whole.named).toEqual([12, 13, 14]);
  });

  it("reports the error of the callback", async () => {
    const done = new DoneIds([1]);
    done.notify(() => Promise.reject(new Error("disk full")));
    done.read(Buffer.from("1\n"));

    await expect(done.notified()).rejects.toThrow("disk full");
  });
});
