import { Hono } from "hono";
import { z } from "zod";
import { useApiServer } from "../../../test/api-server.ts";
import type { ApiEnv } from "./env.ts";
import { parseQuery } from "./request.ts";

const server = useApiServer();

const JSON_TYPE = { "content-type": "application/json" };
const problemOf = (answer: { json(): unknown }) =>
  answer.json() as { code: string; error: string; errors?: { field: string }[] };

describe("names that the API does not know", () => {
  const strict = { prefer: "respond-async, Handling=strict; x=1" };
  const ignoredBy = async (method: string, path: string, json?: object) =>
    (await server.request(method, path, json && { json })).headers.get("intray-ignored");
  const rejectedBy = async (method: string, path: string, json?: object) => {
    const answer = await server.request(method, path, { headers: strict, ...(json && { json }) });
    const { errors } = problemOf(answer);
    return { status: answer.status, message: problemOf(answer).error, errors };
  };

  it("are ignored and named in the response", async () => {
    expect(await ignoredBy("GET", "/submissions?fliter_by=new&page=1&%C3%A4,b=")).toBe(
      "fliter_by, %C3%A4%2Cb",
    );
    expect(await ignoredBy("GET", "/me?x=1&api_token=")).toBe("x");
    expect(await ignoredBy("GET", "/deliveries/progress?since=2026-01-01T00:00:00Z")).toBeNull();
    expect(
      await ignoredBy("POST", "/forms?x=1", {
        form: { name: "Ignoring", captcha: { provider: "altcha", sitekey: "a" } },
        name: "beside",
      }),
    ).toBe("x, name, captcha.sitekey");
    const many = Object.fromEntries(
      Array.from({ length: 99 }, (_, n) => [`\r\n${n}`.repeat(50), n]),
    );
    expect((await ignoredBy("POST", "/projects", { ...many, name: "P" }))?.length).toBeLessThan(
      4_000,
    );
  });

  it("are rejected with what was meant if the client preferences strict handling", async () => {
    const formCount = async () =>
      (await server.read<{ meta: { count: number } }>("/forms")).meta.count;
    const before = await formCount();

    expect(await rejectedBy("GET", "/submissions?fliter_by=new&z=1")).toEqual({
      status: 422,
      message: "There is no parameter fliter_by. Did you mean filter_by?",
      errors: [
        {
          field: "fliter_by",
          code: "unknown",
          message: "There is no parameter fliter_by. Did you mean filter_by?",
        },
        { field: "z", code: "unknown", message: "There is no parameter z." },
      ],
    });
    expect(await rejectedBy("POST", "/forms", { form: { name: "F" }, name: "G" })).toMatchObject({
      message: "There is no top-level member name.",
    });
    const form = {
      name: "F",
      notification_schedul: "daily",
      captcha: { provider: "altcha", secrt: "" },
    };
    expect(await rejectedBy("POST", "/forms", form)).toMatchObject({
      status: 422,
      message: "There is no member notification_schedul. Did you mean notification_schedule?",
      errors: [
        { field: "notification_schedul" },
        { message: "There is no member captcha.secrt. Did you mean secret?" },
      ],
    });
    expect(await formCount()).toBe(before);
  });

  const preferences = ["", "handling=lenient", "handling=strictly", "xhandling=strict"];
  it.each(preferences)("are ignored with the preference %j", async (prefer) => {
    const answer = await server.request("GET", "/me?x=1", { headers: { prefer } });

    expect([answer.status, answer.headers.get("preference-applied")]).toEqual([200, null]);
  });

  it("are none in a request that is handled strictly, and the response says so", async () => {
    const answer = await server.request("GET", "/me", { headers: strict });

    expect(answer.status).toBe(200);
    expect(answer.headers.get("preference-applied")).toBe("handling=strict");
    expect(answer.headers.get("intray-ignored")).toBeNull();
  });
});

describe("a body", () => {
  it.each([
    ["flat", { name: "Flat" }],
    ["with unknown members", { name: "Flat", colour: "red", id: "x", created_at: 3 }],
    ["with U+0000 in unknown members", { name: "Flat", more: "\0" }],
    ["of a type with a charset", { name: "Flat" }, "application/json; charset=utf-8"],
    ["of a type in other letters", { name: "Flat" }, "Application/JSON"],
  ])("may be %s", async (_, json, type = "application/json") => {
    const answer = await server.request("POST", "/projects", {
      body: JSON.stringify(json),
      headers: { "content-type": type },
    });

    expect([answer.status, answer.json()]).toMatchObject([201, { name: "Flat" }]);
  });

  it.each([
    ["/forms", "form", { name: "Wrapped" }],
    ["/projects", "project", { name: "Wrapped" }],
    ["/form_webhooks", "form_webhook", { form_id: 1, name: "Wrapped", url: "http://127.0.0.1:9/" }],
    ["/api_keys", "api_key", { kind: "form", form_id: 1, name: "Wrapped" }],
  ])("of %s may be wrapped in %s, for creation and change", async (path, wrapper, record) => {
    const created = await server.request("POST", path, {
      json: { [wrapper]: record, name: "Ignored" },
    });
    const { id } = created.json() as { readonly id: number };
    const changes = path === "/api_keys" ? [] : ["PUT", "PATCH"];
    const changed = await Promise.all(
      changes.map((method) =>
        server.request(method, `${path}/${id}`, { json: { [wrapper]: { name: "Changed" } } }),
      ),
    );

    expect([created.status, created.json()]).toMatchObject([201, { name: "Wrapped" }]);
    for (const answer of changed) expect(answer.json()).toMatchObject({ id, name: "Changed" });
  });

  it.each([
    ["{", 400, "malformed"],
    ['{"name":"x"}{', 400, "malformed"],
    ["NaN", 400, "malformed"],
    ["", 422, "invalid"],
    ["null", 422, "invalid"],
    ["[]", 422, "invalid"],
    ['{"name":7}', 422, "invalid"],
    ['{"name":""}', 422, "invalid"],
    ['{"project":{"name":[]}}', 422, "invalid"],
    [`{"name":"${"x".repeat(201)}"}`, 422, "invalid"],
  ])("%s is rejected", async (body, status, code) => {
    const answer = await server.request("POST", "/projects", { body, headers: JSON_TYPE });

    expect(answer.status).toBe(status);
    expect(problemOf(answer).code).toBe(code);
  });

  it.each([
    ["/projects", "name", { name: "a\0b" }],
    ["/forms", "content_blacklist.1", { name: "x", content_blacklist: ["a", "\0"] }],
    ["/forms", "captcha.secret", { name: "x", captcha: { provider: "altcha", secret: "\0" } }],
    ["/submissions/claim", "consumer", { consumer: "\0", limit: 1, lease_seconds: 60 }],
  ])("of %s is rejected for U+0000 in %s, on either database", async (path, field, json) => {
    const answer = await server.request("POST", path, { json });

    expect(answer.status).toBe(422);
    expect(problemOf(answer).errors).toMatchObject([{ field }]);
    expect(problemOf(answer).error).toContain(`${field} contains the character U+0000`);
  });

  it.each([
    ["/forms", { name: "a\ud800b", content_blacklist: ["c\udfffd"] }],
    ["/forms", { name: "x", captcha: { provider: "altcha", site_key: "k", secret: "\ud800" } }],
  ])("of %s may contain lone surrogates, on either database", async (path, json) => {
    const answer = await server.request("POST", path, { json });

    expect([answer.status, answer.text.isWellFormed()]).toEqual([201, true]);
    expect(answer.text).not.toMatch(/\\ud[89a-f]/i);
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/xml",
  ])("is rejected as %s", async (type) => {
    const answer = await server.request("POST", "/projects", {
      body: '{"name":"x"}',
      headers: { "content-type": type },
    });

    expect(answer.status).toBe(415);
    expect(problemOf(answer).error).toContain(type);
  });

  it("is rejected above 1 MiB, with or without Content-Length", async () => {
    const big = JSON.stringify({ name: "x", more: "y".repeat(1_048_576) });
    const chunked = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(big));
        controller.close();
      },
    });

    const withLength = await server.request("POST", "/projects", { body: big, headers: JSON_TYPE });
    const streamed = await fetch(`${server.url}/api/v1/projects`, {
      method: "POST",
      body: chunked,
      duplex: "half",
      headers: { ...JSON_TYPE, authorization: "Bearer the-account-key-of-the-first-account" },
    } as RequestInit);

    expect(withLength.status).toBe(413);
    expect(streamed.status).toBe(413);
  });

  it("is rejected before all of it has arrived, whatever its size", async () => {
    const body = JSON.stringify({ name: "y".repeat(12 * 1_048_576) });

    for (let n = 0; n < 10; n++) {
      const answer = await server.request("PUT", "/projects/1", { body, headers: JSON_TYPE });
      expect(answer.status).toBe(413);
    }
  });

  it("cannot reach prototypes", async () => {
    const body =
      '{"name":"P","__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}';

    const answer = await server.request("POST", "/projects", { body, headers: JSON_TYPE });

    expect(answer.status).toBe(201);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it("is rejected with the name of each wrong member", async () => {
    const json = { name: 7, duplicate_filter: "yes", allowed_domains: ["ok.org", 5] };

    const members = await server.refused("POST", "/forms", json);

    expect(members.toSorted()).toEqual(["allowed_domains.1", "duplicate_filter", "name"]);
  });

  it("is rejected without what the pages are told of a wrong member", async () => {
    const answer = await server.request("POST", "/forms", { json: { name: "" } });

    expect(problemOf(answer).errors).toEqual([
      {
        field: "name",
        code: "too_small",
        message: "name: too small: expected string to have >=1 characters",
      },
    ]);
  });
});

describe("a query", () => {
  it.each([
    ["page=0", "page"],
    ["page=1e3", "page"],
    ["page=99999999999999999999", "page"],
    ["per_page=0", "per_page"],
    ["per_page=101", "per_page"],
    ["unread=maybe", "unread"],
    ["filter_by=read", "filter_by"],
    ["order_by=id", "order_by"],
    ["form_id=abc", "form_id"],
    ["created_after=yesterday", "created_after"],
    ["created_before=1767225600", "created_before"],
    ["date_range=2026-01-01", "date_range"],
    ["date_range=2026-01-01 to 2026-02-31", "date_range"],
    ["date_range=2026-01-01 to 2026-02-01 to 2026-03-01", "date_range"],
    ["date_range=2026-01-01T00:00 to 2026-02-01", "date_range"],
    ["cursor=x", "cursor"],
    [`cursor=${"A".repeat(600)}`, "cursor"],
    ["order_by=email_asc&cursor=x", "order_by"],
  ])("%s is answered with 422 and the parameter's name", async (query, field) => {
    const answer = await server.request("GET", `/submissions?${query}`);

    expect(answer.status).toBe(422);
    expect(problemOf(answer).errors?.[0]?.field).toBe(field);
    expect(problemOf(answer).error).toMatch(field === "order_by" ? /order_by|e-mail/ : field);
  });

  it.each([
    "",
    "?page=&per_page=&unread=&filter_by=&form_id=&created_after=&order_by=&cursor=&query=&date_range=",
    "?colour=red&limit=7&PAGE=0",
    "?filter_by=NEW&unread=TRUE&spam_status=False",
    "?page=1000000000&per_page=100",
    "?date_range=2026-01-31 to 2026-01-01",
    "?date_range=2026-01-01+to+2026-01-31",
    "?date_range=0000-01-01 to 9999-12-31",
    "?filter_by=spam&spam_status=false",
  ])("%s is accepted", async (query) => {
    const answer = await server.request("GET", `/submissions${query}`);

    expect([answer.status, answer.json()]).toMatchObject([200, { submissions: [] }]);
  });

  it.each([
    "0",
    "-1",
    "abc",
    "1.5",
    "9007199254740992",
    "99999999999999999999",
    "%00",
    "1%20",
    "01",
    "%F0%9F%92%A9",
  ])("an id %s in a path is answered with 404", async (id) => {
    for (const kind of ["submissions", "form_webhooks", "projects", "forms", "attachments"]) {
      expect((await server.request("GET", `/${kind}/${id}`)).status).toBe(404);
    }
  });
});

it.each([
  ["whole number", z.int().optional().default(7), "12", 12],
  ["optional number", z.int().exactOptional(), "-3", -3],
  ["boolean", z.boolean().exactOptional(), "FALSE", false],
  ["list", z.array(z.enum(["a", "b"])).exactOptional(), "a, b", ["a", "b"]],
  ["text", z.string().exactOptional(), "12", "12"],
])("a parameter declared as %s is read as one", async (_, type, text, value) => {
  const app = new Hono<ApiEnv>();
  app.get("/", (c) => c.json(parseQuery(c, z.object({ given: type }))));

  const answer = await app.request(`/?given=${encodeURIComponent(text)}`);

  expect(await answer.json()).toEqual({ given: value });
});
