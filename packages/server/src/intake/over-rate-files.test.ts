import { join } from "node:path";
import { useApiServer } from "../../test/api-server.ts";
import { filesIn } from "../../test/disk.ts";

const server = useApiServer({ INTRAY_RATE_LIMIT: "1" });

function postWithFiles(headers: Record<string, string> = {}) {
  const body = new FormData();
  body.set("message", "Hello");
  for (const name of ["a.txt", "b.txt"]) body.append("file", new File(["x".repeat(100_000)], name));
  return fetch(`${server.url}/f/1.json`, { method: "POST", body, headers });
}

it("keeps no files of posts above the rate limit, and says so in the record", async () => {
  const first = await postWithFiles();
  const headers = { "idempotency-key": "again" };
  const over = await postWithFiles(headers);
  const repeated = await postWithFiles(headers);

  const { id } = (await over.json()) as { readonly id: number };
  const record = (await server.request("GET", `/submissions/${id}`)).json();
  expect([first.status, over.status]).toEqual([200, 200]);
  expect(record).toMatchObject({ spam: true, spam_reason: "rate", attachments: [] });
  expect(record).toMatchObject({ spam_findings: [{ sentence: /Its files were not kept: 2\.$/ }] });
  expect(await repeated.json()).toMatchObject({ id });
  expect(filesIn(join(server.folder, "attachments"))).toHaveLength(2);
});
