import { gunzipSync } from "node:zlib";
import { operations } from "@intray/sdk/operations";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "../../test/api-server.ts";
import { readReference } from "./contract.ts";
import { curlOf, sample } from "./curl.ts";
import { referencePage } from "./page.tsx";

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer();
});
afterAll(() => server.close());

async function get(headers: Record<string, string> = {}) {
  const answer = await request(`${server.url}/docs`, { headers });
  return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

describe("the reference", () => {
  it("has every operation, and no link that leads nowhere", async () => {
    const { bytes, headers } = await get();

    const page = bytes.toString();
    const anchors = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(operations.filter(({ id }) => !anchors.has(id))).toEqual([]);
    expect(links.filter((id) => !anchors.has(id))).toEqual([]);
    expect(links.length).toBeGreaterThan(operations.length);
  });

  it("is small, and packed for whoever takes it so", async () => {
    const [plain, zipped, refused] = [
      await get(),
      await get({ "accept-encoding": "br, gzip;q=0.8" }),
      await get({ "accept-encoding": "gzip;q=0, identity" }),
    ];

    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(zipped.bytes.length).toBeLessThan(100_000);
    expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
    expect(refused.headers["content-encoding"]).toBeUndefined();
  });

  it("runs nothing and loads nothing: its one style is named by its hash", async () => {
    const { bytes, headers } = await get();

    const [, style = ""] = /<style>([^]*?)<\/style>/.exec(bytes.toString()) ?? [];
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
    const hash = Buffer.from(digest).toString("base64");
    expect(headers["content-security-policy"]).toContain(
      `default-src 'none'; style-src 'sha256-${hash}';`,
    );
    expect(bytes.toString()).not.toMatch(/<script|<link|<img| style=| on\w+=/i);
  });

  it("is not sent again to whoever has it", async () => {
    const { headers } = await get();

    const again = await get({ "if-none-match": String(headers["etag"]) });

    expect([again.statusCode, again.bytes.length]).toEqual([304, 0]);
  });

  it("names this server in its examples", async () => {
    const { bytes } = await get();

    expect(bytes.toString()).toContain(`curl ${server.url}/api/v1/me`);
  });
});

describe("an example", () => {
  const reference = readReference();
  const all = reference.sections.flatMap((section) => section.operations);
  const example = (id: string) => {
    const operation = all.find((one) => one.id === id);
    if (operation === undefined) throw new Error(`There is no operation ${id}.`);
    return curlOf(operation, reference.schemas, "http://127.0.0.1:8080");
  };

  it.each([
    [
      "listSubmissions",
      'curl http://127.0.0.1:8080/api/v1/submissions \\\n  -H "Authorization: Bearer $INTRAY_KEY"',
    ],
    [
      "postForm",
      'curl -X POST http://127.0.0.1:8080/f/0123456789ab \\\n  -d "name=Ada" \\\n  -d "email=ada@example.org"',
    ],
    [
      "streamEvents",
      'curl -N http://127.0.0.1:8080/api/v1/events \\\n  -H "Authorization: Bearer $INTRAY_KEY"',
    ],
  ])("of %s can be typed as it is", (id, text) => {
    expect(example(id)).toBe(text);
  });

  it("of every operation with a JSON body sends a body that is taken, or refused for what it names", async () => {
    const bodies = all.filter(({ body }) => body[0]?.[0] === "application/json");

    for (const { method, path, body } of bodies) {
      const json = sample(body[0]?.[1] ?? {}, reference.schemas, "");
      const answer = await server.ask(
        method,
        path.replace("/api/v1", "").replaceAll(/\{\w+\}/g, "1"),
        { json },
      );

      expect(`${method} ${path} ${answer.status}`).not.toMatch(/ (?:400|415|5\d\d)$/);
    }
  });
});

it("shows text of the document as text", async () => {
  const reference = readReference();
  const page = await referencePage(
    { ...reference, title: "<script>alert(1)</script>", description: "`<i>` & </p><p onclick=x>" },
    "http://localhost",
  );

  expect(page).not.toMatch(/<script|<i>|<p onclick/);
  expect(page).toContain("<code>&lt;i&gt;</code> &amp; &lt;/p&gt;");
});
