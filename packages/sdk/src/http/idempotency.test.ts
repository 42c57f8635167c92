import fc from "fast-check";
import { busy, clientOf, serve } from "../../test/faulty-server.ts";
import { readKeySupport } from "./idempotency.ts";

const key = { in: "header", name: "Idempotency-Key", schema: { type: "string" } };
const document = {
  paths: {
    "/api/v1/forms": { post: { parameters: [key] }, get: {} },
    "/api/v1/submissions/{id}/refire_webhooks": {
      post: { parameters: [{ $ref: "#/components/parameters/Key" }] },
    },
    "/api/v1/form_webhooks/{id}": { post: {} },
    "/api/v1/form_webhooks/preview": { post: { parameters: [key] } },
    "/api/v1/projects": { parameters: [key], post: {} },
    "/api/v1/api_keys": { post: { parameters: [{ ...key, in: "query" }] } },
  },
  components: { parameters: { Key: { ...key, name: "idempotency-key" } } },
};

describe("readKeySupport", () => {
  it.each([
    ["/api/v1/forms", true],
    ["/api/v1/submissions/7/refire_webhooks", true],
    ["/api/v1/form_webhooks/preview", true],
    ["/api/v1/form_webhooks/7", false],
    ["/api/v1/projects", true],
    ["/api/v1/api_keys", false],
    ["/api/v1/unheard_of", false],
  ])("of %s is %j", (path, expected) => {
    expect(readKeySupport(document)(path)).toBe(expected);
  });

  it("treats any other JSON as a server without idempotency keys", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (other) => {
        expect(readKeySupport(other)("/api/v1/forms")).toBe(false);
        expect(readKeySupport({ paths: other })("/api/v1/forms")).toBe(false);
        expect(readKeySupport({ paths: { "/api/v1/forms": other } })("/api/v1/forms")).toBe(false);
      }),
    );
  });
});

/** A server whose first POST breaks off; `answerDocument` responds to the request for its document. */
async function breaking(answerDocument: (before: number) => [status: number, body: string]) {
  let posts = 0;
  let documents = 0;
  const server = await serve(({ method, socket }, response) => {
    if (method === "POST") {
      if (posts++ === 0) socket.resetAndDestroy();
      else response.writeHead(201).end("{}");
      return;
    }
    const [status, body] = answerDocument(documents++);
    response.writeHead(status).end(body);
  });
  const { client, waits } = clientOf(server.url);
  const log = () => server.requests.map(({ method, url }) => `${method} ${url}`);
  return { ...server, client, waits, log };
}

describe("a POST that broke off", () => {
  it("is sent again with the same key if the server's document declares support", async () => {
    const { client, requests, log } = await breaking(() => [200, JSON.stringify(document)]);

    await client.forms.create({ name: "Contact" });

    expect(log()).toEqual(["POST /api/v1/forms", "GET /api/v1/openapi.json", "POST /api/v1/forms"]);
    const [first, asked, second] = requests.map(({ headers }) => headers);
    expect(first?.["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(second?.["idempotency-key"]).toBe(first?.["idempotency-key"]);
    expect(asked?.authorization).toBeUndefined();
  });

  it.each([
    ["an older server", [200, JSON.stringify({ paths: { "/api/v1/forms": { post: {} } } })]],
    ["a server without a document", [404, ""]],
    ["an HTML page", [200, "<html>"]],
    ["a redirect", [302, ""]],
  ] as const)("is not doubled at %s", async (_, [status, body]) => {
    const { client, log, waits } = await breaking(() => [status, body]);

    const made = client.forms.create({ name: "Contact" });
    await expect(made).rejects.toMatchObject({ kind: "connection" });

    expect([log(), waits]).toEqual([["POST /api/v1/forms", "GET /api/v1/openapi.json"], []]);
  });

  it("waits while the server is unreachable, and fetches the document once it is back", async () => {
    const { client, log, waits } = await breaking((before) =>
      before < 2 ? [503, JSON.stringify(busy)] : [200, JSON.stringify(document)],
    );

    await client.forms.create({ name: "Contact" });

    expect(log().filter((one) => one.startsWith("POST"))).toHaveLength(2);
    expect(waits).toEqual([500, 1_000, 2_000]);
  });

  it("fails with its own error if the document cannot be fetched", async () => {
    const { client, log } = await breaking(() => [503, JSON.stringify(busy)]);

    const made = client.forms.create({ name: "Contact" });
    await expect(made).rejects.toMatchObject({ kind: "connection" });

    expect(log().filter((one) => one.startsWith("POST"))).toHaveLength(1);
  });

  it("fetches the document once per client", async () => {
    const { client, log } = await breaking(() => [404, ""]);
    await client.forms.create({ name: "One" }).catch(() => undefined);

    await client.forms.create({ name: "Two" });

    expect(log().filter((one) => one.startsWith("GET"))).toHaveLength(1);
  });
});
