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
    ["GET", "/api/v1/projects/1", answer(200, project)],
    ["GET", "/api/v1/projects/1/?x=1", answer(200, project)],
    ["GET", "/api/v1/projects/1", answer(404, problem("not_found"))],
    ["GET", "/nowhere", answer(404, problem("not_found"))],
    ["DELETE", "/api/v1/me", answer(405, problem("method_not_allowed"), { allow: "GET, HEAD" })],
    ["GET", "/api/v1/events", answer(422, problem("invalid"))],
    ["GET", "/api/v1/projects/1", answer(200, { ...project, later: "a member to come" })],
  ] as const)("finds nothing wrong with what %s %s answers", (method, path, given) => {
    expect(contractProblems(method, path, given)).toEqual([]);
  });

  const { name: _, ...nameless } = project;
  const JSON_ONLY = new Headers({ "content-type": "application/json" });
  it.each([
    ["a status that is not documented", "418", answer(418, project)],
    ["a member that is missing", "name", answer(200, nameless)],
    ["a wrong type", "body/id", answer(200, { ...project, id: "1" })],
    ["an id that JSON numbers cannot hold", "body/id", answer(200, { ...project, id: 2 ** 53 })],
    ["a time that is none", "created_at", answer(200, { ...project, created_at: "yesterday" })],
    ["a refusal of no known code", "body/code", answer(404, problem("oops"))],
    ["an unknown media type", "text/html", answer(200, project, { "content-type": "text/html" })],
    ["no JSON", "no JSON", { ...answer(200, project), body: Buffer.from("<html>") }],
    ["no request id", "X-Request-Id", { ...answer(200, project), headers: JSON_ONLY }],
  ])("finds %s", (_what, says, given) => {
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
  async function serve(body: string): Promise<string> {
    const { url, close } = await serveOnLoopback((_, response) => {
      response.writeHead(200, { ...Object.fromEntries(headers()), connection: "close" }).end(body);
    });
    onTestFinished(close);
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
