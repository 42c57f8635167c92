import { gunzipSync } from "node:zlib";
import { operations } from "@intray/sdk/operations";
import { request } from "undici";
import { useApiServer } from "../../test/api-server.ts";
import { readReference } from "./contract.ts";
import { curlOf, sample, referencePage } from "./page.tsx";

const server = useApiServer();

async function get(headers: Record<string, string> = {}) {
  const answer = await request(`${server.url}/docs`, { headers });
  return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

describe("GET /docs", () => {
  it("has a section for every operation and no broken link", async () => {
    const { bytes, headers } = await get();

    const page = bytes.toString();
    const anchors = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(operations.filter(({ id }) => !anchors.has(id))).toEqual([]);
    expect(links.filter((id) => !anchors.has(id))).toEqual([]);
    expect(links.length).toBeGreaterThan(operations.length);
  });

  it("is less than 100 kB gzipped, and plain for clients that do not accept gzip", async () => {
    const [plain, gzipped, identity] = [
      await get(),
      await get({ "accept-encoding": "br, gzip;q=0.8" }),
      await get({ "accept-encoding": "gzip;q=0, identity" }),
    ];

    expect(gzipped.headers["content-encoding"]).toBe("gzip");
    expect(gzipped.bytes.length).toBeLessThan(100_000);
    expect(gunzipSync(gzipped.bytes).equals(plain.bytes)).toBe(true);
    expect(identity.headers["content-encoding"]).toBeUndefined();
  });

  it("loads its icon and the stylesheets of this server; its policy allows its search, by hash", async () => {
    const { bytes, headers } = await get();

    const page = bytes.toString();
    const [, text = ""] = /<script>([^]*?)<\/script>/.exec(page) ?? [];
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    const script = `'sha256-${Buffer.from(digest).toString("base64")}'`;
    expect(headers["content-security-policy"]).toContain(
      `default-src 'none'; style-src 'self'; script-src ${script}; img-src 'self';`,
    );
    expect(page.match(/<script/g)).toHaveLength(1);
    const loaded = [...page.matchAll(/<link[^>]* href="([^"]*)"/g)].map(([, href = ""]) => href);
    for (const href of loaded) {
      expect([href, (await request(`${server.url}${href}`)).statusCode]).toEqual([href, 200]);
    }
    expect(loaded).toHaveLength(3);
    expect(page).not.toMatch(/<img| style=| on\w+=/i);
  });

  it("uses the URL of this server in its examples", async () => {
    const { bytes } = await get();

    expect(bytes.toString()).toContain(`curl ${server.url}/api/v1/me`);
  });
});

describe("the curl example", () => {
  const reference = readReference();
  const all = reference.sections.flatMap((section) => section.operations);
  const example = (id: string) => {
    const operation = all.find((one) => one.id === id);
    if (operation === undefined) throw new Error(`openapi.yaml has no operation ${id}.`);
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
  ])("of %s is a complete command", (id, text) => {
    expect(example(id)).toBe(text);
  });

  it("of every operation with a JSON body has a body that the server can parse", async () => {
    const bodies = all.filter(({ body }) => body[0]?.[0] === "application/json");

    for (const { method, path, body } of bodies) {
      const json = sample(body[0]?.[1] ?? {}, reference.schemas, "");
      const at = path.replace("/api/v1", "").replaceAll(/\{\w+\}/g, "1");
      const { status, ...answer } = await server.request(method, at, { json });

      // A 400 of OAuth has another body.
      const { code } = answer.json() as { readonly code?: string };
      expect(`${method} ${path} ${status} ${code}`).not.toMatch(/ (?:400 malformed|415|5\d\d)/);
    }
  });
});

it("escapes HTML in texts of the document", async () => {
  const reference = readReference();
  const page = await referencePage(
    { ...reference, title: "<script>alert(1)</script>", description: "`<i>` & </p><p onclick=x>" },
    "http://localhost",
  );

  expect(page).not.toMatch(/<script>alert|<i>|<p onclick/);
  expect(page).toContain("<code>&lt;i&gt;</code> &amp; &lt;/p&gt;");
});
