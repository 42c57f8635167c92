// The commands of intray-server, run as an owner runs them: most of them beside the server.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Program, runProgram, startProgram } from "../../demo/program.ts";
import {
  type FreshDatabase,
  freshDatabase,
  isOnPostgres,
  settingsFor,
} from "../../packages/server/test/database.ts";
import { isPassword } from "../../packages/server/src/platform/password.ts";
import { openSqlite } from "../../packages/server/src/store/sqlite/database.ts";
import { migrationsOf } from "../../packages/server/src/store/migrate.ts";
import { openPostgres } from "../../packages/server/src/store/postgres/database.ts";
import type { Db } from "../../packages/server/src/store/engine/schema.ts";

const BIN = fileURLToPath(new URL("../../packages/server/bin/intray-server.js", import.meta.url));
const KEY = "the-account-key-of-the-admin-journey";
const PASSWORD = "correct horse battery";
/** Several processes a test, on a machine that may be busy. */
const TIMEOUT_MS = 60_000;

let fresh: FreshDatabase;
let server: Program | undefined;
beforeEach(async () => {
  fresh = await freshDatabase({ isEmpty: true });
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await fresh.drop();
});

const settings = (over: Record<string, string> = {}) => ({
  ...settingsFor(fresh),
  INTRAY_PORT: "0",
  INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY,
  INTRAY_LOG_LEVEL: "error",
  ...over,
});
const run = (words: readonly string[], over: Record<string, string> = {}, input = "") =>
  runProgram([BIN, ...words], settings(over), input);
async function serve(over: Record<string, string> = {}): Promise<string> {
  server = startProgram("the server", [BIN], settings(over));
  return (await server.line("intray listening on ")).replace("intray listening on ", "");
}
async function stop(): Promise<void> {
  await server?.stop();
  server = undefined;
}
async function beside<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const { db } =
    fresh.database.kind === "sqlite"
      ? openSqlite(fresh.database.file, "writer")
      : await openPostgres(fresh.database.url, () => undefined);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
const logins = () =>
  beside((db) => db.selectFrom("login").select(["email", "password_hash"]).execute());
/** What commands have written down of themselves. */
const audited = async () => {
  const rows = await beside((db) =>
    db.selectFrom("audit").select(["actor", "action", "subject", "detail"]).orderBy("id").execute(),
  );
  return rows.map(({ actor, action, subject, detail }) =>
    [actor, action, subject ?? detail].join(" "),
  );
};
const ask = (url: string, path: string, key: string) =>
  fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
async function post(url: string, body: FormData | URLSearchParams): Promise<number> {
  const uuid = await beside((db) => db.selectFrom("form").select("uuid").executeTakeFirstOrThrow());
  const answer = await fetch(`${url}/f/${uuid.uuid}.json`, { method: "POST", body });
  return ((await answer.json()) as { readonly id: number }).id;
}
function withFile(content: string): FormData {
  const body = new FormData();
  body.set("file", new Blob([content]), "a.txt");
  return body;
}

describe("who may sign in", { timeout: TIMEOUT_MS }, () => {
  it("is made beside the server, and gets a new password", async () => {
    await serve();

    const made = await run(["create-account", "--email", "Ada@example.org"], {}, `${PASSWORD}\n`);
    expect(made).toMatchObject({ code: 0, stdout: "" });
    const [login] = await logins();
    expect(login?.email).toBe("ada@example.org");
    expect(await isPassword(PASSWORD, login?.password_hash ?? "")).toBe(true);

    const twice = await run(["create-account", "--email", "ada@example.org"], {}, PASSWORD);
    expect(twice).toMatchObject({
      code: 1,
      stderr: /already a login for ada@example\.org\. .* reset-password/,
    });

    const file = join(fresh.folder, "password");
    writeFileSync(file, "another password\r\nnotes\n");
    const reset = await run(["reset-password", "ada@example.org", "--password-file", file]);
    expect(reset.code).toBe(0);
    const [again] = await logins();
    expect(await isPassword("another password", again?.password_hash ?? "")).toBe(true);

    const nobody = await run(["reset-password", "bob@example.org"], {}, PASSWORD);
    expect(nobody).toMatchObject({ code: 1, stderr: /nobody .* bob@.* are: ada@example\.org/ });
    const short = await run(["reset-password", "ada@example.org"], {}, "short");
    expect(short).toMatchObject({ code: 1, stderr: /5 characters\. Use at least 10/ });
    expect(await audited()).toEqual([
      "create-account password.chosen Ada@example.org",
      "reset-password password.reset ada@example.org",
    ]);
  });

  it("can be made before the first start, with the account and its key", async () => {
    const made = await run(
      ["create-account", "--email", "ada@example.org"],
      { INTRAY_BOOTSTRAP_ACCOUNT_KEY: "" },
      PASSWORD,
    );
    expect(made.code).toBe(0);

    const url = await serve();
    const answer = await ask(url, "/me", made.stdout.trim());

    expect(answer.status).toBe(200);
    expect(existsSync(join(fresh.folder, "first-start.txt"))).toBe(false);
    expect(await logins()).toHaveLength(1);
  });

  it.skipIf(isOnPostgres)("comes from the settings of the first start", async () => {
    const file = join(fresh.folder, "password");
    const admin = { INTRAY_ADMIN_EMAIL: "ada@example.org", INTRAY_ADMIN_PASSWORD_FILE: file };
    writeFileSync(file, "short");
    const refused = await run([], admin);
    expect(refused).toMatchObject({ code: 1, stderr: /PASSWORD_FILE: The password has 5/ });
    writeFileSync(file, PASSWORD);

    await serve(admin);
    expect(await logins()).toMatchObject([{ email: "ada@example.org" }]);
    await stop();
    rmSync(file);

    // Later starts need it no more.
    await serve(admin);
    expect(await logins()).toHaveLength(1);
  });
});

it(
  "sign-in-link signs somebody in once, beside the running server",
  { timeout: TIMEOUT_MS },
  async () => {
    const url = await serve();
    await run(["create-account", "--email", "ada@example.org"], {}, PASSWORD);

    const made = await run(["sign-in-link", "ADA@example.org"], { INTRAY_PUBLIC_URL: url });
    const link = made.stdout.trim();
    const signIn = () =>
      fetch(link, { method: "POST", redirect: "manual", headers: { origin: url } });
    const [first, second] = [await signIn(), await signIn()];
    const unknown = await run(["sign-in-link", "nobody@example.org"]);

    expect(link).toMatch(/^http:\S+\/dashboard\/link\/[\w-]{43}$/);
    expect([first.status, second.status]).toEqual([303, 404]);
    const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
    const account = await fetch(`${url}/dashboard/account`, { headers: { cookie } });
    expect(await account.text()).toContain("ada@example.org");
    expect(unknown).toMatchObject({ code: 1, stderr: /no user with the address nobody@/ });
  },
);

it(
  "create-key makes keys that open at once what they are for",
  { timeout: TIMEOUT_MS },
  async () => {
    const url = await serve();

    const account = await run(["create-key", "--name", "Export"]);
    const form = await run(["create-key", "--form", "1", "--can-delete"]);
    const missing = await run(["create-key", "--kind", "form", "--form", "99"]);

    expect(account.stdout).toMatch(/^itk_acct_\w+\n$/);
    expect(form.stdout).toMatch(/^itk_form_\w+\n$/);
    expect(await (await ask(url, "/me", account.stdout.trim())).json()).toMatchObject({
      kind: "account",
      key_name: "Export",
    });
    expect(await (await ask(url, "/me", form.stdout.trim())).json()).toMatchObject({
      kind: "form",
      form_id: 1,
    });
    expect(missing).toMatchObject({ code: 1, stdout: "", stderr: /There is no form 99/ });
    expect(await audited()).toEqual([
      "create-key key.created Export",
      "create-key key.created Created by intray-server create-key",
    ]);
  },
);

describe("backup", { timeout: TIMEOUT_MS }, () => {
  it.skipIf(isOnPostgres)(
    "copies everything while posts come in, and a server starts on it",
    async () => {
      const over = { INTRAY_ENCRYPTION_KEY: "" };
      const url = await serve(over);
      const id = await post(url, withFile("some bytes"));
      const done = new AbortController();
      const posting = (async () => {
        let last = id;
        while (!done.signal.aborted) {
          last = await post(url, new URLSearchParams({ n: `${last}` }));
        }
        return last;
      })();
      const target = join(fresh.folder, "copy");

      const made = await run(["backup", target, "--with-files"], over);
      done.abort();
      expect(await posting).toBeGreaterThan(id);

      expect(made).toMatchObject({
        code: 0,
        stdout: `${target}\n`,
        stderr: /contains 1 uploaded files/,
      });
      expect(readdirSync(target).toSorted()).toEqual([
        "attachments",
        "encryption.key",
        "intray.db",
      ]);
      expect(statSync(join(target, "intray.db")).mode & 0o777).toBe(0o600);
      const again = await run(["backup", target, "--with-files"], over);
      expect(again).toMatchObject({ code: 1, stderr: /copy already exists/ });
      await stop();

      const copy = {
        ...over,
        INTRAY_DATA_DIR: target,
        INTRAY_DATABASE_URL: "",
        INTRAY_ATTACHMENTS_DIR: "",
      };
      expect(await run(["verify"], copy)).toMatchObject({ code: 0, stdout: "" });
      const restored = await serve(copy);
      const record = (await (await ask(restored, `/submissions/${id}`, KEY)).json()) as {
        readonly attachments: readonly { readonly id: number }[];
      };
      const file = await ask(restored, `/attachments/${record.attachments[0]?.id}`, KEY);
      expect(await file.text()).toBe("some bytes");
    },
  );

  it.skipIf(isOnPostgres)("copies the database alone into one file", async () => {
    await serve();
    const target = join(fresh.folder, "copy.db");

    const made = await run(["backup", target]);

    expect(made).toMatchObject({ code: 0, stderr: /does not contain .*attachments.*key/s });
    expect(readdirSync(fresh.folder).filter((name) => name.startsWith("copy"))).toEqual([
      "copy.db",
    ]);
    expect(readFileSync(target).subarray(0, 15).toString()).toBe("SQLite format 3");
  });

  it.runIf(isOnPostgres)("names pg_dump where the database is PostgreSQL", async () => {
    const made = await run(["backup", join(fresh.folder, "copy.db")]);

    expect(made).toMatchObject({ code: 1, stderr: /pg_dump --format=custom/ });
    expect(existsSync(join(fresh.folder, "copy.db"))).toBe(false);
  });
});

describe("verify", { timeout: TIMEOUT_MS }, () => {
  it("is silent about what is in order, and names all that is not", async () => {
    const url = await serve();
    const id = await post(url, withFile("some bytes"));
    await post(url, withFile("other bytes"));
    await ask(url, "/submissions", KEY);
    await stop();
    expect(await run(["verify"])).toMatchObject({ code: 0, stdout: "" });

    const files = readdirSync(join(fresh.folder, "attachments"), { recursive: true })
      .map((name) => join(fresh.folder, "attachments", String(name)))
      .filter((path) => /[0-9a-f]{30}$/.test(path));
    expect(files).toHaveLength(2);
    const [first = "", second = ""] = files;
    rmSync(first);
    writeFileSync(second, readFileSync(second, "utf8").replace("bytes", "lies!"));
    await beside(async (db) => {
      await db.updateTable("submission_count").set({ count: 7 }).execute();
      await db
        .insertInto("delivery")
        .values({
          account_id: 1,
          form_id: 1,
          submission_id: id,
          webhook_id: 1,
          webhook_name: "Receiver",
          url: "http://127.0.0.1:9/",
          trigger: "refire",
          state: "queued",
          reason: null,
          next_attempt_at: 9_000_000_000_000,
          lease_token: null,
          lease_expires_at: null,
          created_at: 1,
          finished_at: null,
        })
        .execute();
    });
    const { code, stdout } = await run(["verify"], { INTRAY_ENCRYPTION_KEY: "8".repeat(64) });

    expect(code).toBe(1);
    const lines = stdout.trim().split("\n");
    expect(lines).toEqual([
      expect.stringMatching(/^encryption key: The secrets .* encrypted with another key/),
      expect.stringMatching(
        /^counters: form 1, unread in the inbox: the counter is \d+, but there are 2$/,
      ),
      expect.stringMatching(/^uploaded files: file \d .*(?:is missing|its hash)/),
      expect.stringMatching(/^uploaded files: file \d .*(?:is missing|its hash)/),
      expect.stringMatching(/^deliveries: delivery 1 is due only in more than three days/),
    ]);
    expect(stdout).toMatch(/is missing/);
    expect(stdout).toMatch(/does not match its hash/);
  });

  it("repairs counters", async () => {
    const url = await serve();
    await post(url, new URLSearchParams({ a: "b" }));
    await beside((db) => db.updateTable("submission_count").set({ count: 7 }).execute());
    if (!isOnPostgres) await stop();

    const repaired = await run(["verify", "--repair-counters"]);

    expect(repaired).toMatchObject({ code: 0, stderr: /counters: 1 repaired/ });
    const total = await beside((db) =>
      db
        .selectFrom("submission_count")
        .select((cell) => cell.fn.sum<number>("count").as("sum"))
        .executeTakeFirst(),
    );
    expect(total?.sum).toBe(1);
  });
});

it(
  "migrate says what it would do, does it, and then has nothing to do",
  { timeout: TIMEOUT_MS },
  async () => {
    // On SQLite opening creates the file.
    const { pending: names } = await beside(migrationsOf);

    const refused = await run(["create-key"]);
    expect(refused).toMatchObject({
      code: 1,
      stderr: /lacks \d migrations .* intray-server migrate/,
    });
    const status = await run(["migrate", "--status"]);
    expect(status).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`pending  ${names[0]}`) as string,
    });
    expect(await run(["migrate"])).toMatchObject({
      code: 0,
      stdout: names.map((name) => `applied  ${name}\n`).join(""),
    });
    expect(await run(["migrate"])).toMatchObject({ code: 0, stdout: "", stderr: /nothing to do/ });
    expect((await run(["migrate", "--status"])).code).toBe(0);
  },
);

it.skipIf(isOnPostgres)(
  "refuses what needs the file alone while a server runs on it",
  { timeout: TIMEOUT_MS },
  async () => {
    await serve();

    const refused = await Promise.all([run(["migrate"]), run(["verify", "--repair-counters"])]);

    for (const one of refused) {
      expect(one).toMatchObject({ code: 1, stderr: /Another Intray server is using/ });
    }
  },
);

describe.skipIf(isOnPostgres)("the command line", { timeout: TIMEOUT_MS }, () => {
  it("ends with 2 for what makes no sense, and with 1 where there is no database", async () => {
    const nowhere = { INTRAY_DATABASE_URL: "", INTRAY_DATA_DIR: join(fresh.folder, "nowhere") };
    const [unknown, bad, empty, help] = await Promise.all([
      run(["bakup"]),
      run(["create-account", "--email", "ada"], {}, PASSWORD),
      run(["verify"], nowhere),
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
