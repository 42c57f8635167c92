/** Exports as other programs read them. */
import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ExportBench } from "../../../test/export-bench.ts";

let bench: ExportBench;
beforeEach(async () => {
  bench = await ExportBench.open();
});
afterEach(() => bench[Symbol.asyncDispose]());

const has = (program: string) => spawnSync(program, ["--version"]).status === 0;
const run = promisify(execFile);

describe("an export", () => {
  it.skipIf(!has("sqlite3"))("can be read by sqlite3", async () => {
    bench.fill(120);
    await bench.export("a.db", "--format", "sqlite");

    const { stdout } = await run("sqlite3", [
      join(bench.folder, "a.db"),
      "PRAGMA integrity_check; PRAGMA journal_mode; SELECT count(*), max(id) FROM submission; SELECT count(*) FROM field WHERE name = 'message'",
    ]);

    expect(stdout).toBe("ok\ndelete\n120|120\n120\n");
  });

  it.skipIf(!has("python3"))("can be read by the csv module of Python", async () => {
    bench.fill(120);
    await bench.export("a.csv", "--format", "csv", "--no-formula-guard");

    const { stdout } = await run("python3", [
      "-c",
      "import csv,json,sys; print(json.dumps([r['message'] for r in csv.DictReader(open(sys.argv[1],newline='',encoding='utf-8'),strict=True)]))",
      join(bench.folder, "a.csv"),
    ]);

    expect(JSON.parse(stdout)).toEqual(
      bench.server.submissions.map(({ payload_params }) => payload_params["message"]),
    );
  });

  it.skipIf(!has("jq"))("can be read by jq, line by line and as one document", async () => {
    bench.fill(120);
    await bench.export("a.ndjson", "--fields", "id");
    await bench.export("a.json", "--format", "json");

    const lines = await run("jq", ["-s", "-c", "[length, .[119]]", join(bench.folder, "a.ndjson")]);
    const whole = await run("jq", [".submissions | length", join(bench.folder, "a.json")]);

    expect([lines.stdout, whole.stdout]).toEqual(['[120,{"id":120}]\n', "120\n"]);
  });
});
