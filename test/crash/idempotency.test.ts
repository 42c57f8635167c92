// kill -9 between a post's commit and its response: repeated with the same key it is one submission.
import { once } from "node:events";
import { request } from "undici";
import { useEach } from "../harness/use.ts";
import { freshDatabase, settingsFor } from "../../packages/server/test/database.ts";
import { api } from "./server-api.ts";
import { kill, type ServerProcess, startServer } from "./server-process.ts";

let server: ServerProcess;
const fresh = useEach(freshDatabase);
beforeEach(async () => {
  server = await startServer(settingsFor(fresh));
});
afterEach(async () => {
  await kill(server.child);
});

it("stores a repeated post once, and answers with its id", async () => {
  const { child, url } = server;
  server.dieAt("after the intake commit", 1);
  const form = await api<{ id: number; uuid: string }>(url, "POST", "/forms", { name: "Crash" });
  const post = (to: string) =>
    request(`${to}/f/${form.uuid}.json`, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "idempotency-key": "the-key-of-this-post",
      },
      body: "message=hello",
    });
  const gone = once(child, "exit");

  await expect(post(url)).rejects.toThrow(/other side closed|ECONNRESET/);
  await gone;
  server = await startServer(settingsFor(fresh));
  const answer = await post(server.url);

  const { submissions } = await api<{ submissions: { id: number; spam: boolean }[] }>(
    server.url,
    "GET",
    `/submissions?form_id=${form.id}&unread=true`,
  );
  expect(answer.statusCode).toBe(200);
  expect(submissions).toMatchObject([{ spam: false }]);
  expect(await answer.body.json()).toMatchObject({ success: true, id: submissions[0]?.id });
});
