import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newItem } from "@intray/sdk/queue";
import { useWorkbench, failed } from "../../../test/workbench.ts";
import { makeSubmission } from "../../../test/fake-server.ts";
import { runCli } from "../../../test/run-cli.ts";
import { prepareLedger } from "../../ledger/ledger-file.ts";
import { ledgerFolder, ledgerName } from "../../ledger/ledger-name.ts";
import { openLedger } from "../../ledger/ledger.ts";
import { systemClock } from "../../clock.ts";
import type { LedgerStatus } from "../../ledger/ledger-report.ts";
import { listAgeWarnings } from "./status.ts";

const bench = await useWorkbench();

const run = (line: string) =>
  runCli(["queue", ...line.split(" ")], {
    env: { ...bench.env, XDG_STATE_HOME: join(bench.folder, "state") },
  });

/** A queue with one submission that waits. */
async function addQueue(scope: string, submissionId: number, formId: number): Promise<void> {
  const identity = { origin: bench.server.url, scope, filter: "new", consumer: "default" };
  const path = join(ledgerFolder(join(bench.folder, "state")), ledgerName(identity));
  prepareLedger(path);
  const ledger = openLedger({ path, identity, clock: systemClock });
  await ledger.commit([newItem(submissionId, formId)]);
  ledger.close();
}

describe("several queues", () => {
  beforeEach(async () => {
    await addQueue("form:3", 31, 3);
    await addQueue("form:33", 33, 33);
    await addQueue("account:1", 34, 3);
  });

  it("are all listed by queue list, each with its name", async () => {
    const tsv = await run("list --columns submission,queue");
    const json = await run("list --format ndjson --form 33");

    expect(tsv).toMatchObject({ code: 0, stderr: "" });
    expect(tsv.stdout.trim().split("\n").toSorted()).toEqual([
      "31\tform:3 new default",
      "33\tform:33 new default",
      "34\taccount:1 new default",
    ]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      submission_id: 33,
      queue: { scope: "form:33", filter: "new", consumer: "default" },
    });
  });

  const lines = ["list --columns submission", "status --columns scope"];
  it.each(lines)("are selected by --form: %s", async (line) => {
    const ended = await run(`${line} --form 3`);

    expect(ended.code).toBe(0);
    expect(ended.stdout.trim().split("\n")).toHaveLength(1);
  });

  it("are all shown by queue status if another ledger is damaged, with a warning and 65", async () => {
    const path = join(ledgerFolder(join(bench.folder, "state")), "broken.db");
    writeFileSync(path, "This is no database.".repeat(99));

    const ended = await run("status --columns scope");

    expect(ended.code).toBe(65);
    expect(ended.stdout.trim().split("\n").toSorted()).toEqual(["account:1", "form:3", "form:33"]);
    expect(ended.stderr).toMatch(/^intray: warning: The ledger .*broken\.db is not a ledger\./);
  });

  it("are selected by the uuid of a form, which the server knows", async () => {
    bench.server.answer("GET /forms/0123456789ab", {
      id: 33,
      uuid: "0123456789ab",
      name: "Contact",
    });

    const ended = await run("list 33 --form 0123456789ab --json");

    expect(JSON.parse(ended.stdout)).toMatchObject({ submission_id: 33 });
  });

  it("are chosen by --form for every command", async () => {
    const drop = await run("drop 33 --form 33 --yes --json");
    const retry = await run("retry 33 --form 33 --yes --json");
    const both = await run("list --form 3 --scope form:3");

    expect(JSON.parse(drop.stdout)).toEqual({ dropped: [], passed_over: [33] });
    expect([JSON.parse(retry.stdout), both.code]).toEqual([{ retried: [], passed_over: [33] }, 2]);
  });
});

describe("queue run", () => {
  it("ends before the first handler if the key cannot mark submissions read", async () => {
    bench.server.me = { key_name: "Report", scope: "read" };
    bench.server.submissions.push(makeSubmission(31, [["name", "Ada"]]));

    const ended = await run("run -- false");

    expect(ended).toMatchObject(failed(4, 'The API key "Report" has the scope read'));
    expect(bench.server.seen.map(({ url }) => url)).toEqual(["/api/v1/me"]);
  });

  it("warns of a key that expires soon, also with --quiet, and of no other", async () => {
    const day = 86_400_000;
    const runWith = async (days: number) => {
      const expires_at = new Date(Date.now() + days * day).toISOString();
      bench.server.me = { key_name: "Cron", expires_at };
      return run("run -q -- true");
    };

    const [soon, later] = [await runWith(5.5), await runWith(30)];

    expect([soon.code, later.code]).toEqual([0, 0]);
    expect(soon.stderr).toMatch(/warning: The Account API key "Cron" expires in 5d \(20/);
    expect(soon.stderr).toContain(`${bench.server.url}/dashboard/keys#new`);
    expect(later.stderr).toBe("");
  });

  it("fails at once with 78 for a handler that does not exist, without asking the server", async () => {
    const missing = await run("run -- ./missing");

    expect(missing).toEqual({
      code: 78,
      stdout: "",
      stderr:
        "intray: The handler ./missing cannot be started: there is no such command.\nThe path is relative to the current folder; a cron job needs an absolute one.\n",
    });
    expect(bench.server.seen).toEqual([]);
  });
});

describe("the warnings of queue status --max-age", () => {
  const status: LedgerStatus = {
    path: "/ledger.db",
    identity: { origin: "http://127.0.0.1", scope: "form:3", filter: "new", consumer: "crm" },
    counts: {},
    isLocked: false,
  };
  const runAt = (startedAt: number, at?: number) => ({
    pid: 7,
    startedAt,
    ...(at !== undefined && { ended: { at, end: "drained" } }),
  });

  it.each<[Partial<LedgerStatus>, string[]]>([
    [{ lastRun: runAt(90_000, 95_000) }, []],
    [{ lastRun: runAt(1, 95_000), oldestWaitingSince: 40_000 }, []],
    [{ lastRun: runAt(1, 95_000), oldestWaitingSince: 39_000 }, ["has waited for 61 s"]],
    [{ lastRun: runAt(1, 30_000) }, ["its last run was 70 s ago"]],
    // Killed, so its end was not recorded.
    [{ lastRun: runAt(30_000) }, ["its last run was 70 s ago"]],
    [{ lastRun: runAt(1), isLocked: true }, []],
    [{ lastRun: runAt(1), isLocked: true, oldestWaitingSince: 1 }, ["has waited"]],
    // The clock was set back.
    [{ lastRun: runAt(1, 200_000), oldestWaitingSince: 200_000 }, []],
  ])("for %j returns %j", (more, parts) => {
    expect(listAgeWarnings({ ...status, ...more }, { now: 100_000, maxAgeMs: 60_000 })).toEqual(
      parts.map((part) => expect.stringMatching(`The queue form:3 new crm.*${part}`)),
    );
  });
});
