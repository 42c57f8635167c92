// `intray-server doctor` as a child process, beside real servers, proxies and relays.
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { isOnPostgres } from "../../packages/server/test/database.ts";
import { useTransports } from "../../packages/server/test/mail/transports.ts";
import { mountSmallDisk } from "../faults/small-disk.ts";
import { useInstallation } from "./installation.ts";
import { useReverseProxies } from "./reverse-proxies.ts";
import { postTo } from "../harness/api.ts";

const { database, folder, run, serve, stop, onDatabase } = useInstallation();
const relays = useTransports();

const { listen, proxyTo } = useReverseProxies();

async function examine(over: Record<string, string> = {}) {
  const { code, stdout, stderr } = await run(["doctor", "--json"], over);
  const { ok, findings } = JSON.parse(stdout) as {
    readonly ok: boolean;
    readonly findings: readonly {
      readonly check: string;
      readonly state: string;
      readonly message: string;
      readonly hint?: string;
    }[];
  };
  const of = findings.map(({ check, state, message, hint = "" }) => [
    check,
    `${state}: ${message} ${hint}`,
  ]);
  return {
    code,
    ok,
    output: stdout + stderr,
    /** By the name of the check: state, message and hint in one line. */
    of: Object.fromEntries(of),
  };
}

const portOf = (url: string) => ({ INTRAY_PORT: new URL(url).port });

/** Names, times and hashes of all files, apart from the memory that connections to SQLite share. */
const contentOf = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith("-shm"))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const hash = createHash("sha256").update(readFileSync(file)).digest("hex");
      return [file, statSync(file).mtimeMs, hash].join(" ");
    })
    .toSorted();

it("finds nothing to mend at a server that is set up well", async () => {
  const relay = await relays.relay();
  const url = await serve({ INTRAY_TRUST_PROXY: "127.0.0.1" });
  const publicUrl = await proxyTo(url);
  if (!isOnPostgres) await run(["backup", join(folder(), "copy.db")]);

  const { code, ok, of } = await examine({
    ...portOf(url),
    INTRAY_TRUST_PROXY: "127.0.0.1",
    INTRAY_PUBLIC_URL: publicUrl,
    INTRAY_SMTP_URL: relay.url,
    INTRAY_MAIL_FROM: "forms@example.org",
  });

  expect(of).toMatchObject({
    settings: "ok: All settings are valid. ",
    folders: /^ok: .* can be used/,
    "disk space": /^(?:ok|warning): .* are free at/,
    database: expect.stringMatching(
      isOnPostgres
        ? /^ok: PostgreSQL \d+.* at 127\.0\.0\.1:\d+\/\w+ has the schema of this version/
        : /^ok: SQLite 3\.\d+\.\d+ at .*\.db has the schema of this version/,
    ),
    data: "ok: intray-server verify --quick found no problem. ",
    clock: /^ok: /,
    backups: expect.stringMatching(
      isOnPostgres ? /^skipped: .*pg_dump/ : /^ok: The last backup is 0 hours old: .*copy\.db/,
    ),
    "e-mail": /^ok: The relay 127\.0\.0\.1:\d+ answers without signing in/,
    server: /^ok: Intray \d+\.\d+\.\d+ is running at http:\/\/127\.0\.0\.1:/,
    "public address": `ok: ${publicUrl} leads to this server. `,
    proxy:
      "ok: The proxy 127.0.0.1 is trusted, and reports 198.51.100.7 for this machine. Headers that arrived: x-forwarded-for, x-forwarded-proto. ",
  });
  expect({ code, ok }).toEqual({ code: 0, ok: true });
  expect(relay.messages).toEqual([]);
});

it("prints one line for each check, and changes nothing while no server runs", async () => {
  const url = await serve();
  await stop();
  const before = contentOf(folder());

  const { code, stdout, stderr } = await run(["doctor"], portOf(url));

  const lines = stdout.trimEnd().split("\n");
  expect(lines.map((line) => line.split(/ {2,}/)[1])).toEqual([
    "settings",
    "folders",
    "disk space",
    "database",
    "data",
    "clock",
    "backups",
    "e-mail",
    "single sign-on",
    "server",
    "public address",
    "proxy",
  ]);
  expect(lines[9]).toMatch(/^warning {2}server {10}No server answers at .*ECONNREFUSED.* Start it/);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(contentOf(folder())).toEqual(before);
});

it("says which proxy to trust, and that a stranger's request gets no answer", async () => {
  const url = await serve();
  const publicUrl = await proxyTo(url);

  const { code, of } = await examine({ ...portOf(url), INTRAY_PUBLIC_URL: publicUrl });

  expect(of["proxy"]).toMatch(
    /^warning: .*limits count all clients as one.*TRUST_PROXY=127\.0\.0\.1\. *$/,
  );
  expect(code).toBe(0);
  const headers = { "x-intray-probe": `1.${"0".repeat(32)}.${"0".repeat(64)}` };
  for (const init of [{}, { headers }, { headers: { "x-intray-probe": "x".repeat(9_000) } }]) {
    const answer = await fetch(`${url}/probe`, init);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toMatch(/There is no page at \/probe/);
  }
});

it.each<[string, RequestListener, RegExp]>([
  [
    "redirects",
    (_, outgoing) => void outgoing.writeHead(301, { location: "https://www.example.org/" }).end(),
    /^failed: .* redirects to https:\/\/www\.example\.org\/\. Set INTRAY_PUBLIC_URL/,
  ],
  [
    "is another page",
    (_, outgoing) => void outgoing.end("<h1>Welcome to nginx!</h1>"),
    /^failed: .* does not lead to this server: the answer has status 200/,
  ],
  [
    "sends without end",
    (_, outgoing) => {
      const more = () => {
        while (outgoing.write("x".repeat(65_536)));
      };
      outgoing.on("drain", more);
      more();
    },
    /^failed: .* does not lead to this server/,
  ],
  ["breaks", (incoming) => void incoming.socket.destroy(), /^failed: .* cannot be reached/],
])("reports a public address that %s", async (_, listener, text) => {
  const publicUrl = await listen(listener);

  const { code, of } = await examine({ INTRAY_PUBLIC_URL: publicUrl });

  expect(of["public address"]).toMatch(text);
  expect(of["proxy"]).toMatch(/^skipped/);
  expect(code).toBe(1);
});

it("prints no password, whatever fails", async () => {
  const relay = await relays.relay({ auth: { user: "forms", password: "s3cret" } });
  const url = await serve();
  const secrets = {
    ...portOf(url),
    INTRAY_SMTP_URL: `smtp://forms:wr0ng-password@127.0.0.1:${relay.port}`,
    INTRAY_MAIL_FROM: "forms@example.org",
    INTRAY_PUBLIC_URL: "http://someone:p4ssword@127.0.0.1:9",
    INTRAY_ENCRYPTION_KEY: "8".repeat(64),
    INTRAY_DATABASE_URL: isOnPostgres
      ? "postgres://intray:t0psecret@127.0.0.1:9/intray"
      : "missing/t0psecret.db",
  };

  const { code, of, output } = await examine(secrets);

  expect(of).toMatchObject({
    database: expect.stringMatching(
      isOnPostgres ? /^failed: PostgreSQL cannot be reached/ : /^failed: There is no database/,
    ),
    data: /^skipped/,
    clock: /^skipped/,
    "e-mail": /^failed: .* at the step auth: 535/,
    server: /^failed: What answers at .* is not a server of this version/,
    "public address": /^failed: http:\/\/127\.0\.0\.1:9 cannot be reached/,
  });
  expect(output).not.toMatch(/wr0ng|d3IwbmctcGFzc3dvcmQ|p4ssword|:t0psecret|8{64}/);
  expect(code).toBe(1);
});

it("reports damaged data, and a clock that is behind it", async () => {
  const url = await serve();
  await postTo(url, 1, { n: "1" });
  await stop();
  await onDatabase(async (db) => {
    await db.updateTable("submission_count").set({ count: 7 }).execute();
    await db.updateTable("api_key").set({ last_used_at: 9_000_000_000_000 }).execute();
  });

  const { code, of } = await examine(portOf(url));

  expect(of["data"]).toMatch(/^failed: counters: form 1.* Run intray-server verify for details/);
  expect(of["clock"]).toMatch(/^warning: The newest row is \d+ s ahead of the clock/);
  expect(code).toBe(1);
});

it("says what invalid settings are, as a document too", async () => {
  const over = { INTRAY_PORT: "70000", INTRAY_TRUST_PROXI: "x" };

  const { code, ok, output } = await examine(over);
  const text = await run(["doctor"], over);

  expect({ code, ok }).toEqual({ code: 78, ok: false });
  expect(output).toMatch(/INTRAY_TRUST_PROXI is not a setting/);
  expect(text.stdout).toMatch(/^failed {3}settings {8}INTRAY_PORT must be a port/m);
  expect(text).toMatchObject({ code: 78, stderr: "" });
});

it.runIf(isOnPostgres)(
  "names all servers of a URL without the password, and what happens if one is lost",
  async () => {
    await serve();
    await stop();
    const { url } = database() as { readonly url: string };
    const { host, pathname } = new URL(url);
    const over = {
      INTRAY_DATABASE_URL: url.replace("postgres@", "postgres:s3cret@127.0.0.1:9,"),
    };

    const { of, output } = await examine(over);

    expect(of["database"]).toContain(
      ` at 127.0.0.1:9,${host}${pathname} do not wait for a standby`,
    );
    expect(of["data"]).toMatch(/^ok/);
    expect(output).not.toContain("s3cret");
  },
);

it.skipIf(isOnPostgres)(
  "works while SQLite is locked, and reports files that others can read",
  async () => {
    const url = await serve();
    const file = (database() as { readonly file: string }).file;
    const record = join(folder(), "last-backup.json");
    writeFileSync(record, JSON.stringify({ at: "2020-01-01T00:00:00.000Z", target: "/old" }));

    const { code, of } = await onDatabase((db) =>
      db.transaction().execute(async (transaction) => {
        await transaction.updateTable("form").set({ name: "Locked" }).execute();
        chmodSync(file, 0o644);
        return examine(portOf(url));
      }),
    );

    expect(of["database"]).toMatch(/^ok/);
    expect(of["data"]).toMatch(/^ok/);
    expect(of["folders"]).toMatch(/^warning: Other users .* rights on .*\.db\. Run chmod go= /);
    expect(of["backups"]).toMatch(/^warning: The last backup is \d+ days old: \/old/);
    expect(code).toBe(0);
    writeFileSync(record, "{");
    mkdirSync(join(folder(), "elsewhere"));
    const over = { INTRAY_DATA_DIR: join(folder(), "elsewhere/not/yet") };
    const elsewhere = await examine(over);
    expect(elsewhere.of["folders"]).toMatch(/^warning: .* does not exist yet/);
    expect(elsewhere.of["backups"]).toMatch(/^warning: No backup .* is recorded/);
    expect(readdirSync(join(folder(), "elsewhere"))).toEqual([]);
  },
);

it("fails for a disk with less free space than INTRAY_MIN_FREE_DISK", async () => {
  await serve();
  await stop();

  const { code, of } = await examine({ INTRAY_MIN_FREE_DISK: `${10 ** 15 - 1}` });

  expect(of["disk space"]).toMatch(
    /^failed: .* are free at \S+ Free space: .* posts may be refused \(INTRAY_MIN_FREE_DISK\)\.$/,
  );
  expect(code).toBe(1);
});

it("fails for a disk that is nearly full, and for one that can hold no more files", async ({
  skip,
}) => {
  const disks = [mountSmallDisk(32), mountSmallDisk(2_048, 2)];
  const [nearlyFull, withoutFiles] = disks;
  try {
    if (nearlyFull === undefined || withoutFiles === undefined)
      return skip("File systems cannot be mounted here");
    writeFileSync(join(withoutFiles.folder, "a"), "");

    const full = await examine({
      INTRAY_ATTACHMENTS_DIR: nearlyFull.folder,
      INTRAY_MIN_FREE_DISK: "0",
    });
    const ofFiles = await examine({ INTRAY_ATTACHMENTS_DIR: withoutFiles.folder });

    expect(full.of["disk space"]).toContain(`failed: 32.0 MiB are free at ${nearlyFull.folder}.`);
    expect(ofFiles.of["disk space"]).toContain(
      `failed: The disk of ${withoutFiles.folder} can hold no more files`,
    );
    expect([full.code, ofFiles.code]).toEqual([1, 1]);
  } finally {
    for (const disk of disks) disk?.remove();
  }
});
