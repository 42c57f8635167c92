// Runs the README's examples as one program, against a server that has one of everything.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { serve } from "../test/bad-server.ts";

const meta = { count: 1, page: 1, per_page: 100, next_cursor: null };
const submission = { id: 7, email: "ada@example.com", payload_params: { name: "Ada" }, read: true };
const lists = { submissions: [submission], forms: [{ name: "Contact" }], webhook_logs: [] };
const problem = { error: "The form has no name.", code: "invalid", request_id: "req_1" };

it("has examples that run", async () => {
  const { url, requests } = await serve(({ method, url: path = "" }, response) => {
    const isList = /^\/api\/v1\/(submissions|forms|webhook_logs)(\?|$)/.test(path);
    response.statusCode = method === "POST" ? 422 : 200;
    const body = isList ? { ...lists, meta } : submission;
    response.end(JSON.stringify(method === "POST" ? problem : body));
  });

  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ["--conditions=@intray/source", "--input-type=module-typescript", "-e", program(url)],
    { cwd: new URL("..", import.meta.url), env: { INTRAY_API_KEY: "itk_acct_test" } },
  );

  expect(stdout).toContain("7 ada@example.com { name: 'Ada' }\nContact\n1\n");
  expect(stderr).toContain("422 The form has no name. []");
  expect(requests.map((one) => `${one.method} ${one.url}`)).toContain(
    "PATCH /api/v1/submissions/7",
  );
});

/** One import, and the client closed at the end. */
function program(baseUrl: string): string {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map((match) => match[1] ?? "");
  const code = blocks.join("\n");
  const body = code.replaceAll(/^import .*$/gm, "").replace("await client.close();", "");
  const local = body.replace("http://127.0.0.1:8787", baseUrl);
  return `import { ApiError, Intray, IntrayError } from "@intray/sdk";\n${local}\nawait client.close();`;
}
