// The executables of a release: they run where there is no Node, and are packed for installers.
import { execFile, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { startProgram } from "../demo/program.ts";
import { openFolder } from "./harness/folder.ts";
import { useEach, useShared } from "./harness/use.ts";

const PLATFORM = `${process.platform}-${process.arch}`;
const UNSHARE = "/usr/bin/unshare";
const KEY = "itk_acct_of_the_tests_of_executables";
const PATH = process.env["PATH"] ?? "";
type Variables = Readonly<Record<string, string>>;

const release = useShared(openFolder);
const own = useEach(openFolder);
const installed = (command: string) => release.at("installed/bin", command);
const sizeOf = (path: string) => fs.statSync(path).size;
/** Runs a program with no other variables than these. */
const run = (env: Variables, command: string, ...words: string[]) =>
  spawnSync(command, words, { env, encoding: "utf8" });
const install = (from: string, ...commands: string[]) => {
  const env = { PATH, PREFIX: release.at("installed"), INTRAY_DOWNLOADS: from };
  return run(env, "sh", release.at("install.sh"), ...commands);
};
const isHere = (command: string, ...words: string[]) =>
  run({ PATH }, command, ...words).status === 0;

beforeAll(async () => {
  const script = join(import.meta.dirname, "../scripts/release.ts");
  const words = ["--draft", "--platform", PLATFORM, "--downloads", "https://downloads.test/1"];
  await promisify(execFile)(process.execPath, [script, "--to", release.path, ...words]);
  install(release.path);
}, 900_000);

describe("the archives", () => {
  it("are small, as are the executables in them", () => {
    const archives = fs.globSync(release.at(`{intray*-${PLATFORM}.tar.gz,*.deb}`));
    const commands = ["intray", "intray-server"].map(installed);

    expect(archives.length).toBeGreaterThanOrEqual(2);
    expect(archives.filter((file) => sizeOf(file) > 45e6)).toEqual([]);
    expect(commands.filter((file) => sizeOf(file) > 130e6)).toEqual([]);
  });

  it("are not installed if they are damaged or missing", () => {
    const [archive = ""] = fs.globSync(release.at("intray-server-*.tar.gz"));
    const damaged = fs.readFileSync(archive).fill(0, 1_000, 1_001);
    fs.writeFileSync(own.at(basename(archive)), damaged);

    expect(install(own.path, "intray-server")).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(/does not have the checksum [0-9a-f]{64}\. It was not inst/),
    });
    expect(install(own.path, "intray").stderr).toContain("cannot be read. Nothing more was");
    expect(install(own.path, "other").stderr).toContain("There is no executable other for");
  });

  it.skipIf(!isHere("ruby", "--version"))("have formulas in Ruby with their checksums", () => {
    const sums = fs.readFileSync(release.at("SHA256SUMS"), "utf8");
    for (const command of ["intray", "intray-server"]) {
      const formula = release.at(`${command}.rb`);
      const [, sum] = /sha256 "(\w{64})"/.exec(fs.readFileSync(formula, "utf8")) ?? [];

      expect(run({ PATH }, "ruby", "-c", formula).stdout).toBe("Syntax OK\n");
      expect(sums).toMatch(`${sum}  ${command}-`);
    }
  });

  it.skipIf(!isHere("lintian", "--version"))("have Debian packages without errors", () => {
    const packages = fs.globSync(release.at("*.deb"));
    const words = ["--fail-on", "error", "--allow-root", ...packages];

    expect(packages).toHaveLength(2);
    expect(run({ PATH }, "lintian", ...words)).toMatchObject({ status: 0 });
  });
});

describe("the files of an executable", () => {
  const start = (env: Variables) => run({ PATH: "", ...env }, installed("intray"), "--version");
  const version = expect.stringMatching(/^@intray\/cli\//) as string;

  it("are unpacked once, by several starts at once, and again if they are damaged", async () => {
    const env = { HOME: own.path };
    const starts = [1, 2, 3].map(() => promisify(execFile)(installed("intray"), ["-V"], { env }));
    for (const { stdout } of await Promise.all(starts)) expect(stdout).toEqual(version);
    const [file = ""] = fs.globSync(own.at(".cache/intray/*/node_modules/@intray/cli/bin/run.js"));
    const { ctimeMs } = fs.statSync(file);

    expect(start(env).stdout).toEqual(version);
    expect(fs.statSync(file).ctimeMs).toBe(ctimeMs);
    fs.writeFileSync(file, "process.exit(1)");
    expect(start(env).stdout).toEqual(version);
    const [folder = "", ...others] = fs.readdirSync(own.at(".cache/intray"));
    expect(fs.statSync(own.at(".cache/intray", folder)).mode & 0o777).toBe(0o700);
    expect(others).toEqual([]);
  });

  it.each([
    ["is a link", (path: string) => fs.symlinkSync(own.path, path), "is not yours alone"],
    ["is a file", (path: string) => fs.writeFileSync(path, ""), "EEXIST"],
    [
      "others can write",
      (path: string) => fs.chmodSync(fs.mkdirSync(path, { recursive: true }) ?? path, 0o777),
      "is not yours alone",
    ],
  ])("are not put in a folder that %s", (_, prepare, problem) => {
    prepare(own.at("intray"));
    fs.writeFileSync(own.at("file"), "");

    const { status, stdout, stderr } = start({ XDG_CACHE_HOME: own.path, TMPDIR: own.at("file") });

    expect([status, stdout]).toEqual([78, ""]);
    expect(stderr.split("\n")[1]).toMatch(`  ${own.at("intray")}: `);
    expect(stderr.split("\n")[1]).toContain(problem);
    expect(stderr).toMatch(
      /\nSet XDG_CACHE_HOME to a folder of yours with \d+ MB of free space\.\n$/,
    );
  });
});

describe.skipIf(!isHere(UNSHARE, "-rm", "true"))("with the C libraries and nothing else", () => {
  it("the server starts, is killed, and starts; and the command reads from it", async () => {
    const root = own.at("root");
    const libraries = run({ PATH }, "ldd", installed("intray-server")).stdout.match(/\/\S+/g) ?? [];
    for (const file of libraries) {
      fs.mkdirSync(dirname(join(root, file)), { recursive: true });
      fs.copyFileSync(file, join(root, file));
    }
    fs.cpSync(dirname(installed("intray")), root, { recursive: true });
    const serve = () => {
      const env = { INTRAY_PORT: "0", INTRAY_DATA_DIR: "/data", INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY };
      const words = [UNSHARE, "--map-root-user", `--root=${root}`, "/intray-server"];
      const code = `process.execve("${UNSHARE}", ${JSON.stringify(words)}, ${JSON.stringify(env)})`;
      return startProgram("the server", ["-e", code], {});
    };

    const killed = serve();
    const body = new URLSearchParams({ message: "Hello" });
    const post = await fetch(`${await killed.url()}/f/1`, { method: "POST", body });
    await killed.stop("SIGKILL");
    const server = serve();
    const env = { INTRAY_BASE_URL: await server.url(), INTRAY_API_KEY: KEY };
    const words = ["--map-root-user", `--root=${root}`, "/intray", "submissions", "list"];
    const listed = run(env, UNSHARE, ...words);
    await server.stop();

    expect(post.status).toBe(200);
    expect(listed).toMatchObject({ status: 0, stdout: expect.stringContaining("message=Hello") });
  });

  it("a full disk is named, and nothing is left on it", () => {
    const script = 'mount -t tmpfs -o size=1m none "$0"; TMPDIR=$0 "$1" -V; find "$0" -type f';
    const words = ["-rm", "sh", "-c", script, own.path, installed("intray")];
    const { stdout, stderr } = run({ PATH }, UNSHARE, ...words);

    expect(stdout).toBe("");
    expect(stderr).toContain("ENOSPC");
  });
});
