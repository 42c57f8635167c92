import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCli } from "../../test/run-cli.ts";
import { KEY } from "../../test/fake-server.ts";
import { useWorkbench } from "../../test/workbench.ts";
import { compareClocks } from "./doctor.ts";

const bench = await useWorkbench();
const configFolder = join(bench.folder, "config", "intray");
beforeEach(() => mkdir(configFolder, { recursive: true }));

interface Report {
  readonly ok: boolean;
  readonly findings: readonly { check: string; state: string; message: string; hint?: string }[];
}
const doctor = async (env = bench.env) => {
  const ended = await runCli(["doctor", "--json"], { env });
  const report = JSON.parse(ended.stdout) as Report;
  expect(ended.stdout + ended.stderr).not.toContain(KEY);
  return { code: ended.code, ...report };
};
const states = ({ findings }: Report) =>
  Object.fromEntries(findings.map(({ check, state }) => [check, state]));
const GOOD = { runtime: "ok", settings: "ok", key: "ok", server: "ok", clock: "ok", ledgers: "ok" };

describe("doctor", () => {
  it("prints all checks when nothing is wrong", async () => {
    const report = await doctor();
    const text = await runCli(["doctor"], { env: bench.env });

    expect(report).toMatchObject({ code: 0, ok: true });
    expect(states(report)).toEqual(GOOD);
    expect(text.stdout).toContain(
      `server\tok\t${bench.server.url} accepts the Account API key "test".\n`,
    );
    expect(text.stderr).toBe("");
  });

  it("warns of a key that expires soon", async () => {
    const expires_at = new Date(Date.now() + 5 * 86_400_000).toISOString();
    bench.server.me = { expires_at };

    const report = await doctor();

    expect(report).toMatchObject({ code: 0, ok: true });
    expect(report.findings).toContainEqual(
      expect.objectContaining({
        check: "server",
        state: "warning",
        message: expect.stringContaining(`It expires at ${expires_at}.`) as string,
        hint: expect.stringContaining(`${bench.server.url}/dashboard/keys#new`) as string,
      }),
    );
  });

  it("stops at invalid settings", async () => {
    await writeFile(join(configFolder, "config.json"), "{");

    const report = await doctor();

    expect(report).toMatchObject({ code: 78, ok: false });
    expect(states(report)).toEqual({ runtime: "ok", settings: "failed" });
  });

  it("distinguishes a missing key, a rejected key and an unreachable server", async () => {
    const missing = await doctor({ ...bench.env, INTRAY_API_KEY: "" });
    const rejected = await doctor({ ...bench.env, INTRAY_API_KEY: "itk_acct_other" });
    const away = await doctor({ ...bench.env, INTRAY_BASE_URL: "http://127.0.0.1:9" });

    expect([missing.code, states(missing)["key"]]).toEqual([4, "failed"]);
    expect([rejected.code, states(rejected)["server"]]).toEqual([4, "failed"]);
    expect([away.code, states(away)["server"], states(away)["clock"]]).toEqual([
      75,
      "failed",
      "skipped",
    ]);
  });

  it.skipIf(process.platform === "win32")("rejects credentials that others can read", async () => {
    const path = join(configFolder, "credentials.json");
    await writeFile(path, JSON.stringify({ keys: {} }));
    await chmod(path, 0o644);

    const report = await doctor();

    expect(report.code).toBe(78);
    expect(report.findings.find(({ check }) => check === "key")?.hint).toContain("chmod 600");
  });

  it("detects a wrong clock and a corrupt ledger", async () => {
    bench.server.instead.set("GET /me", (_, response) => {
      response.setHeader("Date", "Sat, 01 Jan 2000 00:00:00 GMT");
    });
    const ledgers = join(bench.folder, "state", "intray", "queue");
    await mkdir(ledgers, { recursive: true });
    await writeFile(join(ledgers, "some.db"), "this is no database".repeat(100));

    const report = await doctor({ ...bench.env, XDG_STATE_HOME: join(bench.folder, "state") });

    expect(report.code).toBe(65);
    expect(states(report)).toEqual({ ...GOOD, clock: "warning", ledgers: "failed" });
  });
});

const AT = "Sat, 21 Nov 2026 11:00:00 GMT";
const now = Date.parse(AT);

it.each([
  [AT, 0, "ok", "agrees"],
  [AT, 59_000, "ok", "agrees"],
  [AT, 120_000, "warning", "120 s ahead of"],
  [AT, -3_600_000, "warning", "3600 s behind"],
  [undefined, 0, "skipped", "unknown"],
  ["", 0, "skipped", "unknown"],
  ["soon", 0, "skipped", "unknown"],
])("compareClocks with %j and a clock that differs by %i ms: %s", (date, ms, state, text) => {
  const message = expect.stringContaining(text) as string;

  expect(compareClocks(date, now + ms)).toMatchObject({ state, message });
});
