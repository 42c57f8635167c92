/** The findings of `intray queue doctor`, and that the commands in its hints help. */
import { chmodSync, chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { useEach } from "../harness/use.ts";
import { Workplace } from "../crash/queue-cli.ts";
import { AWAY, refusal } from "../crash/queue-service.ts";

const place = useEach(() => Workplace.open());

interface Finding {
  readonly check: string;
  readonly queue?: string;
  readonly state: string;
  readonly message: string;
  readonly hint?: string;
}
async function doctor(args: readonly string[] = [], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await place.intray(
    ["queue", "doctor", "--json", "--retries", "0", ...args],
    env,
  );
  expect(stderr).toBe("");
  expect(stdout).not.toContain(place.service.key);
  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: Finding[] };
  return {
    code,
    ok,
    findings,
    problems: findings
      .filter(({ state }) => state !== "ok")
      .map(({ check, state }) => [check, state]),
    of: (check: string) => findings.find((finding) => finding.check === check),
  };
}
const runHint = (hint: string | undefined, command: RegExp) =>
  place.intray((command.exec(hint ?? "")?.[0] ?? "no such hint").split(" ").slice(1));

describe("queue doctor", () => {
  it("finds no problem before the first run, nor after a successful one", async () => {
    const before = await doctor();
    place.service.add(1);
    await place.run("true");
    const after = await doctor();
    const text = await place.intray(["queue", "doctor"]);

    expect(before).toMatchObject({ code: 0, problems: [] });
    expect(before.of("queues")?.hint).toBe("intray queue run -- ./handle starts one.");
    expect([after.code, after.ok, after.problems]).toEqual([0, true, []]);
    expect(after.findings.map(({ check }) => check)).toEqual([
      "settings",
      "defaults",
      "folder",
      "disk",
      "key",
      "server",
      "ledger",
      "run",
      "handlers",
      "waiting",
      "marks",
      "dead",
      "unread",
    ]);
    expect(after.of("unread")).toMatchObject({
      queue: "account:1 new default",
      message: "Nothing is unread on the server.",
    });
    expect(text.stdout).toContain("account:1 new default\tdead\tok\tNothing is dead.\n");
    expect(text).toMatchObject({ code: 0, stderr: "" });
  });

  it("distinguishes why each submission is unread, and gives a hint for each", async () => {
    place.service.add(1, 2, 3, 4);
    await place.run("exit $((INTRAY_SUBMISSION_ID == 1 ? 65 : INTRAY_SUBMISSION_ID == 2))");
    const record = place.service.submissions[3];
    if (record !== undefined) record.read = false;
    place.service.add(5);

    const found = await doctor();
    const ofAll = await place.intray(["doctor"]);
    const retried = await runHint(found.of("dead")?.hint, /intray queue retry .*? --dead/);

    expect(found).toMatchObject({ code: 0, ok: true, problems: [["dead", "warning"]] });
    expect(found.of("unread")).toMatchObject({
      message:
        "4 unread on the server: 1 new to this queue, 1 scheduled for a retry, 1 dead, 1 marked unread again.",
      hint: "intray queue run -- CMD handles them.",
    });
    expect(found.of("waiting")?.message).toMatch(
      /^1 waiting, .*; 1 scheduled for a retry, the next at 20/,
    );
    expect(found.of("dead")?.message).toBe("Submission 1 is dead.");
    expect(ofAll.stdout).toContain("1 ledger is intact; 1 submission is dead.");
    expect(retried).toMatchObject({ code: 0, stdout: "1\tretry\n" });
    expect((await doctor()).of("dead")?.state).toBe("ok");
  });

  it("reports handled submissions that are not marked, and those missing on the server", async () => {
    place.service.add(1, 2);
    place.service.failAt("PATCH 1", AWAY);
    await place.run("true");
    place.service.fault = () => undefined;
    await place.run("exit 1", ["--max", "1", "--consumer", "other"]);
    place.service.submissions.length = 0;

    const found = await doctor(["--consumer", "default"]);
    const other = await doctor(["--consumer", "other"]);

    expect(found.problems).toEqual([
      ["run", "warning"],
      ["marks", "warning"],
    ]);
    expect(found.of("marks")?.message).toContain("1 handled or dropped, but not marked read");
    expect(other.of("unread")?.message).toContain(
      "waiting here are no longer unread on the server",
    );
  });

  it("detects an active run, and a killed one with a running handler", async () => {
    place.service.add(1);
    const run = await place.startWaiting();
    const during = await doctor();
    run.signal("SIGKILL");
    await run.ended;
    const after = await doctor();
    place.releaseHandler();

    expect(during.problems).toEqual([]);
    expect(during.of("run")?.message).toContain(`Process ${run.pid} has been running it since`);
    expect(during.of("handlers")?.message).toMatch(/^1 running, the longest for \d+ s\.$/);
    expect(after.problems).toEqual([
      ["run", "warning"],
      ["handlers", "warning"],
    ]);
    expect(after.of("handlers")?.message).toContain("Submission 1 was being handled");
  });

  it("reports why the last run failed", async () => {
    place.service.add(1);
    await place.run("exit 78");

    const { of } = await doctor();

    expect(of("run")).toMatchObject({ state: "warning", hint: /manually/ });
  });

  it("checks the machine even if the server cannot be reached or rejects the key", async () => {
    place.service.add(1);
    await place.run("exit 65");

    const refused = await doctor([], { INTRAY_API_KEY: "itk_acct_other" });
    const missing = await doctor([], { INTRAY_API_KEY: "" });
    place.service.failAt("", AWAY);
    const away = await doctor();

    expect([refused.code, missing.code, away.code]).toEqual([4, 4, 75]);
    expect(away.problems).toEqual([
      ["server", "failed"],
      ["dead", "warning"],
    ]);
    expect(missing.of("key")?.state).toBe("failed");
  });

  it("skips another key's queue on the server, and reports a missing queue", async () => {
    await place.run("true");
    const body = JSON.stringify({ kind: "form", form_id: 3, key_name: "", account: { id: 1 } });
    place.service.failAt("GET me", { status: 200, body });

    const other = await doctor();
    const none = await doctor(["--consumer", "crm"]);

    expect(other).toMatchObject({ code: 0, problems: [["unread", "skipped"]] });
    expect(none).toMatchObject({ code: 3, problems: [["queues", "failed"]] });
  });
});

describe("queue doctor on a broken machine", () => {
  it("names a damaged ledger, and checks the others", async () => {
    await place.run("true");
    writeFileSync(join(place.home, "intray", "queue", "bad.db"), "no database ".repeat(500));

    const found = await doctor();

    expect(found).toMatchObject({ code: 65, ok: false, problems: [["ledger", "failed"]] });
    expect(found.findings.find(({ queue }) => queue === "bad.db")?.hint).toContain("Move it away");
    expect(found.of("unread")?.state).toBe("ok");
  });

  it.skipIf(process.platform === "win32")("says how to shut what is open to others", async () => {
    await place.run("true");
    const path = place.ledgerPath();
    chmodSync(path, 0o664);
    chmodSync(join(place.home, "intray", "queue"), 0o755);

    const { of, problems } = await doctor();

    expect(problems).toEqual([
      ["folder", "warning"],
      ["ledger", "warning"],
    ]);
    expect(of("ledger")?.hint).toBe(`chmod 600 '${path}'`);
    expect(of("folder")?.hint).toContain("chmod 700 ");
  });

  it.skipIf(process.getuid?.() !== 0)("says whose a ledger is", async () => {
    await place.run("true");
    chownSync(place.ledgerPath(), 12_345, 12_345);

    expect((await doctor()).of("ledger")).toMatchObject({
      state: "warning",
      message: expect.stringContaining("belongs to user 12345, but this is user 0"),
    });
  });

  it("exits with 78 if a folder is a file, or if the defaults are invalid", async () => {
    const file = join(place.home, "file");
    writeFileSync(file, "");
    const folder = await doctor([], { XDG_STATE_HOME: file });
    writeFileSync(join(place.home, ".intray.json"), '{"queue":{"claim":true,"lease":"2h"}}');
    const lease = await doctor();
    writeFileSync(join(place.home, ".intray.json"), '{"queue":{"claim":true,"ordered":true}}');
    const both = await doctor();

    expect([folder.code, folder.problems]).toEqual([78, [["folder", "failed"]]]);
    expect([lease.code, both.code]).toEqual([78, 78]);
    expect(lease.of("defaults")?.message).toContain("--lease must be between 1s and 1h");
    expect(both.of("defaults")?.message).toContain(
      "--claim and --ordered cannot be used together.",
    );
  });

  it("explains the leases of the defaults, and reports whether the server has any", async () => {
    const openapi = (paths: object) => {
      const body = JSON.stringify({ openapi: "3.1.0", paths });
      place.service.failAt("GET openapi.json", { status: 200, body });
    };
    writeFileSync(join(place.home, ".intray.json"), '{"queue":{"claim":true,"lease":"5s"}}');
    openapi({ "/api/v1/submissions/claim": {} });
    const short = await doctor();
    openapi({});
    const none = await doctor();
    place.service.failAt("GET openapi.json", refusal(404, "not_found", "No."));
    const silent = await doctor();

    expect(short.of("leases")).toMatchObject({
      state: "warning",
      message: "Leases last 5 s and are renewed every 2 s.",
    });
    expect(none).toMatchObject({ code: 5, problems: [["leases", "failed"]] });
    expect(silent.of("leases")?.message).toContain("unknown whether the server supports leases");
  });
});
