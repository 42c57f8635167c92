import { clientOf, CONNECTIONS, openClient, serve } from "../test/faulty-server.ts";
import { ApiError } from "./errors.ts";
import { Intray } from "./node-client.ts";
import type { IntrayOptions } from "./node-options.ts";

async function openEcho(options: Partial<IntrayOptions> = {}) {
  const bodies: string[] = [];
  const { url, requests } = await serve(async (request, response) => {
    const asked = Buffer.concat(await request.toArray()).toString();
    bodies.push(asked);
    response.writeHead(200, { "x-request-id": "req_1" }).end(JSON.stringify({ asked }));
  });
  return { ...clientOf(url, options), url, requests, bodies };
}

describe("Intray", () => {
  const requestsOf: Record<string, (client: Intray) => unknown> = {
    'PATCH /submissions/7 {"submission":{"read":true}}': (client) => client.submissions.markRead(7),
    'PATCH /submissions/7 {"submission":{"spam":false}}': (client) =>
      client.submissions.update(7, { spam: false }),
    'POST /submissions/refire_webhooks {"submission_ids":[7,8]}': (client) =>
      client.submissions.refireWebhooksBulk([7, 8]),
    'POST /form_webhooks/5/regenerate_secret {"stage":true}': (client) =>
      client.webhooks.stageSecret(5),
    'POST /form_webhooks/5/regenerate_secret {"activate":true}': (client) =>
      client.webhooks.activateSecret(5),
    'POST /form_webhooks/5/refire_failed {"since":"1970-01-01T00:00:00.000Z"}': (client) =>
      client.webhooks.refireFailed(5, new Date(0)),
    "GET /forms/3/submissions?created_after=2026-01-01 ": (client) =>
      client.submissions.ofForm(3, { created_after: "2026-01-01" }),
  };
  it.each(Object.entries(requestsOf))("sends %s", async (expected, send) => {
    const { client, requests, bodies } = await openEcho();

    await send(client);

    const [request] = requests;
    const sent = `${request?.method} ${request?.url} ${bodies.join()}`;
    expect(sent).toBe(expected.replace(" ", " /api/v1"));
  });

  it.each(CONNECTIONS)(
    "by %s sends the key and the body, with an idempotency key, and returns data, status and id",
    async (_, options) => {
      const { client, requests } = await openEcho(options);

      const { data, response } = await client.projects.create({ name: "Zoë" }).withResponse();
      await client.submissions.get(7);

      expect(data).toEqual({ asked: '{"name":"Zoë"}' });
      expect(response).toMatchObject({ status: 200, requestId: "req_1" });
      const bearer = { authorization: "Bearer itk_acct_test" };
      expect(requests[0]?.headers).toMatchObject({
        ...bearer,
        "content-type": "application/json",
        "idempotency-key": /^[\da-f-]{36}$/,
      });
      expect(requests[1]?.headers).toMatchObject(bearer);
      expect(requests[1]?.headers).not.toHaveProperty("idempotency-key");
    },
  );

  it("sends the version that a change expects", async () => {
    const { client, requests } = await openEcho();

    await client.forms.update(3, { name: "Us" }, { ifMatch: '"v1"' });
    await client.submissions.update(7, { read: true }, { ifMatch: '"v2"' });
    await client.projects.delete(2);

    expect(requests.map(({ headers }) => headers["if-match"])).toEqual(['"v1"', '"v2"', undefined]);
  });

  const urls = ["", "intray.test", "ftp://intray.test", "javascript:alert(1)"];
  it.each(urls)("rejects %j as a base URL", (baseUrl) => {
    expect(() => new Intray({ baseUrl, apiKey: "k" })).toThrow(/not an http or https URL/);
  });

  it.each(["", " ", "a\nb", "ключ"])("rejects %j as a key", (apiKey) => {
    expect(() => new Intray({ baseUrl: "http://intray.test", apiKey })).toThrow(/API key/);
  });
});

it.each(["", ".", ".."])("an id must not be %j, which would name a list", async (id) => {
  const { client, requests } = await openEcho();

  await expect(client.forms.delete(id)).rejects.toMatchObject({ kind: "usage" });
  await expect(client.submissions.ofForm(id)).rejects.toMatchObject({ kind: "usage" });
  expect(requests).toEqual([]);
});

describe("request", () => {
  it("sends any path, query, headers and body, and returns the bytes", async () => {
    const { client, requests } = await openEcho();

    const answer = await client.request("post", "/forms", {
      query: { a: "ä&b", empty: undefined },
      headers: { "X-Extra": "1" },
      json: { name: "x" },
    });

    expect(requests[0]?.url).toBe("/api/v1/forms?a=%C3%A4%26b");
    expect(requests[0]?.headers["x-extra"]).toBe("1");
    expect(JSON.parse(answer.body.toString())).toEqual({ asked: '{"name":"x"}' });
  });

  const names = ["Authorization", "authorization", "USER-AGENT"];
  it.each(names)("does not let the caller add or replace %s", async (name) => {
    const { client, requests } = await openEcho();

    await client.request("GET", "/me", { headers: { [name]: "other" } });

    expect(requests[0]?.headers[name.toLowerCase()]).not.toContain("other");
  });

  it("uses the caller's content type, in any letter case", async () => {
    const { client, requests } = await openEcho();

    await client.request("POST", "/me", { body: "x", headers: { "Content-Type": "text/plain" } });

    expect(requests[0]?.headers["content-type"]).toBe("text/plain");
  });

  const paths = ["https://intray.test/me", "http://evil.test/me", "//evil.test/me", "file:///etc"];
  it.each(paths)("does not send the key to %s", async (path) => {
    const { client, url, requests } = await openEcho();

    await expect(client.request("GET", path)).rejects.toThrow(`is only sent to ${url}`);
    expect(requests).toEqual([]);
  });
});

it("distinguishes an Intray error body from the page of a proxy", async () => {
  const problem = { error: "There is no such form.", code: "not_found", request_id: "req_9" };
  const errors = [{ field: "name", code: "required", message: "Give it a name." }];
  const answers = [
    { ...problem, errors },
    undefined,
    { error: { message: "not ours" } },
    null,
    { error: "Not Found", code: "NotFound" },
    { ...problem, errors: { name: "is missing" } },
  ];
  const { client } = await openClient((_, response, before) => {
    const headers = before === 0 ? { "x-request-id": "req_9" } : {};
    response.writeHead(404, headers).end(JSON.stringify(answers[before]) ?? "<h1>404</h1>");
  });

  const refusals: unknown[] = [];
  for (let i = 0; i < 6; i++) refusals.push(await client.forms.get(1).catch((e: unknown) => e));

  expect(refusals.every((one) => one instanceof ApiError)).toBe(true);
  expect(refusals).toMatchObject([
    { hasErrorBody: true, message: problem.error, requestId: "req_9", fieldErrors: errors },
    { hasErrorBody: false, code: undefined, status: 404 },
    { hasErrorBody: false },
    { hasErrorBody: false },
    { hasErrorBody: false, code: undefined },
    { hasErrorBody: false, fieldErrors: [] },
  ]);
});
