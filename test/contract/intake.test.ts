// What a web page, a program and an attacker get when they post to a form's address.
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import type { Form, Submission } from "@intray/sdk/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "../../packages/server/test/api-server.ts";
import { type CheckedAnswer, checkedFetch, expectContract } from "./document.ts";

const MIB = 1_024 * 1_024;
const URLENCODED = { "content-type": "application/x-www-form-urlencoded" };
const JSON_BODY = { "content-type": "application/json" };
const AJAX = { accept: "application/json" };

let server: ApiServer;
let form: Form;
beforeAll(async () => {
  server = await startApiServer();
  form = await makeForm({});
});
afterAll(() => server.close());

const makeForm = (settings: object) =>
  server.create<Form>("/forms", { name: "Contact", duplicate_filter: false, ...settings });

interface Post {
  readonly to?: string;
  readonly body?: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
}

function post({ to = form.uuid, body = "name=Ada", headers = {} }: Post): Promise<CheckedAnswer> {
  const type = typeof body === "string" ? URLENCODED : {};
  return checkedFetch(server.url)("POST", `/f/${to}`, { body, headers: { ...type, ...headers } });
}

async function stored(answer: CheckedAnswer): Promise<Submission> {
  const { id } = answer.json() as { readonly id: number };
  return (await server.request("GET", `/submissions/${id}`)).json() as Submission;
}

async function countIn({ uuid }: Form, filter = "all"): Promise<number> {
  const list = await server.request("GET", `/submissions?form_id=${uuid}&filter_by=${filter}`);
  return (list.json() as { readonly meta: { readonly count: number } }).meta.count;
}

function filesOnDisk(): string[] {
  const folder = join(server.folder, "attachments");
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "intray-installation")
    .map(({ name }) => name)
    .toSorted();
}

/** By the raw client: `fetch` insists on sending the whole body. */
async function postRaw(headers: Record<string, string>, chunks: readonly Buffer[]) {
  const path = `/f/${form.uuid}.json`;
  const sent = request(new URL(path, server.url), { method: "POST", headers, agent: false });
  // The server may well close before it has read everything.
  sent.on("error", () => undefined);
  const answered = once(sent, "response");
  sent.flushHeaders();
  for (const chunk of chunks) sent.write(chunk);
  const [response] = (await answered) as [IncomingMessage];
  const body = Buffer.concat(await response.toArray());
  sent.destroy();
  const answer = {
    status: response.statusCode ?? 0,
    headers: new Headers(response.headers as Record<string, string>),
    body,
  };
  expectContract("POST", path, answer);
  return { ...answer, json: JSON.parse(body.toString("utf8")) as { code: string; error: string } };
}

describe("a post", () => {
  it.each([
    ["urlencoded", "name=Ada&tag=a&tag=b&list%5B%5D=x", URLENCODED],
    ["JSON", '{"name":"Ada","tag":["a","b"],"list[]":["x"]}', JSON_BODY],
  ])("as %s keeps its fields, in their order", async (_, body, headers) => {
    const submission = await stored(await post({ body, headers: { ...headers, ...AJAX } }));

    expect(submission.form_params).toEqual([
      { name: "name", value: "Ada" },
      { name: "tag", value: ["a", "b"] },
      { name: "list", value: ["x"] },
    ]);
  });

  it("as multipart keeps its fields and its files", async () => {
    const body = new FormData();
    body.append("name", "Ada");
    body.append("cv", new File(["bytes"], "cv.txt", { type: "text/plain" }));

    const submission = await stored(await post({ body, headers: AJAX }));

    expect(submission.payload_params).toEqual({ name: "Ada" });
    expect(submission.attachments).toMatchObject([
      { name: "cv.txt", form_name: "cv", content_type: "text/plain", file_size: 5 },
    ]);
  });

  it("reaches the form by uuid and by id, with .json and with a slash behind it", async () => {
    const paths = [form.uuid, `${form.id}`, `${form.uuid}.json`, `${form.id}.json`];
    const answers = await Promise.all(paths.map((to) => post({ to, headers: AJAX })));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await post({ to: `${form.uuid}/` })).status).toBe(200);
  });

  it("notes where it came from", async () => {
    const headers = {
      ...AJAX,
      referer: "https://example.org/contact?from=ad&from=mail",
      "user-agent": "a browser",
    };

    const submission = await stored(await post({ headers }));

    expect(submission).toMatchObject({
      source_host: "example.org",
      source_path: "/contact",
      source_query: [
        { name: "from", value: "ad" },
        { name: "from", value: "mail" },
      ],
      user_agent: "a browser",
      ip: "127.0.0.1",
    });
  });

  it("is not believed about its address: X-Forwarded-For changes nothing", async () => {
    const headers = { ...AJAX, "x-forwarded-for": "203.0.113.7", forwarded: "for=203.0.113.7" };

    expect((await stored(await post({ headers }))).ip).toBe("127.0.0.1");
  });

  it("may name its fields as objects name their own members", async () => {
    const body = '{"__proto__":"a","constructor":"b","hasOwnProperty":"c","2":"d","10":"e"}';

    const submission = await stored(await post({ body, headers: JSON_BODY }));

    expect(submission.form_params.map(({ name }) => name).toSorted()).toEqual(
      ["10", "2", "__proto__", "constructor", "hasOwnProperty"].toSorted(),
    );
    expect(Object.keys(submission.payload_params)).toContain("__proto__");
  });

  it("may hold characters that no text should hold", async () => {
    const body = '{"a\\u0000b":"c\\u0000d","lone":"\\ud800"}';

    const submission = await stored(await post({ body, headers: JSON_BODY }));

    expect(submission.payload_params).toEqual({ "a\ufffdb": "c\ufffdd", lone: "\ufffd" });
  });
});

describe("the answer to a post", () => {
  it("is a page for a browser, which shows the owner's words as words", async () => {
    const { uuid: to } = await makeForm({ redirect_heading: "<script>alert(1)</script>" });

    const answer = await post({ to, headers: { accept: "text/html,*/*;q=0.8" } });

    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
    expect(answer.headers.get("content-security-policy")).toMatch(/default-src 'none'/);
    expect(answer.text).not.toContain("<script>");
    expect(answer.text).toContain("&lt;script&gt;");
  });

  it("is 303 to the owner's page, and JSON that names it for a program", async () => {
    const { uuid: to } = await makeForm({ redirect_url: "https://example.org/thanks" });

    const page = await post({ to });
    const program = await post({ to, headers: AJAX });

    expect([page.status, page.headers.get("location")]).toEqual([
      303,
      "https://example.org/thanks",
    ]);
    expect(program.json()).toMatchObject({
      success: true,
      redirect_url: "https://example.org/thanks",
    });
  });

  it.each([
    "https://evil.example/",
    "//evil.example/",
    String.raw`\\evil.example/`,
    "javascript:alert(1)",
    "https://example.org@evil.example/",
    "https://example.org.evil.example/",
  ])("never leads to a site that the owner did not name: %s", async (wish) => {
    const { uuid: to } = await makeForm({ redirect_url: "https://example.org/thanks" });

    const answer = await post({ to, body: `name=Ada&_redirect=${encodeURIComponent(wish)}` });

    expect(answer.headers.get("location")).toBe("https://example.org/thanks");
  });

  it.each([
    ["Accept", "", "name=Ada", { accept: "application/json, text/html;q=0.5" }],
    ["the path", ".json", "name=Ada", {}],
    ["X-Requested-With", "", "name=Ada", { "x-requested-with": "XMLHttpRequest" }],
    ["a JSON body", "", '{"name":"Ada"}', JSON_BODY],
    ["a JSON body in capitals", "", '{"name":"Ada"}', { "content-type": "Application/JSON" }],
  ])("is JSON by %s", async (_, ending, body, headers) => {
    const answer = await post({ to: form.uuid + ending, body, headers });

    expect(answer.json()).toMatchObject({ success: true, redirect_url: null });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  });

  it.each(["text/html, application/json;q=0.5", "*/*", "image/webp"])(
    "is a page for Accept: %s",
    async (accept) => {
      expect((await post({ headers: { accept } })).headers.get("content-type")).toMatch(
        /^text\/html/,
      );
    },
  );
});

describe("spam", () => {
  it("that fell for the honeypot is stored, and answered like ham", async () => {
    const trapped = await makeForm({ honeypot_field: "website" });

    const ham = await post({ to: trapped.uuid, body: "name=Ada&website=", headers: AJAX });
    const spam = await post({ to: trapped.uuid, body: "name=Eve&website=x", headers: AJAX });

    expect(Object.keys(spam.json() as object)).toEqual(Object.keys(ham.json() as object));
    expect([ham.status, spam.status]).toEqual([200, 200]);
    expect(await stored(ham)).toMatchObject({ spam: false, spam_reason: null });
    expect(await stored(spam)).toMatchObject({
      spam: true,
      spam_reason: "honeypot",
      payload_params: { name: "Eve" },
    });
  });

  it("by being sent twice is stored, and answered like ham", async () => {
    const { uuid: to } = await makeForm({ duplicate_filter: true });

    const first = await stored(await post({ to, headers: AJAX }));
    const second = await stored(await post({ to, headers: AJAX }));
    const other = await stored(await post({ to, body: "name=Eve", headers: AJAX }));

    expect([first.spam, second.spam, other.spam]).toEqual([false, true, false]);
    expect(second.spam_reason).toBe("duplicate");
  });
});

describe("a refused post", () => {
  it.each([
    ["an unknown form", { to: "ffffffffffff" }, 404, "not_found"],
    ["an id that is none", { to: "99999999999999999999" }, 404, "not_found"],
    ["an id with a zero in front", { to: "01" }, 404, "not_found"],
    ["a form's address that cannot be decoded", { to: "%E0%A4%A" }, 404, "not_found"],
    ["SQL in place of a form", { to: "1'%20or%20'1'='1" }, 404, "not_found"],
    ["an empty body", { body: "" }, 422, "empty"],
    ["control fields alone", { body: "_gotcha=&_redirect=%2Fthanks" }, 422, "empty"],
    ["an empty object", { body: "{}", headers: JSON_BODY }, 422, "empty"],
    ["text", { headers: { "content-type": "text/plain" } }, 415, "unsupported_type"],
    ["XML", { body: "<a/>", headers: { "content-type": "text/xml" } }, 415, "unsupported_type"],
    ["an unreadable type", { headers: { "content-type": ";;;" } }, 415, "unsupported_type"],
    ["a broken object", { body: '{"a":', headers: JSON_BODY }, 400, "malformed"],
    ["an array", { body: '["a"]', headers: JSON_BODY }, 400, "malformed"],
    ["a bare value", { body: "7", headers: JSON_BODY }, 400, "malformed"],
    [
      "multipart without a boundary",
      { body: "--x", headers: { "content-type": "multipart/form-data" } },
      400,
      "malformed",
    ],
    [
      "multipart that breaks off",
      {
        body: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf',
        headers: { "content-type": "multipart/form-data; boundary=x" },
      },
      400,
      "malformed",
    ],
    ["a field that is too long", { body: `a=${"x".repeat(262_145)}` }, 413, "too_large"],
    ["too many fields", { body: "a=1&".repeat(1_001) }, 413, "too_large"],
  ] satisfies readonly (readonly [string, Post, number, string])[])(
    "for %s is told in JSON and on a page, and stores nothing",
    async (_, given: Post, status, code) => {
      const before = await countIn(form);

      const program = await post({ ...given, headers: { ...given.headers, ...AJAX } });
      const browser = await post({
        ...given,
        headers: { ...given.headers, accept: "text/html" },
      });

      expect([program.status, browser.status]).toEqual([status, status]);
      expect(program.json()).toMatchObject({
        code,
        request_id: program.headers.get("x-request-id"),
      });
      expect(program.headers.get("access-control-allow-origin")).toBe("*");
      expect(await countIn(form)).toBe(before);
    },
  );

  it("that announces more than is taken is refused before its first byte", async () => {
    const { status, json, headers } = await postRaw(
      { ...URLENCODED, "content-length": `${2 * MIB + 1}` },
      [],
    );

    expect(status).toBe(413);
    expect(json.code).toBe("too_large");
    expect(json.error).toContain("2 MiB");
    expect(headers.get("connection")).toBe("close");
  });

  it.each([
    [URLENCODED, "a="],
    [JSON_BODY, '{"a":"'],
  ])("that grows beyond what is taken is cut off: %j", async (type, begin) => {
    const chunk = Buffer.alloc(MIB, "x");

    const { status, json } = await postRaw({ ...type, "transfer-encoding": "chunked" }, [
      Buffer.from(begin),
      chunk,
      chunk,
      chunk,
    ]);

    expect([status, json.code]).toEqual([413, "too_large"]);
  });

  it("that holds more files than are taken leaves none behind", async () => {
    const before = filesOnDisk();
    const body = new FormData();
    for (let n = 0; n < 11; n++) body.append("file", new File(["bytes"], `${n}.txt`));

    const answer = await post({ body, headers: AJAX });

    expect(answer.status).toBe(413);
    expect(filesOnDisk()).toEqual(before);
  });

  it("from another site names the site and the setting", async () => {
    const own = await makeForm({ allowed_domains: ["example.org"] });
    const from = (origin: string) => post({ to: own.uuid, headers: { ...AJAX, origin } });

    const [right, sub, ...wrong] = await Promise.all(
      [
        "https://example.org",
        "https://www.example.org",
        "https://evil.example",
        "https://example.org.evil.example",
        "https://notexample.org",
        "null",
      ].map(from),
    );

    expect([right?.status, sub?.status]).toEqual([200, 200]);
    expect(wrong.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(wrong[0]?.text).toMatch(/evil\.example.*allowed_domains/);
    expect((await post({ to: own.uuid })).status).toBe(403);
    // Our own pages: the one to try a form, and the one that sends a post again.
    expect((await from(server.url)).status).toBe(200);
    expect(await countIn(own)).toBe(3);
  });
});

describe("a form's address", () => {
  it.each(["GET", "PUT", "DELETE", "PATCH"])(
    "takes no %s, and says so on a page",
    async (method) => {
      const answer = await checkedFetch(server.url)(method, `/f/${form.uuid}`);

      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe("POST, OPTIONS");
      expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
    },
  );

  it("shows nothing of what is written into it as markup", async () => {
    const answer = await checkedFetch(server.url)("GET", "/f/x?a=<script>alert(1)</script>");

    expect(answer.text).not.toContain("<script>alert");
  });

  it("may be posted to from every site, without credentials", async () => {
    const preflight = await checkedFetch(server.url)("OPTIONS", `/f/${form.uuid}`, {
      headers: { origin: "https://example.org", "access-control-request-method": "POST" },
    });

    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
    expect(preflight.headers.get("x-request-id")).toMatch(/^req_/);
  });
});
