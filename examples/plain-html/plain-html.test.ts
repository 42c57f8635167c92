import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Program, startProgram } from "../../demo/program.ts";
import { openFolder } from "../../test/harness/folder.ts";
import { useEach } from "../../test/harness/use.ts";

const BIN = fileURLToPath(new URL("../../packages/server/bin/intray-server.js", import.meta.url));
const KEY = "example-key-example-key-example-key-example";
const page = readFileSync(new URL("index.html", import.meta.url), "utf8");

const folder = useEach(openFolder);
let server: Program;
beforeEach(() => {
  server = startProgram("the server", [BIN], {
    INTRAY_PORT: "0",
    INTRAY_DATA_DIR: folder.path,
    INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY,
    INTRAY_LOG_LEVEL: "error",
  });
});
afterEach(async () => {
  await server.stop();
});

it("posts like a browser and gets a page as response", async () => {
  const url = (await server.line("listening on ")).replace("intray listening on ", "");
  const headers = { authorization: `Bearer ${KEY}` };
  const { uuid } = (await (await fetch(`${url}/api/v1/forms/1`, { headers })).json()) as {
    uuid: string;
  };
  const form = new FormData();
  for (const [, name = ""] of page.matchAll(/<(?:input|textarea|select)[^>]*\sname="([^"]+)"/g)) {
    if (name === "_gotcha") form.append(name, "");
    else if (name === "file")
      form.append(name, new File(["hello"], "hello.txt", { type: "text/plain" }));
    else if (name === "email") form.append(name, "ada@example.org");
    else form.append(name, `a ${name}`);
  }

  const answer = await fetch(`${url}/f/${uuid}`, {
    method: "POST",
    body: form,
    headers: { accept: "text/html" },
  });
  const listed = await fetch(`${url}/api/v1/submissions?filter_by=new`, { headers });

  const script = /<script src="http:\/\/127\.0\.0\.1:8787(\/[^"]+)" defer>/.exec(page)?.[1];

  expect((await fetch(`${url}${script}`)).headers.get("content-type")).toMatch(/^text\/javascript/);
  expect(page).toMatch(/<form\s[^>]*action="http:\/\/127\.0\.0\.1:8787\/f\/[0-9a-f]{12}"/);
  expect(await answer.text()).toContain("Thank you");
  expect(await listed.json()).toMatchObject({
    submissions: [
      {
        email: "ada@example.org",
        payload_params: { name: "a name", topics: ["a topics[]"], message: "a message" },
        attachments: [{ name: "hello.txt", form_name: "file", file_size: 5 }],
      },
    ],
  });
});
