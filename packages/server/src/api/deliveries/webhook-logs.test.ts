import { createHash } from "node:crypto";
import type { FormWebhook, WebhookLogList } from "@intray/sdk/schemas";
import { useApiServer } from "../../../test/api-server.ts";

const server = useApiServer();
let form: { readonly id: number; readonly uuid: string };
let webhook: FormWebhook;
beforeEach(async () => {
  form = await server.create("/forms", { name: "Contact" });
  webhook = await server.addWebhook(form.id);
});

const post = (name = "Ada") => server.post(form.uuid, { name });
const logsOf = async (submission: number) =>
  (await server.read<WebhookLogList>(`/submissions/${submission}/webhook_logs`)).webhook_logs;
/** The newest entry of a submission, once it is finished. */
const ended = (submission: number) =>
  vi.waitUntil(async () => (await logsOf(submission)).find(({ finished_at }) => finished_at));

describe("the body of a log entry", () => {
  it("is exactly what was sent, as a download of its own type", async () => {
    const entry = await ended(await post("Zürich"));

    const answer = await server.request("GET", `/webhook_logs/${entry.id}/body`);

    const sha256 = createHash("sha256").update(answer.body).digest("hex");
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"name":"Zürich"')]);
    expect([sha256, answer.body.length]).toEqual([
      entry.request?.body_sha256,
      entry.request?.bytes,
    ]);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("has exactly the content type that was stored", async () => {
    const entry = await ended(await post());
    const type = "multipart/form-data; boundary=a'b(c)+d_e,f-g./:=?h";
    await server.sql("update delivery_body set content_type = ?", type);

    const answer = await server.request("GET", `/webhook_logs/${entry.id}/body`);

    expect(answer.headers.get("content-type")).toBe(type);
  });

  it("is answered with 404 before it is rendered and after it is pruned", async () => {
    await server.patch(`/form_webhooks/${webhook.id}`, { enabled: false });
    const [skipped] = await logsOf(await post());
    await server.patch(`/form_webhooks/${webhook.id}`, { enabled: true });
    const pruned = await ended(await post("Eve"));
    await server.sql("delete from delivery_body where submission_id = ?", pruned.submission_id);

    const answers = await Promise.all(
      [skipped?.id, pruned.id].map((id) => server.request("GET", `/webhook_logs/${id}/body`)),
    );

    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0]?.text).toContain("has no body");
  });
});

describe("re-firing failed deliveries", () => {
  const refire = (json: unknown, id = webhook.id) =>
    server.request("POST", `/form_webhooks/${id}/refire_failed`, { json });

  it("handles more than one batch, and returns a hundred deliveries", async () => {
    await server.fill(form.id, 1_100);
    await server.sql(
      `insert into delivery (account_id, form_id, submission_id, webhook_id, webhook_name, url,
        "trigger", state, created_at, finished_at, is_current)
      select 1, form_id, id, ?, 'W', ?, 'intake', 'exhausted', 1, 1, 1 from submission where form_id = ?`,
      webhook.id,
      webhook.url,
      form.id,
    );

    const answer = await refire({ since: "1970-01-01" });

    const { message, deliveries } = answer.json() as { message: string; deliveries: unknown[] };
    expect(message).toBe("Queued 1100 deliveries.");
    expect(deliveries).toHaveLength(100);
    await server.request("DELETE", `/form_webhooks/${webhook.id}`);
  });

  it.each(["", "yesterday"])("is rejected since %j", async (since) => {
    const answer = await refire({ since });

    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining("since")]);
  });
});
