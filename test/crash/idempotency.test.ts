// kill -9 between a post's commit and its response: repeated with the same key it is one submission.
import { once } from "node:events";
import { useEach } from "../harness/use.ts";
import { freshDatabase, settingsFor } from "../../packages/server/test/database.ts";
import { api } from "../harness/server-program.ts";
import { kill, type ServerProcess, startServer } from "./server-process.ts";
import { postTo } from "../harness/api.ts";

let server: ServerProcess;
const fresh = useEach(freshDatabase);
beforeEach(async () => {
  server = await startServer(settingsFor(fresh));
});
afterEach(() => kill(server.child));

it("stores a repeated post once, and answers with its id", async () => {
  const { child, url } = server;
  server.dieAt("after the intake commit", 1);
  const form = await api<{ id: number; uuid: string }>(url, "POST", "/forms", { name: "Crash" });
  const headers = { "idempotency-key": "the-key-of-this-post" };
  const post = (to: string) => postTo(to, form.uuid, { message: "hello" }, { headers });
  const gone = once(child, "exit");

  await expect(post(url)).rejects.toThrow("fetch failed");
  await gone;
  server = await startServer(settingsFor(fresh));
  const id = await post(server.url);

  const { submissions } = await api<{ submissions: { id: number; spam: boolean }[] }>(
    server.url,
    "GET",
    `/submissions?form_id=${form.id}&unread=true`,
  );
  expect(submissions).toMatchObject([{ id, spam: false }]);
});
