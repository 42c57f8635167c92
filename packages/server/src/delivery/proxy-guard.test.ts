// What a proxy must not be asked for, and proxies that must not be used.
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { useProxies } from "../../test/proxies.ts";

const { receive, startProxy, openThrough } = useProxies();

describe("through a proxy the guard", () => {
  it.each([
    "http://127.0.0.1:9/",
    "https://127.0.0.1:9/",
    "http://0x7f.1:9/",
    "https://[::1]:9/",
    "https://[::ffff:10.0.0.1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://localhost:9/",
    "https://LOCALHOST.:9/",
    "http://api.localhost/",
  ])("blocks %s before the proxy gets a request", async (url) => {
    const proxy = await startProxy();
    const egress = openThrough(`http://127.0.0.1:${proxy.port}`);

    expect(await egress.post(url)).toMatchObject({ state: "blocked", remoteIp: null });
    expect(proxy.requests).toEqual([]);
  });

  it("allows an address that the setting names, but never the one of the server itself", async () => {
    const target = await receive();
    const proxy = await startProxy();
    const egress = openThrough(`http://127.0.0.1:${proxy.port}`, {
      allow: ["127.0.0.1", "localhost"],
      isOwn: ({ address, port }) => address === "127.0.0.1" && port === 8787,
    });

    const results = [
      await egress.post(`http://127.0.0.1:${target}/`),
      await egress.post(`http://localhost:${target}/`),
      await egress.post("http://127.0.0.1:8787/"),
      await egress.post("https://localhost:8787/"),
    ];

    expect(results.map(({ errorCode }) => errorCode)).toEqual([
      null,
      null,
      "blocked_address",
      "blocked_address",
    ]);
    expect(proxy.requests).toHaveLength(2);
  });
});

/** Posts once from a separate process, since undici may read the environment when it is loaded. */
const POST_ONCE = `
    import { openTestEgress } from ${JSON.stringify(new URL("../../test/egress.ts", import.meta.url).href)};
    const { egress, post } = openTestEgress({
      allow: ["127.0.0.1", "receiver.test"],
      resolve: (_, done) => done(null, [{ address: "127.0.0.1", family: 4 }]),
    });
    const result = await post(process.argv[1]);
    process.stdout.write(JSON.stringify(result));
    await egress.close();
  `;

it("proxies that only environment variables name get no request", async () => {
  const target = await receive();
  const proxy = await startProxy();
  const ambient = `http://127.0.0.1:${proxy.port}`;
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].flatMap((name) => [
    name,
    name.toLowerCase(),
  ]);
  const child = spawn(
    process.execPath,
    [
      "--conditions=@intray/source",
      "--input-type=module",
      "--eval",
      POST_ONCE,
      `http://receiver.test:${target}/`,
    ],
    {
      cwd: fileURLToPath(new URL(".", import.meta.url)),
      env: {
        ...process.env,
        ...Object.fromEntries(names.map((name) => [name, ambient])),
        NO_PROXY: "",
        no_proxy: "",
        NODE_USE_ENV_PROXY: "1",
      },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );

  const output = await text(child.stdout);

  expect(JSON.parse(output)).toMatchObject({ status: 200, excerpt: "received" });
  expect(proxy.requests).toEqual([]);
});
