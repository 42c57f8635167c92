// The commands of intray-server that back up, verify and migrate a database, run as child processes.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isOnPostgres } from "../../packages/server/test/database.ts";
import { runScript } from "../../packages/server/test/database-dump.ts";
import { createRows } from "../../packages/server/test/store/rows.ts";
import { migrationsOf } from "../../packages/server/src/store/migrate.ts";
import { PASSWORD, getFromApi, useInstallation } from "./installation.ts";
import { postTo } from "../harness/api.ts";
import { KEY } from "../harness/server-program.ts";

const { folder, run, serve, stop, onDatabase } = useInstallation();
const withFile = (content: string) => ({ file: new File([content], "a.txt") });

describe("backup", () => {
  it.skipIf(isOnPostgres)("copies everything while posts arrive", async () => {
    const over = { INTRAY_ENCRYPTION_KEY: "" };
    const url = await serve(over);
    const id = await postTo(url, 1, withFile("some bytes"));
    const done = new AbortController();
    const posting = (async () => {
      let last = id;
      while (!done.signal.aborted) {
        last = await postTo(url, 1, new URLSearchParams({ n: `${last}` }));
      }
      return last;
    })();
    const target = join(folder(), "copy");

    const made = await run(["backup", target, "--with-files"], over);
    done.abort();
    expect(await posting).toBeGreaterThan(id);

    expect(made).toMatchObject({
      code: 0,
      stdout: `${target}\n`,
      stderr: /contains 1 uploaded files/,
    });
    expect(readdirSync(target).toSorted()).toEqual(["attachments", "encryption.key", "intray.db"]);
    expect(statSync(join(target, "intray.db")).mode & 0o777).toBe(0o600);
    const again = await run(["backup", target, "--with-files"], over);
    expect(again).toMatchObject({ code: 1, stderr: /copy already exists/ });
  });

  it.skipIf(isOnPostgres)(
    "copies only the database, into one file, without --with-files",
    async () => {
      await serve();
      const target = join(folder(), "copy.db");

      const made = await run(["backup", target]);

      expect(made).toMatchObject({ code: 0, stderr: /does not contain .*attachments.*key/s });
      expect(readdirSync(folder()).filter((name) => name.startsWith("copy"))).toEqual(["copy.db"]);
      expect(readFileSync(target).subarray(0, 15).toString()).toBe("SQLite format 3");
    },
  );

  it.runIf(isOnPostgres)("refers to pg_dump on PostgreSQL", async () => {
    const made = await run(["backup", join(folder(), "copy.db")]);

    expect(made).toMatchObject({ code: 1, stderr: /pg_dump --format=custom/ });
    expect(existsSync(join(folder(), "copy.db"))).toBe(false);
  });
});

describe("verify", () => {
  it("prints nothing if all is in order, and names every problem otherwise", async () => {
    const url = await serve();
    const id = await postTo(url, 1, withFile("some bytes"));
    await postTo(url, 1, withFile("other bytes"));
    await getFromApi(url, "/submissions", KEY);
    await stop();
    expect(await run(["verify"])).toMatchObject({ code: 0, stdout: "" });

    const files = readdirSync(join(folder(), "attachments"), { recursive: true })
      .map((name) => join(folder(), "attachments", String(name)))
      .filter((path) => /[0-9a-f]{30}$/.test(path));
    expect(files).toHaveLength(2);
    const [first = "", second = ""] = files;
    rmSync(first);
    writeFileSync(second, readFileSync(second, "utf8").replace("bytes", "lies!"));
    await onDatabase(async (db) => {
      const { insert, update } = createRows(db);
      await update("submission_count", { count: 7 });
      await insert("delivery", { submission_id: id, next_attempt_at: 9_000_000_000_000 });
      if (isOnPostgres) await runScript(db, "select setval('submission_id_seq', 1, false)");
    });
    const { code, stdout } = await run(["verify"], { INTRAY_ENCRYPTION_KEY: "8".repeat(64) });

    expect(code).toBe(1);
    const lines = stdout.trim().split("\n");
    const ofIds = /^ids: the next id of submission would be 1, but 2 exists/;
    const problemsOfIds = isOnPostgres ? [ofIds] : [];
    expect(lines).toEqual([
      /^encryption key: The secrets .* encrypted with another key/,
      ...problemsOfIds,
      /^counters: form 1, unread in the inbox: the counter is \d+, but there are 2$/,
      /^uploaded files: file \d .*(?:is missing|its hash)/,
      /^uploaded files: file \d .*(?:is missing|its hash)/,
      /^deliveries: delivery 1 is due only in more than three days/,
    ]);
    expect(stdout).toMatch(/is missing/);
    expect(stdout).toMatch(/does not match its hash/);
  });

  it("repairs counters", async () => {
    const url = await serve();
    await postTo(url, 1, { a: "b" });
    await onDatabase(async (db) => {
      await db.updateTable("submission_count").set({ count: 7 }).execute();
      await db.updateTable("submission").set({ deliveries_waiting: 2 }).execute();
    });
    if (!isOnPostgres) await stop();

    expect(await run(["verify", "--repair-counters"])).toMatchObject({
      code: 0,
      stderr: /counters: 1 repaired\ndelivery states: 1 repaired\n/,
    });
    const counts = await onDatabase((db) => createRows(db).rows("submission_count", ["count"]));
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(1);
  });
});

it("migrate lists pending migrations, applies them, and then has nothing to do", async () => {
  // On SQLite, opening the database creates its file.
  const { pending: names } = await onDatabase(migrationsOf);

  expect(await run(["create-key"])).toMatchObject({
    code: 1,
    stderr: /schema of an earlier version.* intray-server migrate/,
  });
  expect(await run(["migrate", "--status"])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`pending  ${names[0]}`) as string,
  });
  expect(await run(["migrate"])).toMatchObject({
    code: 0,
    stdout: names.map((name) => `applied  ${name}\n`).join(""),
  });
  expect(await run(["migrate"])).toMatchObject({ code: 0, stdout: "", stderr: /nothing to do/ });
  expect((await run(["migrate", "--status"])).code).toBe(0);
});

it.skipIf(isOnPostgres)(
  "commands that need the database file exclusively fail while a server uses it",
  async () => {
    await serve();

    const refused = await Promise.all([run(["migrate"]), run(["verify", "--repair-counters"])]);

    for (const one of refused) {
      expect(one).toMatchObject({ code: 1, stderr: /Another Intray server is using/ });
    }
  },
);

describe.skipIf(isOnPostgres)("the command line", () => {
  it("exits with 2 for invalid arguments, and with 1 if there is no database", async () => {
    const withoutDatabase = { INTRAY_DATABASE_URL: "", INTRAY_DATA_DIR: join(folder(), "nowhere") };
    const [unknown, bad, empty, help] = await Promise.all([
      run(["bakup"]),
      run(["create-account", "--email", "ada"], {}, PASSWORD),
      run(["verify"], withoutDatabase),
      run(["--help"]),
    ]);

    expect(unknown).toMatchObject({ code: 2, stdout: "", stderr: /Did you mean backup\?/ });
    expect(bad).toMatchObject({ code: 2, stderr: /"ada" is not an e-mail address/ });
    expect(empty).toMatchObject({
      code: 1,
      stderr: /no database at .*intray\.db.*INTRAY_DATA_DIR/,
    });
    expect(help).toMatchObject({ code: 0, stderr: "", stdout: /^ {2}backup {2,}copies/m });
  });
});
