import { HttpRequestInterceptor } from "@mswjs/interceptors/http";
import { http, HttpResponse } from "msw";
import { defineNetwork, InterceptorSource } from "msw/experimental";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Intray } from "./node-client.ts";
import { ApiError } from "./errors.ts";

const BASE = "http://intray.test/api/v1";
const seen: { readonly method: string; readonly url: string; readonly headers: Headers }[] = [];
const outsideApi = defineNetwork({
  sources: [new InterceptorSource({ interceptors: [new HttpRequestInterceptor()] })],
  onUnhandledFrame: "error",
  context: { quiet: true },
  handlers: [
    http.all("http://intray.test/*", async ({ request }) => {
      seen.push(request);
      return HttpResponse.json(
        { asked: await request.text() },
        { headers: { "x-request-id": "req_1" } },
      );
    }),
  ],
});
const client = new Intray({ baseUrl: "http://intray.test", apiKey: "itk_acct_test" });
beforeAll(() => outsideApi.enable());
afterEach(() => seen.splice(0));
afterAll(async () => {
  await client.close();
  outsideApi.disable();
});

describe("Intray", () => {
  it.each([
    ["GET /submissions/7", () => client.submissions.get(7), ""],
    ["PATCH /submissions/7", () => client.submissions.markRead(7), '{"submission":{"read":true}}'],
    [
      "PATCH /submissions/7",
      () => client.submissions.update(7, { spam: false }),
      '{"submission":{"spam":false}}',
    ],
    ["DELETE /submissions/7", () => client.submissions.delete(7), ""],
    ["POST /submissions/7/refire_webhooks", () => client.submissions.refireWebhooks(7), ""],
    [
      "POST /submissions/refire_webhooks",
      () => client.submissions.refireWebhooksBulk([7, 8]),
      '{"submission_ids":[7,8]}',
    ],
    [
      "GET /forms/3/submissions?created_after=2026-01-01",
      () => client.submissions.ofForm(3, { created_after: "2026-01-01" }),
      "",
    ],
    ["GET /forms/abcdefabcdef", () => client.forms.get("abcdefabcdef"), ""],
    ["POST /forms", () => client.forms.create({ name: "Contact" }), '{"name":"Contact"}'],
    ["PATCH /forms/3", () => client.forms.update(3, { name: "Us" }), '{"name":"Us"}'],
    ["DELETE /forms/3", () => client.forms.delete(3), ""],
    ["GET /projects/2", () => client.projects.get(2), ""],
    ["POST /projects", () => client.projects.create({ name: "Site" }), '{"name":"Site"}'],
    ["DELETE /projects/2", () => client.projects.delete(2), ""],
    ["GET /form_webhooks/5", () => client.webhooks.get(5), ""],
    ["PATCH /form_webhooks/5", () => client.webhooks.update(5, { name: "x" }), '{"name":"x"}'],
    ["DELETE /form_webhooks/5", () => client.webhooks.delete(5), ""],
    ["GET /form_webhooks/5/signing_secret", () => client.webhooks.signingSecret(5), ""],
    ["POST /form_webhooks/5/regenerate_secret", () => client.webhooks.regenerateSecret(5), "{}"],
    ["POST /webhook_logs/9/refire", () => client.webhookLogs.refire(9), ""],
    ["DELETE /api_keys/4", () => client.apiKeys.delete(4), ""],
    ["GET /me", () => client.me(), ""],
  ])("sends %s", async (expected, send, body) => {
    const { data, response } = await send().withResponse();

    expect(seen.map(({ method, url }) => `${method} ${url.replace(BASE, "")}`)).toEqual([expected]);
    expect(data).toEqual({ asked: body });
    expect(response).toMatchObject({ status: 200, requestId: "req_1" });
  });

  it("sends the version that a change expects", async () => {
    await client.forms.update(3, { name: "Us" }, { ifMatch: '"v1"' });
    await client.submissions.update(7, { read: true }, { ifMatch: '"v2"' });
    await client.projects.delete(2);

    expect(seen.map(({ headers }) => headers.get("if-match"))).toEqual(['"v1"', '"v2"', null]);
  });

  it("sends the key as a bearer, and an idempotency key with a POST only", async () => {
    await client.submissions.refireWebhooks(7);
    await client.submissions.get(7);

    expect(seen.map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer itk_acct_test",
      "Bearer itk_acct_test",
    ]);
    expect(seen[0]?.headers.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
    expect(seen[1]?.headers.has("idempotency-key")).toBe(false);
  });

  it.each(["http://intray.test/", "http://intray.test/api/v1", "http://intray.test/api/v1/"])(
    "accepts %s as its base URL",
    async (baseUrl) => {
      const other = new Intray({ baseUrl, apiKey: "k" });

      await other.me();
      await other.close();

      expect(seen.map(({ url }) => url)).toEqual([`${BASE}/me`]);
    },
  );

  it.each(["", "intray.test", "ftp://intray.test", "javascript:alert(1)"])(
    "rejects %j as a base URL",
    (baseUrl) => {
      expect(() => new Intray({ baseUrl, apiKey: "k" })).toThrow(/not an http or https URL/);
    },
  );

  it.each(["", " ", "a\nb", "ключ"])("rejects %j as a key", (apiKey) => {
    expect(() => new Intray({ baseUrl: "http://intray.test", apiKey })).toThrow(/API key/);
  });
});

describe("an id", () => {
  it("stays one segment of the path, whatever it contains", async () => {
    await client.forms.delete("../projects/1?force=true#x");

    expect(seen.map(({ url }) => url)).toEqual([
      `${BASE}/forms/..%2Fprojects%2F1%3Fforce%3Dtrue%23x`,
    ]);
  });

  it.each(["", ".", ".."])("must not be %j, which would name a list", async (id) => {
    await expect(client.forms.delete(id)).rejects.toMatchObject({ kind: "usage" });
    await expect(client.submissions.ofForm(id)).rejects.toMatchObject({ kind: "usage" });
    expect(seen).toEqual([]);
  });
});

describe("request", () => {
  it("sends any path, query, headers and body, and returns the bytes", async () => {
    const answer = await client.request("post", "/forms", {
      query: { a: "ä&b", empty: undefined },
      headers: { "X-Extra": "1" },
      json: { name: "x" },
    });

    expect(seen[0]?.url).toBe(`${BASE}/forms?a=%C3%A4%26b`);
    expect(seen[0]?.headers.get("x-extra")).toBe("1");
    expect(JSON.parse(answer.body.toString())).toEqual({ asked: '{"name":"x"}' });
  });

  it.each(["Authorization", "authorization", "USER-AGENT"])(
    "does not let the caller add or replace %s",
    async (name) => {
      await client.request("GET", "/me", { headers: { [name]: "other" } });

      expect(seen[0]?.headers.get(name)).not.toContain("other");
    },
  );

  it("uses the caller's content type, in any letter case", async () => {
    await client.request("POST", "/me", { body: "x", headers: { "Content-Type": "text/plain" } });

    expect(seen[0]?.headers.get("content-type")).toBe("text/plain");
  });

  it.each(["https://intray.test/me", "http://evil.test/me", "//evil.test/me", "file:///etc"])(
    "does not send the key to %s",
    async (path) => {
      await expect(client.request("GET", path)).rejects.toThrow(
        /is only sent to http:\/\/intray.test/,
      );
      expect(seen).toEqual([]);
    },
  );
});

it("distinguishes an Intray error body from the page of a proxy", async () => {
  const problem = { error: "There is no such form.", code: "not_found", request_id: "req_9" };
  const errors = [{ field: "name", code: "required", message: "Give it a name." }];
  const answers = [
    HttpResponse.json(
      { ...problem, errors },
      { status: 404, headers: { "x-request-id": "req_9" } },
    ),
    HttpResponse.html("<h1>404</h1>", { status: 404 }),
    HttpResponse.json({ error: { message: "not ours" } }, { status: 404 }),
    HttpResponse.json(null, { status: 404 }),
    HttpResponse.json({ error: "Not Found", code: "NotFound" }, { status: 404 }),
    HttpResponse.json({ ...problem, errors: { name: "is missing" } }, { status: 404 }),
  ];
  outsideApi.use(http.get(`${BASE}/forms/1`, () => answers.shift()));

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
