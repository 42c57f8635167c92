import { readFileSync } from "node:fs";
import { openFolder } from "../../test/harness/folder.ts";
import { startServerProgram, KEY } from "../../test/harness/server-program.ts";
import { useEach } from "../../test/harness/use.ts";
import { apiOf } from "../../test/harness/api.ts";

const page = readFileSync(new URL("index.html", import.meta.url), "utf8");

const folder = useEach(openFolder);
const server = useEach(() => startServerProgram({ INTRAY_DATA_DIR: folder.path }));

it("posts like a browser and gets a page as response", async () => {
  const url = await server.url();
  const api = apiOf(url, KEY);
  const { uuid } = await api<{ uuid: string }>("GET", "/forms/1");
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
  const script = /<script src="http:\/\/127\.0\.0\.1:8787(\/[^"]+)" defer>/.exec(page)?.[1];

  expect((await fetch(`${url}${script}`)).headers.get("content-type")).toMatch(/^text\/javascript/);
  expect(page).toMatch(/<form\s[^>]*action="http:\/\/127\.0\.0\.1:8787\/f\/[0-9a-f]{12}"/);
  expect(await answer.text()).toContain("Thank you");
  expect(await api("GET", "/submissions?filter_by=new")).toMatchObject({
    submissions: [
      {
        email: "ada@example.org",
        payload_params: { name: "a name", topics: ["a topics[]"], message: "a message" },
        attachments: [{ name: "hello.txt", form_name: "file", file_size: 5 }],
      },
    ],
  });
});
