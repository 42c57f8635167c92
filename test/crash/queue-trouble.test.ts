import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import SqliteDatabase from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { problem, QueueService } from "./queue-service.ts";

const BIN = fileURLToPath(new URL("../../packages/cli/bin/run.js", import.meta.url));

/** For what another process does. */
const PATIENCE = { timeout: 15_000, interval: 5 };

let home: string;
let service: QueueService;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "intray-trouble-"));
  service = await QueueService.start();
});
afterEach(async () => {
  await service.close();
  rmSync(home, { recursive: true });
});

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: home,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      HOME: home,
      XDG_STATE_HOME: home,
      INTRAY_BASE_URL: service.url,
      INTRAY_API_KEY: service.key,
      ...env,
    },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = once(child, "close").then(([code]): Ended => ({ code, stdout, stderr }));
  return { child, ended };
}

const intray = (args: readonly string[], env?: Record<string, string>) => start(args, env).ended;
/** A run without waiting for retries of single calls. */
const run = (script: string, flags: readonly string[] = []) =>
  intray(["queue", "run", "--retries", "0", ...flags, "--", "/bin/sh", "-c", script]);

const folder = () => join(home, "intray", "queue");
function ledgerPath(): string {
  const [name] = readdirSync(folder()).filter((file) => file.endsWith(".db"));
  if (name === undefined) throw new Error("there is no ledger");
  return join(folder(), name);
}

describe("queue run", () => {
  it("handles each submission once, marks it read and says so", async () => {
    service.add(1, 2);

    const first = await run(`cat >> lines`);
    const second = await run(`cat >> lines`);

    expect(first).toMatchObject({ code: 0, stdout: "" });
    expect(first.stderr).toContain("2 handled.");
    expect(second.stderr).toContain("Nothing to do.");
    expect(service.unread()).toEqual([]);
    const lines = readFileSync(join(home, "lines"), "utf8").trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { submission: object }).submission)).toEqual(
      [1, 2].map((id) => ({ ...service.records.get(id), read: false })),
    );
  });

  it("keeps hostile field values on one line, however large", async () => {
    service.add(1);
    const payload_params = {
      "new\nline": '\r\n\0\u2028\u2029\u0085\ud800"}\n{"v":1',
      huge: "x\n".repeat(2 * 1_024 * 1_024),
      __proto__x: "$(touch hacked) `id` ; rm -rf",
    };
    const record = service.records.get(1);
    if (record !== undefined) service.records.set(1, { ...record, payload_params });

    const { code } = await run(`cat > line; env > env`);

    const text = readFileSync(join(home, "line"), "utf8");
    expect(code).toBe(0);
    expect(text.split("\n")).toHaveLength(2);
    expect(JSON.parse(text)).toMatchObject({ submission: { id: 1, payload_params } });
    const environment = readFileSync(join(home, "env"), "utf8");
    expect(environment).toContain("INTRAY_IDEMPOTENCY_KEY=default:1:1\n");
    expect(environment).not.toMatch(/hacked|itk_/);
  });

  it("prints one event a line with --json, and nothing else on stdout", async () => {
    service.add(1);

    const { stdout, code } = await run("echo out; echo err >&2", ["--json"]);

    const events = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { event: string });
    expect(code).toBe(0);
    expect(events.map(({ event }) => event)).toEqual([
      "walk",
      "seen",
      "started",
      "handled",
      "acked",
      "walk",
      "ended",
    ]);
    expect(events.at(-1)).toMatchObject({ end: "drained", handled: 1, acked: 1 });
  });

  it("gives the handler every word after -- as it stands", async () => {
    service.add(1);
    const script = `printf '%s|' "$@" > words`;

    await intray([
      "queue",
      "run",
      "--",
      "/bin/sh",
      "-c",
      script,
      "sh",
      "a",
      "a",
      "--json",
      "--",
      "-f",
    ]);

    expect(readFileSync(join(home, "words"), "utf8")).toBe("a|a|--json|--|-f|");
  });

  it("gives the key to a handler only with --pass-credentials", async () => {
    service.add(1);
    await run("env > without");
    service.add(2);
    await run("env > with", ["--pass-credentials"]);

    expect(readFileSync(join(home, "without"), "utf8")).not.toContain(service.key);
    expect(readFileSync(join(home, "with"), "utf8")).toContain(`INTRAY_API_KEY=${service.key}\n`);
  });

  it("works through a list without cursors and through a service without /me", async () => {
    service.hasCursor = false;
    service.fault = (asked) =>
      asked === "GET me"
        ? { status: 404, body: JSON.stringify(problem("not_found", "No.")) }
        : undefined;
    service.add(...Array.from({ length: 120 }, (_, at) => at + 1));

    const { code } = await run("true", ["--concurrency", "8"]);

    expect(code).toBe(0);
    expect(service.unread()).toEqual([]);
  });
});

describe("a handler that fails", () => {
  it("ends the run with 10, and shows in status and list", async () => {
    service.add(1, 2);

    const { code } = await run(`echo no such luck >&2; [ $INTRAY_SUBMISSION_ID = 2 ] || exit 1`);
    const status = await intray(["queue", "status", "--json"]);
    const list = await intray(["queue", "list", "--state", "retry", "--json"]);

    expect(code).toBe(10);
    expect(service.unread()).toEqual([1]);
    expect(JSON.parse(status.stdout)).toMatchObject([
      {
        origin: service.url,
        scope: "account:1",
        filter: "new",
        consumer: "default",
        counts: { retry: 1, acked: 1 },
        last_run: { end: "drained" },
        locked: false,
      },
    ]);
    expect(JSON.parse(list.stdout)).toMatchObject([
      { submission_id: 1, state: "retry", reason: "exit 1", last_output: "no such luck\n" },
    ]);
  });

  it("that cannot be found ends it with 78 and burns nothing", async () => {
    service.add(1);

    const { code, stderr } = await intray(["queue", "run", "--", "./nowhere"]);
    const list = await intray(["queue", "list", "--json"]);

    expect(code).toBe(78);
    expect(stderr).toContain("./nowhere cannot be started: there is no such command");
    expect(JSON.parse(list.stdout)).toMatchObject([{ state: "seen", attempts: 0 }]);
    expect(service.unread()).toEqual([1]);
  });

  it.each([
    ["queue", "run"],
    ["queue", "run", "--"],
  ])("is asked for when it is missing: %j", async (...args) => {
    const { code, stderr } = await intray(args);

    expect(code).toBe(2);
    expect(stderr).toContain("a command has to stand after --");
    expect(service.asked).toEqual([]);
  });

  it.each([
    ["--max", "0"],
    ["--concurrency", "none"],
    ["--filter", "everything"],
    ["--consumer", "a/b"],
    ["--handler-timeout", "1"],
    ["--claim"],
  ])("is not run when the flags are wrong: %j", async (...flags) => {
    service.add(1);

    expect(await run("true", flags)).toMatchObject({ code: 2 });
    expect(service.unread()).toEqual([1]);
  });
});

describe("a server that fails", () => {
  it("which is not there: 75", async () => {
    const gone = createServer().listen(0, "127.0.0.1");
    await once(gone, "listening");
    const { port } = gone.address() as AddressInfo;
    gone.close();
    await once(gone, "close");

    const { code, stderr } = await intray(["queue", "run", "--retries", "0", "--", "true"], {
      INTRAY_BASE_URL: `http://127.0.0.1:${port}`,
    });

    expect(code).toBe(75);
    expect(stderr).toContain(`127.0.0.1:${port}`);
  });

  it("which has revoked the key: 4, whatever was to be asked", async () => {
    service.add(1);
    service.key = "itk_acct_new";

    const { code, stderr } = await intray(["queue", "run", "--", "true"], {
      INTRAY_API_KEY: "itk_acct_old",
    });

    expect(code).toBe(4);
    expect(stderr).toContain("unknown or revoked");
    expect(stderr).not.toContain("itk_acct_old");
  });

  it("which revokes the key before the acknowledgement: 4, and the next run sends it first", async () => {
    service.add(1);
    service.fault = (asked) =>
      asked.startsWith("PATCH")
        ? { status: 401, body: JSON.stringify(problem("unauthenticated", "Revoked.")) }
        : undefined;

    expect(await run("echo once >> done")).toMatchObject({ code: 4 });
    service.fault = () => undefined;
    service.asked.length = 0;
    expect(await run("echo once >> done")).toMatchObject({ code: 0 });

    expect(service.asked.slice(0, 3)).toEqual(["GET me", "PATCH 1", "GET submissions"]);
    expect(readFileSync(join(home, "done"), "utf8")).toBe("once\n");
  });

  it.each([
    ["a proxy's 404 page", { status: 404, body: "<h1>Not Found</h1>", contentType: "text/html" }],
    ["a 404 of another service", { status: 404, body: `{"detail":"nope"}` }],
    ["a 500", { status: 500, body: JSON.stringify(problem("internal", "Broken.")) }],
    ["a 200 page", { status: 200, body: "<h1>Log in</h1>", contentType: "text/html" }],
    ["a 422", { status: 422, body: JSON.stringify(problem("invalid", "No.")) }],
  ])("which answers the acknowledgement with %s: 75, still to be sent", async (_name, fault) => {
    service.add(1);
    service.fault = (asked) => (asked.startsWith("PATCH") ? fault : undefined);

    expect(await run("echo once >> done")).toMatchObject({ code: 75 });
    service.fault = () => undefined;
    expect(await run("echo once >> done")).toMatchObject({ code: 0 });

    expect(readFileSync(join(home, "done"), "utf8")).toBe("once\n");
    expect(service.unread()).toEqual([]);
  });

  it("which says that the submission is gone, and lists it still: not the same work for ever", async () => {
    service.add(1);
    const body = JSON.stringify(problem("not_found", "There is no submission 1."));
    service.fault = (asked) => (asked === "PATCH 1" ? { status: 404, body } : undefined);

    const { code } = await run("echo once >> done");
    const list = await intray(["queue", "list", "--json"]);

    expect(code).toBe(0);
    expect(readFileSync(join(home, "done"), "utf8")).toBe("once\n");
    expect(JSON.parse(list.stdout)).toMatchObject([
      { state: "gone", reason: "handled, but unknown to the server" },
    ]);
  });

  it("which answers the change without making it: 75, not the same work for ever", async () => {
    service.add(1);
    const body = JSON.stringify({ ...service.records.get(1) });
    service.fault = (asked) => (asked === "PATCH 1" ? { status: 200, body } : undefined);

    expect(await run("echo once >> done")).toMatchObject({ code: 75 });
    expect(readFileSync(join(home, "done"), "utf8")).toBe("once\n");
  });
});

describe("a ledger that fails", () => {
  it.each<[string, (path: string) => void, string]>([
    ["garbage", (path) => writeFileSync(path, "garbage ".repeat(1_000)), "is not a ledger"],
    ["cut short", (path) => truncateSync(path, 4_096 * 2), "is damaged"],
    ["newer", (path) => edit(path, "pragma user_version = 99"), "has version 99"],
    ["foreign", (path) => edit(path, "pragma application_id = 1"), "is not a ledger"],
  ])("is refused with 65 when it is %s, and nothing runs", async (_name, spoil, message) => {
    service.add(1);
    await run("true");
    const path = ledgerPath();
    spoil(path);
    service.add(2);

    const { code, stderr } = await run("true");
    const status = await intray(["queue", "status"]);

    expect(code).toBe(65);
    expect(stderr).toContain(`${path} ${message}`);
    expect(stderr).toMatch(/move (it|the ledger) away/i);
    expect(service.unread()).toEqual([2]);
    expect([0, 65]).toContain(status.code);
  });

  it("is refused with 78 when its folder is a file", async () => {
    const file = join(home, "file");
    writeFileSync(file, "");
    service.add(1);

    const { code, stderr } = await intray(["queue", "run", "--", "true"], { XDG_STATE_HOME: file });

    expect(code).toBe(78);
    expect(stderr).toContain("XDG_STATE_HOME");
    expect(service.unread()).toEqual([1]);
  });

  it("is private, and holds no field value", async () => {
    service.add(1);
    await run("true");

    expect(readFileSync(ledgerPath())).not.toContain("p1@example.com");
    expect(readFileSync(ledgerPath()).includes("p1@example.com")).toBe(false);
  });
});

describe("a second run", () => {
  /** Takes the queue until the file `go` is there. */
  async function hold() {
    service.add(1);
    const first = start([
      "queue",
      "run",
      "--",
      "/bin/sh",
      "-c",
      `: > up; while [ ! -e go ]; do sleep 0.02; done`,
    ]);
    await vi.waitUntil(() => existsSync(join(home, "up")), PATIENCE);
    return { ...first, letGo: () => writeFileSync(join(home, "go"), "") };
  }

  it("is refused with 75 and the pid of the first, or leaves quietly with --if-locked skip", async () => {
    const { child, ended, letGo } = await hold();

    const refused = await run("true");
    const skipped = await run("true", ["--if-locked", "skip"]);
    const quiet = await run("true", ["--if-locked", "skip", "-q"]);
    const status = await intray(["queue", "status", "--json"]);
    letGo();

    expect(refused).toMatchObject({ code: 75 });
    expect(refused.stderr).toContain(`process ${child.pid}`);
    expect(skipped).toMatchObject({ code: 0 });
    expect(skipped.stderr).toContain("is working on this queue: nothing to do here");
    expect(quiet).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(JSON.parse(status.stdout)).toMatchObject([{ locked: true, counts: { running: 1 } }]);
    expect(await ended).toMatchObject({ code: 0 });
  });

  it("waits with --if-locked wait, and then finds the work done", async () => {
    const { ended, letGo } = await hold();
    const second = start(["queue", "run", "--if-locked", "wait", "--", "false"]);
    let said = "";
    second.child.stderr.on("data", (text: string) => (said += text));
    await vi.waitUntil(() => said.includes("waiting for its end"), PATIENCE);
    letGo();

    expect(await ended).toMatchObject({ code: 0 });
    expect(await second.ended).toMatchObject({ code: 0 });
  });

  it("under another consumer has a queue of its own", async () => {
    const { ended, letGo } = await hold();

    expect(await run("true", ["--consumer", "other"])).toMatchObject({ code: 0 });
    letGo();
    await ended;
  });
});

describe("a signal", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s lets the handler finish and ends with %i", async (signal, exit) => {
    service.add(1, 2);
    const { child, ended } = start([
      "queue",
      "run",
      "--",
      "/bin/sh",
      "-c",
      `: > up; while [ ! -e go ]; do sleep 0.02; done`,
    ]);
    let said = "";
    child.stderr.on("data", (text: string) => (said += text));
    await vi.waitUntil(() => existsSync(join(home, "up")), PATIENCE);

    child.kill(signal);
    await vi.waitUntil(() => said.includes("Stopping"), PATIENCE);
    writeFileSync(join(home, "go"), "");

    expect(await ended).toMatchObject({ code: exit });
    expect(service.unread()).toEqual([2]);
  });

  it("given twice ends the handler too, and counts no attempt", async () => {
    service.add(1);
    const { child, ended } = start(["queue", "run", "--", "/bin/sh", "-c", `: > up; sleep 600`]);
    let said = "";
    child.stderr.on("data", (text: string) => (said += text));
    await vi.waitUntil(() => existsSync(join(home, "up")), PATIENCE);

    child.kill("SIGINT");
    await vi.waitUntil(() => said.includes("Stopping"), PATIENCE);
    child.kill("SIGINT");

    expect(await ended).toMatchObject({ code: 130 });
    const list = await intray(["queue", "list", "--json"]);
    expect(JSON.parse(list.stdout)).toMatchObject([
      { state: "retry", attempts: 0, interruptions: 1 },
    ]);
  });
});

function edit(path: string, sql: string): void {
  const database = new SqliteDatabase(path);
  database.exec(sql);
  database.close();
  chmodSync(path, 0o600);
}
