// Accepted posts to a form: what is stored. Responses: post-answers.test.ts. Rejected posts: rejected-posts.test.ts.
import type { Form, Submission } from "@intray/sdk/schemas";
import { beforeAll, describe, expect, it } from "vitest";
import { useApiServer } from "../../packages/server/test/api-server.ts";
import { type CheckedAnswer, checkedFetch } from "./document.ts";

const URLENCODED = { "content-type": "application/x-www-form-urlencoded" };
const JSON_BODY = { "content-type": "application/json" };
const AJAX = { accept: "application/json" };

const server = useApiServer();
let form: Form;
beforeAll(async () => {
  form = await makeForm({});
});

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
  return await server.read<Submission>(`/submissions/${id}`);
}

describe("a post", () => {
  it.each([
    ["urlencoded", "name=Ada&tag=a&tag=b&list%5B%5D=x", URLENCODED],
    ["JSON", '{"name":"Ada","tag":["a","b"],"list[]":["x"]}', JSON_BODY],
  ])("as %s is stored with its fields in their order", async (_, body, headers) => {
    const submission = await stored(await post({ body, headers: { ...headers, ...AJAX } }));

    expect(submission.form_params).toEqual([
      { name: "name", value: "Ada" },
      { name: "tag", value: ["a", "b"] },
      { name: "list", value: ["x"] },
    ]);
  });

  it("as multipart is stored with its fields and files", async () => {
    const body = new FormData();
    body.append("name", "Ada");
    body.append("cv", new File(["bytes"], "cv.txt", { type: "text/plain" }));

    const submission = await stored(await post({ body, headers: AJAX }));

    expect(submission.payload_params).toEqual({ name: "Ada" });
    expect(submission.attachments).toMatchObject([
      { name: "cv.txt", form_name: "cv", content_type: "text/plain", file_size: 5 },
    ]);
  });

  it("finds the form by uuid and by id, with .json and with a trailing slash", async () => {
    const paths = [form.uuid, `${form.id}`, `${form.uuid}.json`, `${form.id}.json`];
    const answers = await Promise.all(paths.map((to) => post({ to, headers: AJAX })));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await post({ to: `${form.uuid}/` })).status).toBe(200);
  });

  it("is stored with its source, user agent and IP address", async () => {
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

  it("is stored with the address of the connection, whatever X-Forwarded-For says", async () => {
    const headers = { ...AJAX, "x-forwarded-for": "203.0.113.7", forwarded: "for=203.0.113.7" };

    expect((await stored(await post({ headers }))).ip).toBe("127.0.0.1");
  });

  it("may use the names of JavaScript object members as field names", async () => {
    const body = '{"__proto__":"a","constructor":"b","hasOwnProperty":"c","2":"d","10":"e"}';

    const submission = await stored(await post({ body, headers: JSON_BODY }));

    expect(submission.form_params.map(({ name }) => name).toSorted()).toEqual(
      ["10", "2", "__proto__", "constructor", "hasOwnProperty"].toSorted(),
    );
    expect(Object.keys(submission.payload_params)).toContain("__proto__");
  });

  it("has NUL characters and lone surrogates replaced", async () => {
    const body = '{"a\\u0000b":"c\\u0000d","lone":"\\ud800"}';

    const submission = await stored(await post({ body, headers: JSON_BODY }));

    expect(submission.payload_params).toEqual({ "a\ufffdb": "c\ufffdd", lone: "\ufffd" });
  });
});

describe("a spam post", () => {
  it("that fills in the honeypot is stored, and gets the same response as ham", async () => {
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

  it("that repeats an earlier post is stored, and gets the same response as ham", async () => {
    const { uuid: to } = await makeForm({ duplicate_filter: true });

    const first = await stored(await post({ to, headers: AJAX }));
    const second = await stored(await post({ to, headers: AJAX }));
    const other = await stored(await post({ to, body: "name=Eve", headers: AJAX }));

    expect([first.spam, second.spam, other.spam]).toEqual([false, true, false]);
    expect(second.spam_reason).toBe("duplicate");
  });
});
