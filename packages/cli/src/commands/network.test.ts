// Proxies, certificate authorities, and what the CLI says about its requests.
import { writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { join } from "node:path";
import { startProxy } from "../../../sdk/test/proxy.ts";
import { makeCertificates } from "../../../server/test/certificates.ts";
import { KEY, respond, respondWithError } from "../../test/fake-server.ts";
import { runBin, runCli } from "../../test/run-cli.ts";
import { useWorkbench, failed } from "../../test/workbench.ts";
import { listenOnLoopback } from "../../../../test/harness/loopback.ts";
import { useShared } from "../../../../test/harness/use.ts";

const certificates = useShared(makeCertificates);
const bench = await useWorkbench();

const STATUS = ["auth", "status"];
const NAMED = "http://forms.test";
const port = () => Number(new URL(bench.server.url).port);

describe("a proxy", () => {
  it("set by --proxy gets the requests", async () => {
    const proxy = await startProxy({ port: port() });
    const env = { ...bench.env, INTRAY_BASE_URL: NAMED };

    expect(await runCli([...STATUS, "--proxy", proxy.url], { env })).toMatchObject({ code: 0 });
    expect(proxy.requests).toEqual([`GET ${NAMED}/api/v1/me`]);
  });

  it("of the environment is not used with --proxy none", async () => {
    const proxy = await startProxy({ port: port() });
    const env = { ...bench.env, HTTP_PROXY: proxy.url, INTRAY_BASE_URL: NAMED };

    expect((await runCli([...STATUS, "--retries", "0", "--proxy", "none"], { env })).code).toBe(75);
    expect(proxy.requests).toEqual([]);
  });

  it("gets the health checks of queue run", async () => {
    const proxy = await startProxy({ port: port() });
    const env = { ...bench.env, HTTP_PROXY: proxy.url };
    const args = ["queue", "run", "--healthcheck-url", "http://monitor.test/ping", "--", "true"];

    expect(await runCli(args, { env })).toMatchObject({ code: 0 });
    expect(proxy.requests).toEqual([
      "GET http://monitor.test/ping/start",
      "GET http://monitor.test/ping",
    ]);
  });

  it.each([
    ["http://ada:secret@proxy.test:3128", "contains a user or password"],
    ["socks5://proxy.test", "not an http or https URL"],
    ["http://[", "not an http or https URL"],
  ])("cannot be %s on the command line", async (proxy, message) => {
    const ended = await bench.run(...STATUS, "--proxy", proxy);

    expect(ended).toMatchObject(failed(2, message));
    expect(ended.stderr).not.toContain("secret");
  });
});

describe("https", () => {
  async function serveTls(): Promise<string> {
    const server = createServer(certificates.issue("localhost"), (_, response) =>
      respond(response, 200, { kind: "account", form_id: null, key_name: "test", account: {} }),
    );
    const { port: own, close } = await listenOnLoopback(server);
    onTestFinished(close);
    return `https://localhost:${own}`;
  }

  it("needs a known authority, which --ca-file and NODE_EXTRA_CA_CERTS add", async () => {
    const env = { ...bench.env, INTRAY_BASE_URL: await serveTls() };
    const file = join(bench.folder, "authority.pem");
    await writeFile(file, certificates.authority);

    const strange = await runCli(STATUS, { env });
    const byFlag = await runCli([...STATUS, "--ca-file", file], { env });
    const byNode = await runBin(STATUS, { env: { ...env, NODE_EXTRA_CA_CERTS: file } });

    expect([strange.code, byFlag.code, byNode.code]).toEqual([78, 0, 0]);
    expect(strange.stderr).toContain("--ca-file");
  });

  it("refuses a file without certificates", async () => {
    const file = join(bench.folder, "authority.pem");
    await writeFile(file, "hello");

    const status = (path: string) => bench.run(...STATUS, "--ca-file", path);

    expect(await status(file)).toMatchObject(failed(78, "contains no PEM certificate"));
    expect((await status(`${file}.no`)).code).toBe(66);
  });
});

it("--verbose traces each request without secrets and without the query", async () => {
  bench.server.fill(1);
  let asked = 0;
  bench.server.instead.set("GET /submissions", (_, response) => {
    asked += 1;
    if (asked === 1) respondWithError(response, 503, "overloaded", "Busy.");
  });

  const ended = await bench.run("submissions", "list", "--query", "ada", "--verbose");

  expect(ended).toMatchObject({ code: 0, stderr: /^GET \/submissions 503 \d+ ms req_1$/m });
  expect(ended.stderr).toMatch(/^GET \/submissions 200 \d+ ms req_1 retry 1$/m);
  expect(ended.stderr).not.toContain("ada");
  expect(ended.stderr).not.toContain(KEY);
});

it("a retry is announced when it would be silent for more than a second, unless --quiet", async () => {
  let asked = 0;
  bench.server.instead.set("GET /me", (_, response) => {
    asked += 1;
    if (asked % 2 === 0) return;
    response.setHeader("retry-after", "1");
    respondWithError(response, 503, "overloaded", "Busy.");
  });

  const [ended, quiet] = [await bench.run(...STATUS), await bench.run(...STATUS, "--quiet")];

  expect([ended.code, quiet.code]).toEqual([0, 0]);
  expect(ended.stderr).toBe("The server responded 503 to GET /me. Retry 1 in 1.0 s.\n");
  expect(quiet.stderr).toBe("");
});

it("--base-url counts where it is given last", async () => {
  const args = [...STATUS, "--base-url", "http://127.0.0.1:9", "--base-url", bench.server.url];

  expect((await bench.run(...args)).code).toBe(0);
});
