import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { scriptRoutes, servedScript } from "./page-script.ts";

const routes = scriptRoutes();
const ask = (headers: Record<string, string> = {}) => routes.request("/intray.js", { headers });

describe("/intray.js", () => {
  it("is less than 2 KB as served, and a third less where it is packed", async () => {
    const plain = Buffer.from(await (await ask()).arrayBuffer());
    const packed = await ask({ "accept-encoding": "br, gzip" });
    const bytes = Buffer.from(await packed.arrayBuffer());

    expect(plain.byteLength).toBeLessThan(2_048);
    expect(plain.toString("utf8")).toBe(servedScript());
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(bytes.byteLength).toBeLessThan(1_365);
    expect(gunzipSync(bytes)).toEqual(plain);
  });

  it("may be kept, used by every site, and asked about by its tag", async () => {
    const { headers } = await ask();
    const tag = headers.get("etag") ?? "";

    expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers.get("cache-control")).toMatch(/^public, max-age=\d+$/);
    expect((await ask({ "if-none-match": `"other", ${tag}` })).status).toBe(304);
    expect((await ask({ "if-none-match": '"other"' })).status).toBe(200);
  });

  it.each(["identity", "br", "gzip;q=0", "x-gzipped"])(
    "is not packed for Accept-Encoding: %s",
    async (accepted) => {
      const answer = await ask({ "accept-encoding": accepted });

      expect(answer.headers.get("content-encoding")).toBeNull();
    },
  );
});
