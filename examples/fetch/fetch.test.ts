import { apiOf, postBody } from "../../test/harness/api.ts";
import { openShell } from "../../test/harness/shell.ts";
import { KEY } from "../../test/harness/server-program.ts";
// @ts-expect-error a browser script without types
import { postForm } from "./post-form.js";

it("posts fields and files, and returns an error message on failure", async () => {
  await using shell = await openShell();
  const fields = postBody({ email: "ada@example.org", file: new File(["hello"], "hello.txt") });

  const stored: unknown = await postForm(`${shell.url}/f/1`, fields);
  const empty: unknown = await postForm(`${shell.url}/f/1`, new FormData());
  const unreachable: unknown = await postForm("http://127.0.0.1:9/f/1", fields);

  expect(stored).toBe(true);
  expect(empty).toMatch(/^[A-Z].*\.$/);
  expect(unreachable).toContain("cannot be reached");
  expect(await apiOf(shell.url, KEY)("GET", "/submissions")).toMatchObject({
    submissions: [{ email: "ada@example.org", attachments: [{ name: "hello.txt" }] }],
  });
});
