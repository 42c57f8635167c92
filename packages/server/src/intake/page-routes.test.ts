import { gunzipSync } from "node:zlib";
import { scriptRoutes, serveScript } from "./page-routes.ts";
import { useApiServer } from "../../test/api-server.ts";

const routes = scriptRoutes();
const get = (headers: Record<string, string> = {}) => routes.request("/intray.js", { headers });

describe("/intray.js", () => {
  it("is smaller than 9 KB, and half as large when compressed", async () => {
    const plain = Buffer.from(await (await get()).arrayBuffer());
    const compressed = await get({ "accept-encoding": "br, gzip" });
    const bytes = Buffer.from(await compressed.arrayBuffer());

    expect(plain.byteLength).toBeLessThan(9_216);
    expect(plain.toString("utf8")).toBe(serveScript("intray.js"));
    expect(compressed.headers.get("content-encoding")).toBe("gzip");
    expect(bytes.byteLength).toBeLessThan(4_096);
    expect(gunzipSync(bytes)).toEqual(plain);
  });

  it("can be cached, loaded by every site, and revalidated by its ETag", async () => {
    const { headers } = await get();
    const tag = headers.get("etag") ?? "";

    expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers.get("cache-control")).toMatch(/^public, max-age=\d+$/);
    expect((await get({ "if-none-match": `"other", ${tag}` })).status).toBe(304);
    expect((await get({ "if-none-match": '"other"' })).status).toBe(200);
  });

  it.each(["identity", "br", "gzip;q=0", "x-gzipped"])(
    "is not compressed for Accept-Encoding: %s",
    async (accepted) => {
      const response = await get({ "accept-encoding": accepted });

      expect(response.headers.get("content-encoding")).toBeNull();
    },
  );
});

const server = useApiServer();

it("the sample form has the security headers of the other hosted pages", async () => {
  const [shown, missing, hosted] = await Promise.all([
    fetch(`${server.url}/try/1`),
    fetch(`${server.url}/try/000000000000`, { headers: { accept: "text/html" } }),
    fetch(`${server.url}/f/1`, {
      method: "POST",
      body: new URLSearchParams({ message: "hello" }),
      headers: { accept: "text/html" },
    }),
  ]);
  const security = ({ headers }: Response) =>
    ["content-security-policy", "x-content-type-options", "cache-control", "content-type"].map(
      (name) => headers.get(name),
    );

  expect([shown.status, missing.status, hosted.status]).toEqual([200, 404, 200]);
  expect(await shown.text()).toContain("<form");
  expect(security(hosted)).not.toContain(null);
  expect(security(shown)).toEqual(
    security(hosted).map((value) => value?.replace("frame-ancestors *", "frame-ancestors 'none'")),
  );
  expect(security(missing)).toEqual(security(hosted));
  expect(shown.headers.get("x-request-id")).toMatch(/./);
});
