// The API of webhooks has no other destinations, although they share a table.
import { useApiServer } from "../../test/api-server.ts";

const server = useApiServer();
let recipient: number;
let alerts: number;
let submission: number;
let entry: number;
beforeAll(async () => {
  recipient = await insert(`insert into webhook (kind, account_id, form_id, name, url,
    trigger_when_spam, enabled, recipient_role, created_at, updated_at)
    values ('email', 1, 1, 'Ada', 'mailto:ada@example.org', 0, 1, 'to', 1, 1) returning id`);
  alerts = await insert(`insert into webhook (purpose, takes_submissions, account_id, name, url,
    headers, signing_secret, trigger_when_spam, enabled, created_at, updated_at)
    values ('account', 0, 1, 'Alerts', 'https://chat.example/', '[]', '-', 0, 1, 1, 1)
    returning id`);
  submission = await server.post("1", { message: "hello" });
  entry = await insert(`insert into delivery (account_id, form_id, submission_id, webhook_id,
    webhook_name, url, "trigger", state, finished_at, created_at)
    values (1, 1, ${submission}, ${recipient}, 'Ada', 'mailto:ada@example.org', 'refire',
      'exhausted', 2, 1) returning id`);
  await insert(`insert into delivery (account_id, webhook_id, webhook_name, url, "trigger", state,
    finished_at, created_at)
    values (1, ${alerts}, 'Alerts', 'https://chat.example/', 'alert', 'succeeded', 2, 1)
    returning id`);
});

async function insert(statement: string): Promise<number> {
  const [row] = (await server.sql(statement)) as { id: number }[];
  return row?.id ?? 0;
}

const read = async (path: string) => (await server.request("GET", path)).json();

describe("other destinations", () => {
  it("are in no list of webhooks or of their log", async () => {
    const webhooks = await read("/form_webhooks");
    const log = await read("/webhook_logs");
    const ofSubmission = await read(`/submissions/${submission}/webhook_logs`);

    expect(webhooks).toMatchObject({ form_webhooks: [] });
    expect(log).toMatchObject({ webhook_logs: [], meta: { count: 0 } });
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
