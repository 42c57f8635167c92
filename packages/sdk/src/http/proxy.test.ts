// Requests through a real proxy on the loopback interface, and TLS with a certificate authority of our own.
import { createServer } from "node:https";
import { makeCertificates } from "../../../server/test/certificates.ts";
import { clientOf, serve } from "../../test/faulty-server.ts";
import { startProxy } from "../../test/proxy.ts";
import { chooseProxy } from "./proxy.ts";
import { listenOnLoopback } from "../../../../test/harness/loopback.ts";
import { useShared } from "../../../../test/harness/use.ts";

const certificates = useShared(makeCertificates);

const ME = JSON.stringify({ kind: "account" });
const portOf = (url: string) => Number(new URL(url).port);

async function serveTls(name = "forms.test") {
  const server = createServer(certificates.issue(name), (_, response) => void response.end(ME));
  const { port, close } = await listenOnLoopback(server);
  onTestFinished(close);
  return { port };
}

/** Only these variables of a proxy are set during the test. */
function setEnvironment(variables: Readonly<Record<string, string>>): void {
  for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"]) {
    vi.stubEnv(name, variables[name]);
    vi.stubEnv(name.toLowerCase(), variables[name.toLowerCase()]);
  }
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe("a proxy", () => {
  it.each(["HTTP_PROXY", "http_proxy", "the option"])("from %s gets the requests", async (how) => {
    const server = await serve((_, response) => response.end(ME));
    const proxy = await startProxy({ port: portOf(server.url) });
    setEnvironment(how === "the option" ? {} : { [how]: proxy.url });
    const option = how === "the option" ? { proxy: proxy.url } : {};
    const { client } = clientOf("http://forms.test", option);

    expect(await client.me()).toEqual({ kind: "account" });
    expect(proxy.requests).toEqual(["GET http://forms.test/api/v1/me"]);
    expect(server.requests[0]?.headers.host).toBe("forms.test");
  });

  it("tunnels https, and the certificate is checked against the given authority", async () => {
    const { port } = await serveTls();
    const proxy = await startProxy({ port });
    setEnvironment({ HTTPS_PROXY: proxy.url });
    const trusting = clientOf("https://forms.test", { ca: certificates.authority }).client;
    const { client: strange, waits } = clientOf("https://forms.test");

    expect(await trusting.me()).toEqual({ kind: "account" });
    await expect(strange.me()).rejects.toThrow(/not signed by a known authority.*NODE_EXTRA_CA/s);
    expect(proxy.requests).toEqual(["CONNECT forms.test:443", "CONNECT forms.test:443"]);
    expect(waits).toEqual([]);
  });

  it("gets user and password, which no error repeats", async () => {
    const server = await serve((_, response) => response.end(ME));
    const proxy = await startProxy({ port: portOf(server.url) }, { credentials: "ada:secret" });
    const withUser = (user: string) => proxy.url.replace("//", `//${user}@`);
    const right = clientOf("http://forms.test", { proxy: withUser("ada:secret") }).client;
    const wrong = clientOf("http://forms.test", { proxy: withUser("ada:wrong"), maxRetries: 0 });

    expect(await right.me()).toEqual({ kind: "account" });
    const error: unknown = await wrong.client.me().catch((one: unknown) => one);
    expect(error).toMatchObject({ kind: "connection" });
    expect(String(error)).toContain(`Check the proxy ${proxy.url}`);
    expect(String(error)).not.toContain("wrong");
  });

  it.each([
    [{ NO_PROXY: "forms.test" }, "http://forms.test", undefined],
    [{ NO_PROXY: ".test" }, "http://forms.test", undefined],
    [{ NO_PROXY: "*" }, "http://forms.test", undefined],
    [{}, "http://127.0.0.1", undefined],
    [{}, "http://localhost", undefined],
    [{}, "http://forms.test", null],
  ])("of the environment is passed by with %j for %s, option %j", async (more, url, proxy) => {
    const server = await serve((_, response) => response.end(ME));
    const used = await startProxy({ port: portOf(server.url) });
    setEnvironment({ HTTP_PROXY: used.url, ...more });
    const address = `${url}:${portOf(server.url)}`;
    const { client } = clientOf(address, { maxRetries: 0, ...(proxy === null && { proxy }) });

    await client.me().catch(() => undefined); // forms.test has no address

    expect(used.requests).toEqual([]);
  });

  it("that does not respond is named in the error", async () => {
    const { url, stop } = await serve(() => undefined);
    stop();
    const { client } = clientOf("http://forms.test", { proxy: url, maxRetries: 0 });

    await expect(client.me()).rejects.toThrow(`and the proxy ${url}.`);
  });

  const proxies = ["socks5://127.0.0.1:1080", "ftp://proxy", "http://[", "http://ada:secret@["];
  it.each(proxies)("is refused as %s", (proxy) => {
    expect(() => clientOf("http://forms.test", { proxy })).toThrow(
      /^The option proxy is not an http or https URL/,
    );
  });

  it("may be written without http://", () => {
    const variables: Record<string, string> = { HTTPS_PROXY: "proxy.test:3128" };

    expect(chooseProxy(undefined, (name) => variables[name])).toMatchObject({
      httpProxy: "",
      httpsProxy: "http://proxy.test:3128/",
    });
  });
});

describe("https and http mixed up", () => {
  it("is explained when https is spoken to http", async () => {
    const server = await serve((_, response) => response.end(ME));
    const { client, waits } = clientOf(server.url.replace("http:", "https:"));

    await expect(client.me()).rejects.toThrow(/but the server speaks http on this port/);
    expect(waits).toEqual([]);
  });

  it("is explained when http is spoken to https", async () => {
    const { port } = await serveTls();
    const { client } = clientOf(`http://127.0.0.1:${port}`, { maxRetries: 0 });

    await expect(client.me()).rejects.toThrow(/https/);
  });
});
