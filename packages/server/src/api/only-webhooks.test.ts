// The API of webhooks has no other destinations, although they share a table.
import { useApiServer } from "../../test/api-server.ts";

const server = useApiServer();
let recipient: number;
let alerts: number;
let submission: number;
let entry: number;
beforeAll(async () => {
  const url = "mailto:ada@example.org";
  const ada = { kind: "email", url, recipient_role: "to" } as const;
  ({ id: recipient } = await server.insert("webhook", ada));
  const account = { purpose: "account", takes_submissions: 0, form_id: null } as const;
  const chat = { url: "https://chat.example/", headers: "[]", signing_secret: "-" };
  ({ id: alerts } = await server.insert("webhook", { ...account, ...chat }));
  submission = await server.post("1", { message: "hello" });
  const ended = { next_attempt_at: null, finished_at: 2 };
  const failed = { submission_id: submission, webhook_id: recipient, state: "exhausted" } as const;
  ({ id: entry } = await server.insert("delivery", { ...ended, ...failed, url }));
  const sent = { form_id: null, webhook_id: alerts, trigger: "alert", state: "succeeded" } as const;
  await server.insert("delivery", { ...ended, ...sent, url: chat.url });
});

describe("other destinations", () => {
  it("are in no list of webhooks or of their log", async () => {
    const ofSubmission = await server.read(`/submissions/${submission}/webhook_logs`);

    expect(await server.read("/form_webhooks")).toMatchObject({ form_webhooks: [] });
    const empty = { webhook_logs: [], meta: { count: 0 } };
    expect(await server.read("/webhook_logs")).toMatchObject(empty);
    expect(ofSubmission).toMatchObject({ webhook_logs: [] });
  });

  it.each([
    ["GET", ""],
    ["PATCH", "", { name: "x" }],
    ["DELETE", ""],
    ["GET", "/signing_secret"],
    ["POST", "/test"],
    ["POST", "/refire_failed", { since: "2026-01-01T00:00:00Z" }],
  ])(
    "are not found as webhooks by %s /form_webhooks/:id%s",
    async (method, path, json?: object) => {
      for (const id of [recipient, alerts]) {
        const { status } = await server.request(method, `/form_webhooks/${id}${path}`, { json });
        expect(status).toBe(404);
      }
    },
  );

  it.each([
    ["GET", "body"],
    ["POST", "refire"],
  ])("have no entry that %s /webhook_logs/:id/%s finds", async (method, path) => {
    expect((await server.request(method, `/webhook_logs/${entry}/${path}`)).status).toBe(404);
  });

  it("are not re-fired with a submission, and wait on a server that cannot send to them", async () => {
    const answer = await server.request("POST", `/submissions/${submission}/refire_webhooks`);

    expect(await answer.json()).toMatchObject({ deliveries: [] });
    const queued = await server.rows("delivery", ["id"], { state: "queued", claims: 0 });
    expect(queued).toEqual([{ id: 1 }]);
  });
});
