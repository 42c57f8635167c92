// Starting the server as a process: its output, its restart, and the errors that stop a start.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { loadFixture } from "../../packages/server/test/database-dump.ts";
import { inspectDatabase } from "../../packages/server/src/store/open-store.ts";
import { ENCRYPTION_KEY } from "../fixtures/known-values.ts";
import { writeMmdb } from "../harness/mmdb.ts";
import { runProgram, startProgram } from "../../demo/program.ts";
import { SERVER } from "../harness/bundled.ts";
import { listenOnLoopback } from "../harness/loopback.ts";
import { openFolder } from "../harness/folder.ts";
import { useEach } from "../harness/use.ts";

const folder = useEach(openFolder);

const settings = (over: Record<string, string> = {}) => ({
  INTRAY_PORT: "0",
  INTRAY_DATA_DIR: folder.at("data"),
  INTRAY_LOG_LEVEL: "error",
  ...over,
});

it("prints one line on stdout when it is ready, and writes the first steps, with a link that signs in, to first-start.txt", async () => {
  const server = startProgram("the server", [SERVER], settings());
  const url = await server.url();
  const told = readFileSync(folder.at("data", "first-start.txt"), "utf8");
  const [key] = /itk_acct_\w+/.exec(told) ?? [];
  const [link = ""] = /http:\S+\/dashboard\/link\/[\w-]{43}/.exec(told) ?? [];
  const [action] = /http:\S+\/f\/[0-9a-f]{12}/.exec(told) ?? [];

  const posted = await fetch(action ?? "", {
    method: "POST",
    body: new URLSearchParams({ a: "b" }),
  });
  const listed = await fetch(`${url}/api/v1/submissions`, {
    headers: { authorization: `Bearer ${key}` },
  });

  expect(server.lines).toEqual([`intray listening on ${url}`]);
  expect(posted.status).toBe(200);
  expect(await listed.json()).toMatchObject({ submissions: [{ payload_params: { a: "b" } }] });
  expect(statSync(folder.at("data")).mode & 0o777).toBe(0o700);
  expect(statSync(folder.at("data", "first-start.txt")).mode & 0o777).toBe(0o600);
  for (const name of ["intray.db", "intray.lock"])
    expect(statSync(folder.at("data", name)).mode & 0o777).toBe(0o600);
  const signedIn = await fetch(link, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url },
  });
  expect(signedIn.headers.get("set-cookie")).toMatch(/^intray_session=/);
  await server.stop();
});

/** Of util-linux; it runs a command on a terminal. */
const SCRIPT = "/usr/bin/script";

it.skipIf(!existsSync(SCRIPT))(
  "says at once on a terminal where to go, and on later starts only its address",
  async () => {
    const startOnTerminal = async () => {
      const server = spawn(
        SCRIPT,
        ["--quiet", "--return", "--command", `exec '${process.execPath}' '${SERVER}'`, "/dev/null"],
        { env: { ...process.env, ...settings() }, stdio: ["pipe", "pipe", "inherit"] },
      );
      let shown = "";
      server.stdout.on("data", (chunk: Buffer) => (shown += chunk.toString()));
      await vi.waitUntil(() => /listening on \S+\s/.test(shown));
      const atOnce = shown.replaceAll("\r\n", "\n");
      server.stdin.write("\x03"); // Ctrl+C
      const [code] = (await once(server, "close")) as [number];
      expect(code).toBe(0);
      return atOnce;
    };

    const first = await startOnTerminal();
    const told = readFileSync(folder.at("data", "first-start.txt"), "utf8");
    const second = await startOnTerminal();

    expect(first).toBe(`${told}intray listening on ${/http:\S+/.exec(first)?.[0]}\n`);
    expect(told).toMatch(
      /^Intray is ready at http:\S+\n\nYour dashboard \(this link works once\): http:/,
    );
    expect(second).toMatch(/^intray listening on \S+\n$/);
  },
);

it("is what npm start runs, with the output of the build on stderr", () => {
  const manifest = readFileSync(join(import.meta.dirname, "../../package.json"), "utf8");
  const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> };

  const [build, start = ""] = (scripts["start"] ?? "").split(" && exec node ");

  expect(build).toBe("npm run --silent build >&2");
  expect(join(import.meta.dirname, "../..", start)).toBe(SERVER);
});

it("reloads its geolocation database on SIGHUP and keeps running", async () => {
  const file = folder.at("places.mmdb");
  writeFileSync(file, writeMmdb({ "203.0.113.0/24": { country: { iso_code: "DE" } } }));
  const over = { INTRAY_GEOIP_FILE: file, INTRAY_LOG_LEVEL: "info" };
  const server = startProgram("the server", [SERVER], settings(over));
  await server.url();

  process.kill(server.pid, "SIGHUP");

  await vi.waitUntil(() => server.stderr().includes("Reloaded the geolocation database"));
  expect(await server.stop()).toBe(0);
});

it("fails on a port in use and names it", async () => {
  const other = await listenOnLoopback(createServer());

  const { code, stderr } = await runProgram(
    [SERVER],
    settings({ INTRAY_PORT: String(other.port) }),
  );

  other.close();
  expect(code).toBe(1);
  expect(stderr).toMatch(
    new RegExp(`^intray-server: Port ${other.port} on 127.0.0.1 is in use\\..*INTRAY_PORT`, "m"),
  );
});

it("fails on an unusable data folder", async () => {
  writeFileSync(folder.at("file"), "");

  expect(
    await runProgram([SERVER], settings({ INTRAY_DATA_DIR: folder.at("file") })),
  ).toMatchObject({ code: 1, stderr: /data folder .*file cannot be used .*INTRAY_DATA_DIR/ });
});

it("fails if another server uses the file, and the other keeps running", async () => {
  const first = startProgram("the server", [SERVER], settings());
  const url = await first.url();

  const { code, stderr } = await runProgram([SERVER], settings());

  expect(code).toBe(1);
  expect(stderr).toMatch(/Another Intray server is using .*data.*INTRAY_DATA_DIR/);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  await first.stop();
});

it("fails on a file that is not a database", async () => {
  const server = startProgram("the server", [SERVER], settings());
  await server.url();
  await server.stop();
  for (const end of ["-wal", "-shm"]) rmSync(folder.at("data", `intray.db${end}`), { force: true });
  writeFileSync(folder.at("data", "intray.db"), "this is no database at all".repeat(400));

  const { code, stderr } = await runProgram([SERVER], settings());

  expect(code).toBe(1);
  expect(stderr).toMatch(/^intray-server: .*not a database/);
});

it.each<[Record<string, string>, RegExp]>([
  [{ INTRAY_PROT: "8080" }, /Did you mean INTRAY_PORT\?/],
  [{ INTRAY_PORT: "http" }, /INTRAY_PORT must be a port/],
])("ends 78 for the setting %j", async (bad, message) => {
  expect(await runProgram([SERVER], settings(bad))).toMatchObject({ code: 78, stderr: message });
});

it("says with --dry-run what a start would do, and creates nothing", async () => {
  const { code, stdout } = await runProgram([SERVER, "--dry-run"], settings());

  expect(code).toBe(0);
  expect(stdout).toMatch(/its schema would be created\.\nNothing refuses the start\.\n$/);
  expect(readdirSync(folder.path)).toEqual([]);
});

it("has a whole copy and a whole database after it was killed between its copy and its migration", async () => {
  const data = folder.at("data");
  const file = join(data, "intray.db");
  mkdirSync(join(data, "attachments"), { recursive: true });
  await loadFixture({ kind: "sqlite", file }, "0.1.0");
  const { installation = "" } = await inspectDatabase({ kind: "sqlite", file });
  writeFileSync(join(data, "attachments", "intray-installation"), installation);
  const over = settings({ INTRAY_ENCRYPTION_KEY: ENCRYPTION_KEY, INTRAY_LOG_LEVEL: "info" });
  const server = spawn(process.execPath, [SERVER], {
    env: { ...process.env, ...over },
    stdio: ["ignore", "ignore", "pipe"],
  });
  for await (const line of createInterface({ input: server.stderr })) {
    if (line.includes("Copied the database")) server.kill("SIGKILL");
  }

  const again = startProgram("the server", [SERVER], over);
  await again.url();
  await again.stop();

  const copies = readdirSync(data).filter((name) => name.includes(".before-"));
  expect(copies.length).toBe(1);
  const copy = join(data, copies[0] ?? "");
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(await inspectDatabase({ kind: "sqlite", file: copy })).toMatchObject({
    pending: ["0002-schema"],
    installation,
  });
});

it("ends 78 on an old Node before any import, and says what to install", async () => {
  const old = folder.at("old.cjs");
  const versions = '{ ...process.versions, node: "22.18.0" }';
  writeFileSync(old, `Object.defineProperty(process, "versions", { value: ${versions} });`);
  const manifest = join(import.meta.dirname, "../../packages/server/package.json");
  const { engines } = JSON.parse(readFileSync(manifest, "utf8")) as { engines: { node: string } };

  const { code, stderr } = await runProgram(["--require", old, SERVER, "--version"], {});

  expect(code).toBe(78);
  expect(stderr).toContain(`Node.js ${engines.node.slice(2)} or later is required`);
  expect(stderr).toContain("Install Node.js 24");
});
