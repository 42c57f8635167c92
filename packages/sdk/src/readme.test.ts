// Runs the README's examples as one program against a test server.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { serve } from "../test/faulty-server.ts";

const meta = { count: 1, page: 1, per_page: 100, next_cursor: null };
const submission = { id: 7, email: "ada@example.com", payload_params: { name: "Ada" }, read: true };
const lists = { submissions: [submission], forms: [{ name: "Contact" }], webhook_logs: [] };
const problem = { error: "The form has no name.", code: "invalid", request_id: "req_1" };
const event = `id: 12\nevent: submission.created\ndata: {"id":7,"form_id":3}\n\n`;

it("has examples that run", async () => {
  const folder = await mkdtemp(join(tmpdir(), "intray-readme-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  let claims = 0;
  const { url, requests } = await serve(({ method, url: address = "" }, response) => {
    const path = address.replace("/api/v1", "").replace(/\?.*/, "");
    if (path === "/events") {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(event);
      return;
    }
    if (path === "/submissions/claim") {
      const submissions = claims++ === 0 ? [{ ...submission, form_id: 3, claim_count: 1 }] : [];
      response.end(JSON.stringify({ submissions, lease_token: "lease", lease_expires_at: "" }));
      return;
    }
    response.statusCode = method === "POST" && path === "/forms" ? 422 : 200;
    response.end(answerTo(method, path));
  });

  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ["--conditions=@intray/source", "--input-type=module-typescript", "-e", program(url, folder)],
    { cwd: new URL("..", import.meta.url), env: { INTRAY_API_KEY: "itk_acct_test" } },
  );

  expect(stdout.split("\n")).toEqual([
    "7 ada@example.com { name: 'Ada' }",
    "Contact",
    "1",
    String(JSON.stringify(submission).length),
    "undefined true",
    "stored as 9",
    "new 7",
    "handling 7 1",
    "1 drained",
    "",
  ]);
  expect(stderr.split("\n")).toEqual([
    expect.stringContaining("422 The form has no name. []"),
    "getMe form_id",
    "getMe account",
    "",
  ]);
  expect(await readFile(join(folder, "cv.pdf"), "utf8")).toBe("%PDF");
  expect(requests.map((one) => `${one.method} ${one.url}`)).toContain(
    "PATCH /api/v1/submissions/7",
  );
});

function answerTo(method: string | undefined, path: string): string {
  if (path.startsWith("/attachments")) return "%PDF";
  if (method === "POST") return JSON.stringify({ ...problem, success: true, id: 9 });
  if (path === "/me") return JSON.stringify({ kind: "account", key_name: "cron" });
  return JSON.stringify(/^\/\w+$/.test(path) ? { ...lists, meta } : submission);
}

/** All code blocks in order, with one client that is closed at the end. */
function program(baseUrl: string, folder: string): string {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const code = [...readme.matchAll(/```ts\n(.*?)```/gs)].map((match) => match[1]).join("\n");
  const names = new Map<string, Set<string>>();
  for (const [, list = "", from = ""] of code.matchAll(/^import \{ (.*) \} from "(.*)";$/gm)) {
    const known = names.get(from) ?? new Set();
    names.set(from, new Set([...known, ...list.split(", ")]));
  }
  const imports = [...names].map(
    ([from, all]) => `import { ${[...all].join(", ")} } from "${from}";`,
  );
  const body = code
    .replaceAll(/^import .*$/gm, "")
    .replace("await client.close();", "")
    .replaceAll("http://127.0.0.1:8787", baseUrl)
    .replaceAll("/tmp/", `${folder}/`);
  return [...imports, body, "await client.close();"].join("\n");
}
