// Rejected posts to a form: malformed bodies, limits, foreign sites, other methods. Nothing of them is stored.
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { Form, PostProblem, SubmissionList } from "@intray/sdk/schemas";
import { AJAX, JSON_BODY, type Post, URLENCODED, useFormPosts } from "./form-posts.ts";
import { checkedFetch, expectContract } from "./document.ts";

const MIB = 1_024 * 1_024;
const { server, form, makeForm, post } = useFormPosts();

async function countIn({ uuid }: Form): Promise<number> {
  const path = `/submissions?form_id=${uuid}&filter_by=all`;
  return (await server.read<SubmissionList>(path)).meta.count;
}

/** Uses the HTTP client directly: `fetch` always sends the whole body. */
async function postRaw(headers: Record<string, string>, chunks: readonly Buffer[]) {
  const path = `/f/${form.uuid}.json`;
  const sent = request(new URL(path, server.url), { method: "POST", headers, agent: false });
  // The server may close the connection before it has read everything.
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

describe("a rejected post", () => {
  it.each([
    ["an unknown form", { to: "ffffffffffff" }, 404, "not_found"],
    ["an id that is out of range", { to: "99999999999999999999" }, 404, "not_found"],
    ["a form's address that cannot be decoded", { to: "%E0%A4%A" }, 404, "not_found"],
    ["an empty body", { body: "" }, 422, "empty"],
    ["only control fields", { body: "_gotcha=&_redirect=%2Fthanks" }, 422, "empty"],
    ["a JSON body without a byte", { body: "", headers: JSON_BODY }, 422, "empty"],
    [
      "an empty body as text",
      { body: "", headers: { "content-type": "text/plain" } },
      422,
      "empty",
    ],
    ["an empty object", { body: "{}", headers: JSON_BODY }, 422, "empty"],
    ["text", { headers: { "content-type": "text/plain" } }, 415, "unsupported_type"],
    ["a broken object", { body: '{"a":', headers: JSON_BODY }, 400, "malformed"],
    ["an array", { body: '["a"]', headers: JSON_BODY }, 400, "malformed"],
    [
      "multipart without a boundary",
      { body: "--x", headers: { "content-type": "multipart/form-data" } },
      400,
      "malformed",
    ],
    ["a field that is too long", { body: `a=${"x".repeat(262_145)}` }, 413, "too_large"],
    ["too many fields", { body: "a=1&".repeat(1_001) }, 413, "too_large"],
  ] satisfies readonly (readonly [string, Post, number, string])[])(
    "for %s gets an error in JSON or on a page, and stores nothing",
    async (_, given: Post, status, code) => {
      const before = await countIn(form);

      const program = await post({ ...given, headers: { ...given.headers, ...AJAX } });
      const browser = await post({ ...given, headers: { ...given.headers, accept: "text/html" } });

      expect([program.status, browser.status]).toEqual([status, status]);
      const message = /\S/;
      const error = { field: expect.any(String) as string, code: /^[A-Z_]+$/, message };
      expect(program.json()).toEqual({
        success: false,
        ok: false,
        status: "error",
        error: message,
        message,
        code,
        errors: [error],
        request_id: program.headers.get("x-request-id"),
      });
      expect(program.headers.get("access-control-allow-origin")).toBe("*");
      expect(await countIn(form)).toBe(before);
    },
  );

  it.each([
    ["ffffffffffff", "name=Ada", { field: "", code: "FORM_NOT_FOUND" }],
    ["", "_next=", { field: "", code: "EMPTY" }],
    ["", `long=${"x".repeat(262_145)}`, { field: "long", code: "FIELD_TOO_LONG" }],
    ["", "a=1&".repeat(1_001), { field: "", code: "TOO_MANY_FIELDS" }],
    ["", "x".repeat(2 * MIB + 1), { field: "", code: "TOO_LARGE" }],
  ])("says by the codes of other services what is wrong: %s %.20s", async (to, body, error) => {
    const answer = await post({ body, ...(to === "" ? {} : { to }) });

    expect((answer.json() as PostProblem).errors).toMatchObject([error]);
  });

  it("without a body and a type is empty, also to the path with .json", async () => {
    const { status, json } = await postRaw({ "content-length": "0" }, []);

    expect([status, json.code]).toEqual([422, "empty"]);
  });

  it("with a file that is too large names the input of the file", async () => {
    const body = new FormData();
    body.append("cv", new File([new Uint8Array(25 * MIB + 1)], "cv.pdf"));

    const answer = await post({ body });

    expect((answer.json() as PostProblem).errors).toMatchObject([
      { field: "cv", code: "FILES_TOO_BIG" },
    ]);
  });

  it("whose Content-Length is over the limit is rejected before its first byte", async () => {
    const { status, json, headers } = await postRaw(
      { ...URLENCODED, "content-length": `${2 * MIB + 1}` },
      [],
    );

    expect(status).toBe(413);
    expect(json.code).toBe("too_large");
    expect(json.error).toContain("2 MiB");
    expect(headers.get("connection")).toBe("close");
  });

  it("from another site gets an error that names the site and the setting", async () => {
    const own = await makeForm({ allowed_domains: ["Example.org"] });
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
    const headers = { ...AJAX, origin: "null", referer: "https://example.org/x" };
    expect((await post({ to: own.uuid, headers })).status).toBe(200);
    // The server's own origin: the page that tries out a form, and the page that repeats a post.
    expect((await from(server.url)).status).toBe(200);
    expect(await countIn(own)).toBe(4);
  });
});

describe("the URL of a form", () => {
  it.each(["GET", "PUT", "DELETE", "PATCH"])("answers %s with 405 on a page", async (method) => {
    const answer = await checkedFetch(server.url)(method, `/f/${form.uuid}`);

    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("POST, OPTIONS");
    expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
  });

  it("is never shown with markup from the request", async () => {
    const answer = await checkedFetch(server.url)("GET", "/f/x?a=<script>alert(1)</script>");

    expect(answer.text).not.toContain("<script>alert");
  });

  it("accepts posts from every site, without credentials", async () => {
    const preflight = await checkedFetch(server.url)("OPTIONS", `/f/${form.uuid}`, {
      headers: { origin: "https://example.org", "access-control-request-method": "POST" },
    });

    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
    expect(preflight.headers.get("x-request-id")).toMatch(/^req_/);
  });

  it("allows whatever headers a page asks for, in bounds", async () => {
    const allowed = async (asked: string) => {
      const { headers } = await checkedFetch(server.url)("OPTIONS", `/f/${form.uuid}`, {
        headers: { "access-control-request-headers": asked },
      });
      return headers.get("access-control-allow-headers")?.split(", ") ?? [];
    };

    const [usual, strange, many] = await Promise.all([
      allowed("content-type,x-csrf-token, Authorization"),
      allowed(`bad header,ok,a\u00e9,<b>,${"x".repeat(101)},OK`),
      allowed(Array.from({ length: 500 }, (_, n) => `x-${n}`).join()),
    ]);

    expect(usual).toEqual([
      "Content-Type",
      "X-Requested-With",
      "Idempotency-Key",
      "x-csrf-token",
      "authorization",
    ]);
    expect(strange.slice(3)).toEqual(["ok"]);
    expect(many).toHaveLength(53);
  });
});
