import { gunzipSync } from "node:zlib";
import { request } from "undici";
import { cookieOf, useDashboard } from "../../../test/dashboard.ts";

const server = useDashboard();

/** The undecoded response, which fetch would unzip. */
async function open(path: string, headers: Record<string, string> = {}) {
  const { body, ...answer } = await request(`${server.url}${path}`, {
    headers: { cookie: cookieOf(server.ada), "accept-encoding": "gzip, br", ...headers },
  });
  return { ...answer, bytes: Buffer.from(await body.arrayBuffer()) };
}
const OWN = { "sec-fetch-site": "same-origin" };

describe("a page of the dashboard", () => {
  it("is gzipped, and the same as without gzip", async () => {
    const plain = await open("/dashboard/forms/1", { ...OWN, "accept-encoding": "identity" });
    const zipped = await open("/dashboard/forms/1", OWN);

    expect(zipped.headers).toMatchObject({
      "content-encoding": "gzip",
      "content-type": "text/html; charset=UTF-8",
      "cache-control": "private, no-store",
      vary: expect.stringContaining("Accept-Encoding"),
    });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(gunzipSync(zipped.bytes).toString()).toBe(plain.bytes.toString());
    expect(zipped.bytes.length * 3).toBeLessThan(plain.bytes.length);
  });

  it.each([
    ["typed into the address bar", { "sec-fetch-site": "none" }, "gzip"],
    ["linked by another site", { "sec-fetch-site": "cross-site" }, undefined],
    ["linked by a sibling host", { "sec-fetch-site": "same-site" }, undefined],
    ["of an unknown origin", {}, undefined],
    ["linked by another site over HTTP", { referer: "http://evil.example/" }, undefined],
    ["with a broken referrer", { referer: "::" }, undefined],
  ])("that was %s: %o %s", async (_, headers, encoding) => {
    const answer = await open("/dashboard/inbox?query=guess", headers);

    expect([answer.statusCode, answer.headers["content-encoding"]]).toEqual([200, encoding]);
  });

  it("linked by its own origin over HTTP is gzipped", async () => {
    const answer = await open("/dashboard/forms", { referer: `${server.url}/dashboard` });

    expect(answer.headers["content-encoding"]).toBe("gzip");
  });

  it("in answer to POST is never gzipped, since it may show a key", async () => {
    const made = await request(`${server.url}/dashboard/keys`, {
      method: "POST",
      headers: {
        ...OWN,
        "accept-encoding": "gzip",
        origin: server.url,
        cookie: cookieOf(server.ada),
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "name=",
    });
    await made.body.dump();

    expect(made.headers["content-encoding"]).toBeUndefined();
  });
});

describe("the icons", () => {
  it("are linked by every page, and by the manifest of the app", async () => {
    const { text } = await server.ada.get("/forms");
    const [, address = ""] = /<link rel="manifest" href="([^"]+)"/.exec(text) ?? [];
    const manifest = (await (await fetch(`${server.url}${address}`)).json()) as {
      readonly icons: readonly { readonly src: string; readonly type: string }[];
    };

    for (const { src, type } of manifest.icons) {
      const answer = await fetch(`${server.url}${src}`);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
    }
  });

  it("are found by browsers that ask for /favicon.ico", async () => {
    const answer = await fetch(`${server.url}/favicon.ico`);

    expect(answer.headers.get("content-type")).toBe("image/png");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  });
});
