import { serveOnLoopback } from "../harness/loopback.ts";
import { checkedFetch, ContractError, contractProblems } from "./document.ts";

const headers = (more: Record<string, string> = {}) =>
  new Headers({
    "content-type": "application/json",
    "x-request-id": "req_1",
    etag: '"v1"',
    ...more,
  });
const answer = (status: number, body: unknown, more?: Record<string, string>) => ({
  status,
  headers: headers(more),
  body: Buffer.from(JSON.stringify(body)),
});
const problem = (code: string) => ({ error: "No. Do this.", code, request_id: "req_1" });
const project = {
  id: 1,
  name: "Site",
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
};

describe("contractProblems", () => {
  it.each([
    { method: "GET", path: "/api/v1/projects/1", given: answer(200, project) },
    { method: "GET", path: "/api/v1/projects/1/?x=1", given: answer(200, project) },
    { method: "GET", path: "/api/v1/projects/1", given: answer(404, problem("not_found")) },
    { method: "GET", path: "/nowhere", given: answer(404, problem("not_found")) },
    {
      method: "DELETE",
      path: "/api/v1/me",
      given: answer(405, problem("method_not_allowed"), { allow: "GET, HEAD" }),
    },
    { method: "GET", path: "/api/v1/events", given: answer(422, problem("invalid")) },
    {
      method: "GET",
      path: "/api/v1/projects/1",
      given: answer(200, { ...project, later: "a member to come" }),
    },
  ])("finds nothing wrong with $given.status of $method $path", ({ method, path, given }) => {
    expect(contractProblems(method, path, given)).toEqual([]);
  });

  const { name: _, ...nameless } = project;
  it.each([
    { what: "a status that is not documented", given: answer(418, project), says: "418" },
    { what: "a member that is missing", given: answer(200, nameless), says: "name" },
    { what: "a wrong type", given: answer(200, { ...project, id: "1" }), says: "body/id" },
    {
      what: "an id that JSON numbers cannot hold",
      given: answer(200, { ...project, id: 2 ** 53 }),
      says: "body/id",
    },
    {
      what: "a time that is none",
      given: answer(200, { ...project, created_at: "yesterday" }),
      says: "created_at",
    },
    { what: "a refusal of no known code", given: answer(404, problem("oops")), says: "body/code" },
    {
      what: "a media type that is not documented",
      given: answer(200, project, { "content-type": "text/html" }),
      says: "text/html",
    },
    {
      what: "no JSON",
      given: { ...answer(200, project), body: Buffer.from("<html>") },
      says: "no JSON",
    },
    {
      what: "no request id",
      given: {
        ...answer(200, project),
        headers: new Headers({ "content-type": "application/json" }),
      },
      says: "X-Request-Id",
    },
  ])("finds $what", ({ given, says }) => {
    expect(contractProblems("GET", "/api/v1/projects/1", given).join()).toContain(says);
  });

  it("requires 404 for an undocumented path, and 405 with Allow for an undocumented method", () => {
    const unknown = contractProblems("GET", "/nowhere", answer(200, {}));
    const unnamed = contractProblems("PUT", "/api/v1/me", answer(405, problem("invalid")));

    expect(unknown.join()).toContain("404");
    expect(unnamed).toEqual(["Allow does not name GET", "the header Allow is missing"]);
  });
});

describe("checkedFetch", () => {
  const cleanups: (() => void)[] = [];
  afterEach(() => {
    for (const one of cleanups.splice(0)) one();
  });

  async function serve(body: string): Promise<string> {
    const { url, close } = await serveOnLoopback((_, response) => {
      response.writeHead(200, { ...Object.fromEntries(headers()), connection: "close" }).end(body);
    });
    cleanups.push(close);
    return url;
  }

  it("returns a response that keeps the contract", async () => {
    const ask = checkedFetch(await serve(JSON.stringify(project)));

    expect((await ask("GET", "/api/v1/projects/1")).json()).toEqual(project);
  });

  it("throws for one that breaks it, naming the request and the member", async () => {
    const ask = checkedFetch(await serve("{}"));

    const broken = ask("GET", "/api/v1/projects/1");

    await expect(broken).rejects.toThrow(ContractError);
    await expect(broken).rejects.toThrow(/GET \/api\/v1\/projects\/1 answered 200.*name/);
  });
});
