import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasTerminal, runBin, runCli } from "../../../test/run-cli.ts";
import { runOnTerminal } from "../../../test/terminal.ts";
import { KEY, FakeServer } from "../../../test/fake-server.ts";
import { useWorkbench, failed } from "../../../test/workbench.ts";

const bench = await useWorkbench();
const credentials = join(bench.folder, "config", "intray", "credentials.json");

const auth = (args: readonly string[], stdin = "") =>
  runCli(["auth", ...args], { env: bench.bareEnv, stdin });
const login = (...args: string[]) =>
  auth(["login", "--base-url", bench.server.url, ...args], `${KEY}\n`);

const DAY_MS = 86_400_000;

describe("auth", () => {
  it("stores a key from standard input, readable by its owner only, and uses it", async () => {
    const stored = await login();
    const status = await auth(["status"]);
    const json = await auth(["status", "--json"]);

    expect(stored).toMatchObject({ code: 0, stdout: "" });
    expect(stored.stderr).not.toContain(KEY);
    expect((await stat(credentials)).mode & 0o777).toBe(0o600);
    expect(status.stdout).toBe(
      `profile\tdefault\nserver\t${bench.server.url} (profile default)\nkey\tAccount API key "test" (profile default)\nscope\twrite: may change everything\nexpires\tnever\n`,
    );
    expect(JSON.parse(json.stdout)).toMatchObject({ profile: "default", me: { kind: "account" } });
    expect(json.stdout + json.stderr).not.toContain(KEY);
  });

  it("says what a key may do and until when, as text and as JSON", async () => {
    const expires_at = new Date(Date.now() + 5 * DAY_MS + 60_000).toISOString();
    bench.server.me = { scope: "read", expires_at };
    const stored = await login();
    const status = await auth(["status"]);
    const json = await auth(["status", "--json"]);

    expect(stored.stderr).toContain(
      `Stored the Account API key "test" (scope read, expires ${expires_at}) for`,
    );
    expect(status.stdout).toContain(
      `scope\tread: changes nothing and reads no signing secrets\nexpires\t${expires_at} (in 5d)\n`,
    );
    expect(JSON.parse(json.stdout)).toMatchObject({ me: { scope: "read", expires_at } });
  });

  it("says nothing about the scope of a key that an older server made", async () => {
    bench.server.me = { scope: undefined, expires_at: undefined };
    const stored = await login();
    const status = await auth(["status"]);

    expect([stored.code, status.code]).toEqual([0, 0]);
    expect(status.stdout).not.toMatch(/^(scope|expires)\t/m);
  });

  it("passes on when a key has expired", async () => {
    await login();
    const error = 'The API key "test" expired at 2026-01-31T00:00:00.000Z. Create a new key.';
    bench.server.refuse("GET /me", 401, "key_expired", error);

    const status = await auth(["status"]);
    const json = await auth(["status", "--json"]);

    expect(status).toMatchObject(failed(4, "expired at 2026-01-31T00:00:00.000Z"));
    expect(json.stdout + json.stderr).toContain('"key_expired"');
  });

  it("names the page on which to create a key", async () => {
    const page = `${bench.server.url}/dashboard/keys#new`;
    const none = await auth(["login", "--base-url", bench.server.url]);
    const underApi = await auth(["login", "--base-url", `${bench.server.url}/api/v1`]);
    const missing = await auth(["status", "--base-url", bench.server.url]);

    expect([none.code, missing.code]).toEqual([4, 4]);
    for (const { stderr } of [none, underApi, missing]) expect(stderr).toContain(page);
  });

  it("does not store a key that the server rejects", async () => {
    expect((await auth(["login", "--base-url", bench.server.url], "itk_acct_wrong")).code).toBe(4);
    await expect(readFile(credentials)).rejects.toThrow("ENOENT");
  });

  it.each([
    ["nothing", "", 4],
    ["two words", "itk_acct_a itk_acct_b", 4],
    ["two lines", "itk_acct_a\nX-Evil: 1\n", 4],
  ])("rejects %s as a key before sending anything", async (_, text, code) => {
    expect((await auth(["login", "--base-url", bench.server.url], text)).code).toBe(code);
    expect(bench.server.seen).toEqual([]);
  });

  it("sends a stored key only to the origin it was stored for", async () => {
    const other = await FakeServer.start();
    onTestFinished(() => other.stop());
    await login();

    expect(await auth(["status", "--base-url", other.url])).toMatchObject(
      failed(4, `is not sent to ${other.url}`),
    );
    expect(other.seen).toEqual([]);
  });

  it("keeps profiles separate and removes one at a time", async () => {
    await login("--profile", "work");
    await login("--profile", "home");

    const gone = await auth(["logout", "--profile", "work", "--json"]);
    const again = await auth(["logout", "--profile", "work"]);
    const codes = [
      (await auth(["status", "--profile", "work"])).code,
      (await auth(["status", "--profile", "home"])).code,
      (await auth(["status", "--profile", "nowhere"])).code,
    ];

    expect(JSON.parse(gone.stdout)).toEqual({ profile: "work", removed: true });
    expect(again).toMatchObject({ code: 0 });
    expect(codes).toEqual([4, 0, 78]);
  });

  it.skipIf(!hasTerminal)("prompts on a terminal without showing the key", async () => {
    const ended = await runOnTerminal(["auth", "login", "--base-url", bench.server.url], {
      env: bench.bareEnv,
      stdin: `${KEY}\r`,
    });

    expect(ended).toMatchObject({ code: 0, stdout: /API key for/ });
    expect(ended.stdout).toContain(`Create a key at ${bench.server.url}/dashboard/keys#new`);
    expect(await readFile(credentials, "utf8")).toContain(KEY);
  });

  it.skipIf(!hasTerminal)("does not prompt with --no-input", async () => {
    const args = ["auth", "login", "--no-input", "--base-url", bench.server.url];

    const ended = await runOnTerminal(args, { env: bench.bareEnv });

    expect(ended).toMatchObject({ code: 66, stdout: /--no-input disables/ });
  });
});

describe("auth login --web", () => {
  const ASKED = {
    device_code: KEY,
    user_code: "BCDF-GHJK",
    verification_uri: "http://forms.test/dashboard/device",
    verification_uri_complete: "http://forms.test/dashboard/device?user_code=BCDF-GHJK",
    expires_in: 0.05,
    interval: 0.01,
  };
  const loginInBrowser = (...args: string[]) =>
    auth(["login", "--web", "--base-url", bench.server.url, ...args]);
  /** Answers the first requests for the key like this, and then with the key. */
  const answerTokens = (...first: readonly (object | "closed")[]) => {
    const answers = [...first];
    bench.server.answer("POST /device_authorizations", ASKED);
    bench.server.instead.set("POST /device_tokens", (_, response) => {
      const answer = answers.shift();
      if (answer === "closed") return response.socket?.destroy();
      response.writeHead(answer === undefined ? 200 : 400, { "content-type": "application/json" });
      response.end(JSON.stringify(answer ?? { access_token: KEY, token_type: "Bearer" }));
    });
  };

  it("shows page and code, waits for the key, and stores it", async () => {
    answerTokens({ error: "authorization_pending" });

    const ended = await loginInBrowser("--scope", "read");

    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain(
      "Open http://forms.test/dashboard/device?user_code=BCDF-GHJK\nAllow the key there if the page shows the code BCDF-GHJK.\n",
    );
    expect(ended.stderr).not.toContain(KEY);
    expect(JSON.parse(bench.server.seen[0]?.body ?? "")).toMatchObject({ scope: "read" });
    expect(await readFile(credentials, "utf8")).toContain(KEY);
  });

  it("goes on if the server cannot be reached meanwhile", async () => {
    answerTokens("closed", "closed", { error: "authorization_pending" });

    expect((await loginInBrowser("--retries", "0")).code).toBe(0);
  });

  it.each([
    ["denied", { error: "access_denied" }, "The key was denied"],
    ["expired", { error: "expired_token" }, "Nobody has allowed the key in time."],
  ])("stores nothing if the key was %s", async (_, answer, message) => {
    answerTokens(answer);

    expect(await loginInBrowser()).toMatchObject(failed(4, message));
    await expect(readFile(credentials)).rejects.toThrow("ENOENT");
  });

  it("ends when the code expires", async () => {
    answerTokens(...Array.from({ length: 50 }, () => ({ error: "authorization_pending" })));

    expect((await loginInBrowser()).code).toBe(4);
  });

  it("says so if the server has no such sign-in", async () => {
    expect(await loginInBrowser()).toMatchObject(failed(5, "Create a key in its dashboard"));
  });
});

describe.skipIf(process.platform !== "linux")("the keychain of a desktop", () => {
  const bin = join(bench.folder, "bin");
  /** Stands in for the program of libsecret: keeps one secret in a file. */
  const install = async (script: string) => {
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, "secret-tool"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  };
  const WORKING = `case "$1" in store) cat > ${bin}/secret;; lookup) cat ${bin}/secret;; clear) rm ${bin}/secret;; esac`;
  const onDesktop = (...args: readonly string[]) =>
    runBin(["auth", ...args], {
      env: {
        ...bench.bareEnv,
        PATH: `${bin}:/usr/bin:/bin`,
        DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere",
      },
      stdin: `${KEY}\n`,
    });
  const loginThere = (...args: readonly string[]) =>
    onDesktop("login", "--base-url", bench.server.url, ...args);

  it("holds the key instead of the file, until logout", async () => {
    await install(WORKING);
    const stored = await loginThere();
    const file = await readFile(credentials, "utf8");
    const status = await onDesktop("status");
    const inCron = await auth(["status"]);
    const gone = await onDesktop("logout");

    expect(stored.stderr).toContain("as profile default in the keychain.");
    expect(file).not.toContain(KEY);
    expect([stored.code, status.code, gone.code]).toEqual([0, 0, 0]);
    expect(inCron).toMatchObject(failed(4, "auth login --no-keychain"));
    await expect(readFile(join(bin, "secret"))).rejects.toThrow("ENOENT");
  });

  it.each([
    ["fails", "exit 1", []],
    ["is not asked for", WORKING, ["--no-keychain"]],
  ])("that %s leaves the key to the file", async (_, script, args) => {
    await install(script);

    expect((await loginThere(...args)).stderr).toContain(credentials);
    expect(await readFile(credentials, "utf8")).toContain(KEY);
  });
});
