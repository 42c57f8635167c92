import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "../../../test/api-server.ts";

let server: ApiServer;
let form: { readonly id: number; readonly uuid: string };

beforeAll(async () => {
  server = await startApiServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  form = await server.create("/forms", { name: "Contact" });
});

const post = (fields: Record<string, string>) =>
  server.post(form.uuid, new URLSearchParams(fields));

describe("re-firing", () => {
  it("queues a delivery to every enabled webhook; without one it succeeds with no deliveries", async () => {
    const id = await post({ n: "1" });
    const none = await server.request("POST", `/submissions/${id}/refire_webhooks`);
    const webhook = await server.create("/form_webhooks", {
      form_id: form.id,
      url: "http://127.0.0.1:9/",
    });
    await server.create("/form_webhooks", {
      form_id: form.id,
      url: "http://127.0.0.1:9/",
      enabled: false,
    });

    const one = await server.request("POST", `/submissions/${id}/refire_webhooks`);

    expect(none.json()).toMatchObject({ success: true, deliveries: [] });
    expect(one.json()).toMatchObject({
      success: true,
      deliveries: [{ submission_id: id, webhook_id: webhook.id, trigger: "refire" }],
    });
    const log = (await server.request("GET", `/submissions/${id}/webhook_logs`)).json();
    expect(log).toMatchObject({
      webhook_logs: [{ trigger: "refire", max_attempts: 16 }],
      meta: { count: 1 },
    });
  });

  it("in bulk merges repeated ids and reports a result for each", async () => {
    const id = await post({ n: "1" });

    const answer = await server.request("POST", "/submissions/refire_webhooks", {
      json: { submission_ids: [id, 999_999, id] },
    });

    expect(answer.json()).toEqual({
      success: true,
      message: "The form has no enabled webhook. Nothing was queued.",
      results: [
        { submission_id: id, status: "no_webhooks", deliveries: [] },
        { submission_id: 999_999, status: "not_found", deliveries: [] },
      ],
    });
  });

  it("in bulk sends to the given webhooks only", async () => {
    const hook = (more: object = {}) =>
      server.create<{ id: number }>("/form_webhooks", {
        form_id: form.id,
        url: "http://127.0.0.1:9/",
        ...more,
      });
    const id = await post({ n: "1" });
    const [chosen, , disabled] = [await hook(), await hook(), await hook({ enabled: false })];
    const refire = async (webhook_ids: readonly number[]) =>
      (
        await server.request("POST", "/submissions/refire_webhooks", {
          json: { submission_ids: [id], webhook_ids },
        })
      ).json();

    expect(await refire([chosen.id, disabled.id])).toMatchObject({
      results: [{ status: "queued", deliveries: [{ webhook_id: chosen.id }] }],
    });
    expect(await refire([disabled.id, 999_999])).toEqual({
      success: true,
      message: "None of these webhooks is an enabled webhook of the form. Nothing was queued.",
      results: [{ submission_id: id, status: "no_webhooks", deliveries: [] }],
    });
  });

  it.each([
    [{}, 422],
    [{ submission_ids: [1], webhook_ids: [] }, 422],
    [{ submission_ids: [1], webhook_ids: ["1"] }, 422],
    [{ submission_ids: [] }, 422],
    [{ submission_ids: "1" }, 422],
    [{ submission_ids: ["1"] }, 422],
    [{ submission_ids: [1.5] }, 422],
    [{ submission_ids: [null] }, 422],
    [{ submission_ids: [-1] }, 422],
    [{ submission_ids: [1e300] }, 422],
    [{ submission_ids: Array.from({ length: 1001 }, (_, n) => n + 1) }, 422],
    [{ submission_ids: [999_998, 999_999] }, 404],
  ])("in bulk rejects %j", async (json, status) => {
    expect((await server.request("POST", "/submissions/refire_webhooks", { json })).status).toBe(
      status,
    );
  });
});

describe("the log of deliveries", () => {
  it("is filtered by form, webhook, state and time", async () => {
    const webhook = await server.create("/form_webhooks", {
      form_id: form.id,
      url: "http://127.0.0.1:9/",
    });
    const id = await post({ n: "1" });
    const count = async (query: string) =>
      (
        (await server.request("GET", `/webhook_logs?form_id=${form.id}&${query}`)).json() as {
          meta: { count: number };
        }
      ).meta.count;

    expect(await count("")).toBe(1);
    expect(await count(`webhook_id=${webhook.id}`)).toBe(1);
    expect(await count("webhook_id=999999")).toBe(0);
    expect(await count("state=succeeded")).toBe(0);
    expect(await count("created_after=2100-01-01")).toBe(0);
    expect((await server.request("GET", `/webhook_logs?form_id=${form.id}`)).json()).toMatchObject({
      webhook_logs: [{ submission_id: id, trigger: "intake" }],
    });
  });

  it.each([
    "state=lost",
    "webhook_id=x",
    "webhook_id=0",
    "created_after=now",
    "per_page=1000",
    "cursor=e30",
  ])("rejects %s", async (query) => {
    expect((await server.request("GET", `/webhook_logs?${query}`)).status).toBe(422);
  });

  it("re-fires one entry, and answers 404 for an unknown one", async () => {
    await server.create("/form_webhooks", { form_id: form.id, url: "http://127.0.0.1:9/" });
    const id = await post({ n: "1" });
    const { webhook_logs } = (
      await server.request("GET", `/submissions/${id}/webhook_logs`)
    ).json() as { webhook_logs: { id: number }[] };

    const again = await server.request("POST", `/webhook_logs/${webhook_logs[0]?.id ?? 0}/refire`);

    expect(again.json()).toMatchObject({
      success: true,
      deliveries: [{ trigger: "refire_log", submission_id: id }],
    });
    expect((await server.request("POST", "/webhook_logs/999999/refire")).status).toBe(404);
  });
});

it("a log entry shows the number of attempts of the configured schedule", async () => {
  const own = await startApiServer({ INTRAY_RETRY_SCHEDULE: "1h,2h" });
  try {
    const { id: form_id, uuid } = await own.create<{ id: number; uuid: string }>("/forms", {
      name: "Contact",
    });
    await own.create("/form_webhooks", { form_id, url: "http://127.0.0.1:9/" });
    const id = await own.post(uuid, new URLSearchParams({ n: "1" }));

    const log = (await own.request("GET", `/submissions/${id}/webhook_logs`)).json();

    expect(log).toMatchObject({ webhook_logs: [{ max_attempts: 3 }] });
  } finally {
    await own.close();
  }
});
