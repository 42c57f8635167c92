// Accepted posts to a form: what is stored, and the response, a page for browsers that navigate, JSON for every
// script. Rejected posts: rejected-posts.test.ts.
import type { Submission } from "@intray/sdk/schemas";
import { AJAX, JSON_BODY, useFormPosts } from "./form-posts.ts";
import { type CheckedAnswer } from "./document.ts";

const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

const { server, form, makeForm, post } = useFormPosts();

async function stored(answer: CheckedAnswer): Promise<Submission> {
  const { id } = answer.json() as { readonly id: number };
  return server.read(`/submissions/${id}`);
}

describe("a post", () => {
  it("finds the form by uuid and by id, with .json and with a trailing slash", async () => {
    const paths = [form.uuid, `${form.id}`, `${form.uuid}.json`, `${form.id}.json`];
    const answers = await Promise.all(paths.map((to) => post({ to, headers: AJAX })));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await post({ to: `${form.uuid}/` })).status).toBe(200);
  });

  it("keeps the headers of a file's part, except characters that not every database can store", async () => {
    const headers = { ...AJAX, "content-type": "multipart/form-data; boundary=x" };
    const filesOf = async (head: string) => {
      const part = `--x\r\nContent-Disposition: form-data; ${head}\r\nContent-Type: text/\0plain`;
      return (await stored(await post({ body: `${part}\r\n\r\nx\r\n--x--`, headers }))).attachments;
    };

    expect(await filesOf('name="a\0b"; filename="c\0.txt"')).toMatchObject([
      { form_name: "a\ufffdb", name: "c\ufffd.txt", content_type: "text/\ufffdplain" },
    ]);
    expect(await filesOf("name=\"a\"; filename*=UTF-8''%00%ff.txt")).toMatchObject([
      { name: "\ufffd\ufffd.txt" },
    ]);
  });

  it("is stored with its source, user agent and the address of its connection", async () => {
    const headers = {
      ...AJAX,
      "x-forwarded-for": "203.0.113.7",
      forwarded: "for=203.0.113.7",
      referer: "https://example.org/contact?from=ad&from=mail",
      "user-agent": "a browser",
    };

    expect(await stored(await post({ headers }))).toMatchObject({
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
});

it("a spam post that fills in the honeypot is stored, and gets the same response as ham", async () => {
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

describe("the response to a post", () => {
  it("is a page for a browser, which shows the owner's text escaped", async () => {
    const { uuid: to } = await makeForm({ redirect_heading: "<script>alert(1)</script>" });

    const answer = await post({ to, headers: { accept: "text/html,*/*;q=0.8" } });

    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
    expect(answer.headers.get("content-security-policy")).toMatch(/default-src 'none'/);
    expect(answer.text).not.toContain("<script>");
    expect(answer.text).toContain("&lt;script&gt;");
  });

  it("is 303 to the owner's page for a browser, and JSON with its URL for a script", async () => {
    const { uuid: to } = await makeForm({ redirect_url: "https://example.org/thanks" });

    const page = await post({ to, headers: BROWSER });
    const program = await post({ to });

    expect([page.status, page.headers.get("location")]).toEqual([
      303,
      "https://example.org/thanks",
    ]);
    expect(program.status).toBe(200);
    expect(program.json()).toEqual({
      success: true,
      ok: true,
      status: "success",
      code: 200,
      id: expect.any(Number) as number,
      message: "Your message has been received.",
      next: "https://example.org/thanks",
      redirect_url: "https://example.org/thanks",
    });
  });

  it("names the hosted thank-you page to a script if there is no other", async () => {
    const { uuid: to } = await makeForm({ redirect_message: "We call you back." });

    const answer = (await post({ to: `${to}.json` })).json() as Record<string, string>;
    const { pathname } = new URL(answer["next"] ?? "");
    const page = await fetch(server.url + pathname, { headers: { referer: "https://a.test/" } });

    expect(answer).toMatchObject({ message: "We call you back.", redirect_url: null });
    expect(pathname).toBe(`/f/${to}/thanks`);
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/We call you back\.[^]*https:\/\/a\.test\//);
    expect((await fetch(`${server.url}/f/ffffffffffff/thanks`)).status).toBe(404);
  });

  it("is JSON for a browser too, if the form has use_ajax", async () => {
    const { uuid: to } = await makeForm({ use_ajax: true, redirect_url: "https://a.test/" });

    const accepted = await post({ to, headers: BROWSER });
    const rejected = await post({ to, body: "_next=", headers: BROWSER });

    expect(accepted.json()).toMatchObject({ success: true, redirect_url: "https://a.test/" });
    expect([rejected.status, rejected.json()]).toEqual([
      422,
      expect.objectContaining({ success: false, code: "empty" }) as object,
    ]);
  });

  it("is in the language that the page asks for", async () => {
    const headers = { ...BROWSER, "accept-language": "en" };

    const thanks = await post({ body: "name=Ada&_language=fr", headers });
    const empty = await post({ body: "_language=de", headers });
    const json = await post({ body: "name=Ada&_language=de" });

    expect(thanks.headers.get("content-language")).toBe("fr");
    expect(empty.headers.get("content-language")).toBe("de");
    expect(json.json()).toMatchObject({ message: "Ihre Nachricht ist angekommen." });
  });

  it("speaks the visitor's language to scripts too", async () => {
    const german = { "accept-language": "de" };

    const accepted = await post({ headers: german });
    const rejected = await post({ body: "", headers: german });

    expect(accepted.json()).toMatchObject({ message: "Ihre Nachricht ist angekommen." });
    expect(rejected.json()).toMatchObject({
      error: /^The post contains no field/,
      message: "Es wurde nichts ausgefüllt.",
      errors: [{ field: "", code: "EMPTY", message: "Es wurde nichts ausgefüllt." }],
    });
  });

  it.each([
    ["Accept", "", "name=Ada", { accept: "application/json, text/html;q=0.5" }],
    ["Accept of fetch", "", "name=Ada", { accept: "*/*" }],
    ["Accept of axios", "", "name=Ada", { accept: "application/json, text/plain, */*" }],
    ["Accept without HTML", "", "name=Ada", { accept: "image/webp" }],
    ["Accept that refuses HTML", "", "name=Ada", { accept: "text/html;q=0, */*" }],
    ["the path", ".json", "name=Ada", BROWSER],
    ["X-Requested-With", "", "name=Ada", { ...BROWSER, "x-requested-with": "XMLHttpRequest" }],
    ["a JSON body", "", '{"name":"Ada"}', { ...BROWSER, ...JSON_BODY }],
    ["a JSON body in capitals", "", '{"name":"Ada"}', { "content-type": "Application/JSON" }],
  ])("is JSON because of %s", async (_, ending, body, headers) => {
    const answer = await post({ to: form.uuid + ending, body, headers });

    expect(answer.json()).toMatchObject({ success: true, redirect_url: null });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  });

  it.each([
    "text/html, application/json;q=0.5",
    "TEXT/HTML",
    "image/webp,text/html;q=0.1",
    BROWSER.accept,
  ])("is a page for Accept: %s", async (accept) => {
    expect((await post({ headers: { accept } })).headers.get("content-type")).toMatch(
      /^text\/html/,
    );
  });
});
