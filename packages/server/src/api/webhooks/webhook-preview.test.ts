import type { FormWebhook, RefireResult, SigningSecret, WebhookLog } from "@intray/sdk/schemas";
import { unwrap } from "@intray/webhook-verify";
import { OTHER_ACCOUNT_KEY, useApiServer } from "../../../test/api-server.ts";
import { FORMATS } from "../../delivery/payload/formats.ts";
import { startReceiver } from "../../../../../test/harness/receiver.ts";
import { useShared } from "../../../../../test/harness/use.ts";

const server = useApiServer({ INTRAY_WEBHOOK_ALLOW: "127.0.0.1" });
const receiver = useShared(startReceiver);
let form: { readonly id: number; readonly uuid: string };

beforeEach(async () => {
  receiver.status = 200;
  receiver.received = [];
  form = await server.create("/forms", { name: "Contact" });
});

const hook = (settings: object = {}) =>
  server.create<FormWebhook>("/form_webhooks", {
    form_id: form.id,
    url: `http://${receiver.host}/hook`,
    ...settings,
  });
const post = (name: string) => server.post(form.uuid, { name });
const preview = (json: unknown, key?: string) =>
  server.request("POST", "/form_webhooks/preview", key === undefined ? { json } : { json, key });
const sendTest = (id: number) => server.request("POST", `/form_webhooks/${id}/test`);

describe("a preview", () => {
  it.each(Object.keys(FORMATS).filter((format) => format !== "custom"))(
    "renders a sample as %s without sending it",
    async (format) => {
      const answer = await preview({ form_webhook: { format, form_id: form.id } });

      const { content_type, body } = answer.json() as { content_type: string; body: string };
      expect(content_type).toMatch(/^[a-z]+\/[a-z-]+/);
      expect(decodeURIComponent(body.replaceAll("+", " "))).toContain("Ada Lovelace");
      expect(receiver.received).toEqual([]);
    },
  );

  it("renders a template, and reports the position of an error", async () => {
    const of = (template: string) =>
      preview({ form_webhook: { format: "custom", template, content_type: "text/plain" } });

    const good = await of('{{form_name}}: {{field "name"}}');
    const wrong = await of("Hello {{#each}}");

    expect(good.json()).toEqual({ content_type: "text/plain", body: "Sample form: Ada Lovelace" });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toMatch(/template is wrong in line 1, column \d+/);
  });

  it("renders the given submission in the given format", async () => {
    const submission_id = await post("Zürich");

    const answer = await preview({ form_webhook: { format: "data_json" }, submission_id });

    const { body } = answer.json() as { body: string };
    expect(JSON.parse(body)).toEqual({
      data: { name: "Zürich", id: submission_id, attachments: [] },
    });
  });

  it.each([
    [{}, 422, "form_webhook"],
    [{ form_webhook: { format: "yaml" } }, 422, "format"],
    [{ form_webhook: {}, submission_id: "1" }, 422, "submission_id"],
    [{ form_webhook: {}, submission_id: 999_999 }, 404, "submission 999999"],
    [{ form_webhook: { form_id: 999_999 } }, 404, "form 999999"],
  ])("of %j is answered with %i", async (json, expected, word) => {
    const answer = await preview(json);

    expect(answer.status).toBe(expected);
    expect(answer.text).toContain(word);
  });

  it("is rejected for a submission of another account and for a form key", async () => {
    const submission_id = await post("Ada");
    const key = await server.createKey({ form_id: form.id });

    const strange = await preview({ form_webhook: {}, submission_id }, OTHER_ACCOUNT_KEY);
    const ofForm = await preview({ form_webhook: {} }, key);

    expect([strange.status, ofForm.status]).toEqual([404, 403]);
  });
});

describe("a test delivery", () => {
  const ended = (webhook: number) =>
    vi.waitFor(async () => {
      const answer = await server.request("GET", `/webhook_logs?webhook_id=${webhook}`);
      const { webhook_logs } = answer.json() as { webhook_logs: readonly WebhookLog[] };
      const entry = webhook_logs.find(({ trigger }) => trigger === "test");
      if (entry?.finished_at == null) throw new Error("The test is not finished.");
      return entry;
    });

  it("of a form without submissions sends a signed sample, logged without a submission", async () => {
    const { id } = await hook({ headers: [{ name: "X-Team", value: "blue" }] });

    const answer = await sendTest(id);

    const entry = await ended(id);
    expect(answer.json()).toMatchObject({
      success: true,
      deliveries: [{ id: entry.id, trigger: "test", submission_id: null, max_attempts: 1 }],
    });
    expect(entry).toMatchObject({ state: "succeeded", attempts_made: 1, submission_id: null });
    const secret = await server.request("GET", `/form_webhooks/${id}/signing_secret`);
    const { signing_secret } = secret.json() as SigningSecret;
    const [got] = receiver.received;
    expect(got?.headers).toMatchObject({
      "x-service-trigger": "test",
      "webhook-id": expect.stringMatching(`^msg_test_${entry.id}_[\\w-]{22}$`) as string,
      "x-team": "blue",
    });
    expect(unwrap(got?.body ?? "", got?.headers ?? {}, { secrets: signing_secret })).toBeDefined();
    const body = await server.request("GET", `/webhook_logs/${entry.id}/body`);
    expect(body.body.equals(got?.body ?? Buffer.alloc(0))).toBe(true);
    expect(entry.request).toMatchObject({ bytes: got?.body.length });
  });

  it("sends the newest ham with the current settings, and does not change its stored payload", async () => {
    const hooked = await hook({ enabled: false });
    const submission = await post("Ada");
    await server.post(form.uuid, { name: "Spam", _gotcha: "x" });
    await server.request("PATCH", `/form_webhooks/${hooked.id}`, {
      json: { enabled: true, format: "data_json" },
    });

    await sendTest(hooked.id);
    const entry = await ended(hooked.id);
    await server.request("PATCH", `/form_webhooks/${hooked.id}`, { json: { format: "json" } });
    await server.request("POST", `/submissions/${submission}/refire_webhooks`);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2));

    expect(entry.submission_id).toBe(submission);
    expect(receiver.received.map(({ body }) => JSON.parse(body.toString()) as unknown)).toEqual([
      { data: { name: "Ada", id: submission, attachments: [] } },
      { name: "Ada", id: submission, attachments: [] },
    ]);
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([
      expect.stringMatching(`^msg_test_${entry.id}_[\\w-]{22}$`),
      expect.stringMatching(`^msg_${submission}_${hooked.id}_[\\w-]{45}$`),
    ]);
  });

  it("has one attempt, and affects neither the webhook's health nor the submission", async () => {
    const hooked = await hook({ enabled: false });
    const submission = await post("Ada");
    await server.request("PATCH", `/form_webhooks/${hooked.id}`, { json: { enabled: true } });
    receiver.status = 500;

    await sendTest(hooked.id);
    const entry = await ended(hooked.id);

    expect(entry).toMatchObject({ state: "exhausted", reason: "http_500", attempts_made: 1 });
    const webhook = await server.request("GET", `/form_webhooks/${hooked.id}`);
    expect(webhook.json()).toMatchObject({ failure_count: 0, last_failure_at: null });
    const record = await server.request("GET", `/submissions/${submission}`);
    expect(record.json()).toMatchObject({ webhook_sent_at: null });
  });

  it("is not sent again by a re-fire of its entry or of failed deliveries", async () => {
    const { id } = await hook();
    receiver.status = 500;
    await sendTest(id);
    const entry = await ended(id);

    const refired = await server.request("POST", `/webhook_logs/${entry.id}/refire`);
    const failed = await server.request("POST", `/form_webhooks/${id}/refire_failed`, {
      json: { since: "2020-01-01" },
    });

    expect([refired.status, refired.text]).toEqual([409, expect.stringContaining("was a test")]);
    expect((failed.json() as RefireResult).deliveries).toEqual([]);
  });
});
