// Re-firing entries of the webhook log, submissions, and several submissions at once.
import type { Form, WebhookLog, WebhookLogList } from "@intray/sdk/schemas";
import { useEach } from "../harness/use.ts";
import { useApiServer } from "../../packages/server/test/api-server.ts";

/** Egress rules block it, so every delivery ends as blocked. */
const HOOK = "http://127.0.0.1:9/hook";

const server = useApiServer({ INTRAY_RETRY_SCHEDULE: "1h,2h" });
const form = useEach(() => server.create<Form>("/forms", { name: "Contact" }));

const hook = (settings: object = {}) =>
  server.create("/form_webhooks", { form_id: form.id, url: HOOK, ...settings });
const post = (body = new URLSearchParams({ name: "Ada" })) => server.post(form.uuid, body);
const refire = async (path: string, json?: unknown) =>
  server.request("POST", path, json === undefined ? {} : { json });

async function logsOf(submission: number): Promise<readonly WebhookLog[]> {
  const path = `/submissions/${submission}/webhook_logs`;
  return (await server.read<WebhookLogList>(path)).webhook_logs;
}

describe("an entry of the log", () => {
  it("is re-fired to its own webhook only", async () => {
    const [first] = [await hook(), await hook()];
    const submission = await post();
    const entry = (await logsOf(submission)).find(({ webhook_id }) => webhook_id === first.id);

    const answer = await refire(`/webhook_logs/${entry?.id ?? 0}/refire`);

    expect(answer.json()).toMatchObject({
      success: true,
      deliveries: [{ webhook_id: first.id, submission_id: submission, trigger: "refire_log" }],
    });
    const logs = await logsOf(submission);
    // One more than the delays of the configured schedule.
    expect(logs.map(({ max_attempts }) => max_attempts)).toEqual([3, 3, 3]);
  });

  it("of a disabled webhook, or of a deleted one, is 409 and queues nothing", async () => {
    const webhook = await hook({ name: "CRM" });
    const submission = await post();
    const [entry] = await logsOf(submission);
    const path = `/webhook_logs/${entry?.id ?? 0}/refire`;

    await server.request("PATCH", `/form_webhooks/${webhook.id}`, { json: { enabled: false } });
    const disabled = await refire(path);
    await server.request("DELETE", `/form_webhooks/${webhook.id}`);
    const deleted = await refire(path);

    expect([disabled.status, deleted.status]).toEqual([409, 409]);
    expect(disabled.json()).toMatchObject({ code: "conflict" });
    expect(disabled.text).toContain("CRM");
    expect(await logsOf(submission)).toHaveLength(1);
  });
});

it("a submission is re-fired to every enabled webhook; spam also to those that get only ham", async () => {
  await hook({ enabled: false });
  const [ham, both] = [await hook(), await hook({ trigger_when_spam: true })];
  const spam = await post(new URLSearchParams({ name: "Eve", _gotcha: "x" }));

  const answer = await refire(`/submissions/${spam}/refire_webhooks`);

  const { deliveries } = answer.json() as { deliveries: readonly WebhookLog[] };
  expect(deliveries.map(({ webhook_id }) => webhook_id)).toEqual([ham.id, both.id]);
  expect(deliveries.every(({ trigger }) => trigger === "refire")).toBe(true);
});

describe("submissions in bulk", () => {
  const bulk = (submission_ids: unknown) =>
    refire("/submissions/refire_webhooks", { submission_ids });

  it("get a result each, once, in the order requested", async () => {
    await hook();
    const [first, second] = [await post(), await post(new URLSearchParams({ name: "Eve" }))];
    const quiet = await server.create<{ uuid: string }>("/forms", { name: "Quiet" });
    const unheard = await server.post(quiet.uuid, { name: "Ada" });

    const answer = await bulk([second, 999_999, first, unheard, second]);

    expect(answer.json()).toMatchObject({
      success: true,
      results: [
        { submission_id: second, status: "queued", deliveries: [{ trigger: "refire_bulk" }] },
        { submission_id: 999_999, status: "not_found", deliveries: [] },
        { submission_id: first, status: "queued", deliveries: [{ trigger: "refire_bulk" }] },
        { submission_id: unheard, status: "no_webhooks", deliveries: [] },
      ],
    });
  });

  it("without any webhook succeed, and say in the words of a single one that nothing was queued", async () => {
    const submission = await post();

    const answer = await bulk([submission, submission + 999_999]);

    expect(answer.status).toBe(200);
    const path = `/submissions/${submission}/refire_webhooks`;
    const single = (await server.request("POST", path)).json() as { readonly message: string };
    expect(single).toMatchObject({ success: true, deliveries: [] });
    expect(answer.json()).toMatchObject({
      success: true,
      message: single.message,
      results: [{ status: "no_webhooks" }, { status: "not_found" }],
    });
  });

  it("are sent to the given webhooks only", async () => {
    const [chosen, , disabled] = [await hook(), await hook(), await hook({ enabled: false })];
    const submission_ids = [await post()];
    const given = async (webhook_ids: readonly number[]) =>
      (await refire("/submissions/refire_webhooks", { submission_ids, webhook_ids })).json();

    expect(await given([chosen.id, disabled.id])).toMatchObject({
      results: [{ status: "queued", deliveries: [{ webhook_id: chosen.id }] }],
    });
    expect(await given([disabled.id, 999_999])).toMatchObject({
      success: true,
      message: "None of these webhooks is an enabled webhook of the form. Nothing was queued.",
      results: [{ status: "no_webhooks", deliveries: [] }],
    });
  });
});
