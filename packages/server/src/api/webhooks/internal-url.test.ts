// Internal URLs are refused when a webhook or the alert URL is saved.
import type { FormWebhook } from "@intray/sdk/schemas";
import { useDashboard } from "../../../test/dashboard.ts";

const server = useDashboard({ INTRAY_WEBHOOK_ALLOW: "10.0.0.7:9000" }, undefined, {
  webhookUrlProblem: undefined,
});

const PUBLIC = "https://receiver.example/hook";
const INTERNAL = "http://169.254.169.254/latest/";
const make = (url: string) =>
  server.request("POST", "/form_webhooks", { json: { form_id: 1, url } });
const makePublic = async () => (await make(PUBLIC)).json() as FormWebhook;

describe("the URL of a webhook", () => {
  it("is refused if it is internal, with the field and the setting that would allow it", async () => {
    const made = await make(INTERNAL);

    expect(made.status).toBe(422);
    expect(made.json()).toMatchObject({
      code: "invalid",
      errors: [{ field: "url", message: expect.stringContaining("INTRAY_WEBHOOK_ALLOW") }],
    });
  });

  it("is refused if it is the address of this server", async () => {
    expect((await make(`${server.url}/f/1`)).text).toContain("this server itself");
  });

  it("may be internal if the setting allows it", async () => {
    expect((await make("http://10.0.0.7:9000/")).status).toBe(201);
  });

  it("is refused in a change, which then changes nothing", async () => {
    const { id } = await makePublic();

    const changed = await server.request("PATCH", `/form_webhooks/${id}`, {
      json: { form_webhook: { name: "Moved", url: INTERNAL } },
    });

    expect(changed.status).toBe(422);
    const after = (await server.request("GET", `/form_webhooks/${id}`)).json();
    expect(after).toMatchObject({ name: "Webhook", url: PUBLIC });
  });

  it("does not stop other changes of a webhook whose URL was allowed once", async () => {
    const { id } = await makePublic();
    await server.sql("update webhook set url = ?, secret_url = null where id = ?", INTERNAL, id);

    const changed = await server.request("PUT", `/form_webhooks/${id}`, {
      json: { form_webhook: { name: "Renamed", url: INTERNAL } },
    });

    expect(changed.status).toBe(200);
  });

  it("is refused at its input in the dashboard, which keeps what was typed", async () => {
    const answer = await server.ada.post("/webhooks/new", {
      form_id: "1",
      name: "Inside",
      url: INTERNAL,
      format: "json",
      enabled: "yes",
    });

    expect(answer.status).toBe(422);
    expect(answer.text).toMatch(/<input id="url"[^>]*aria-invalid="true" autofocus=""/);
    expect(answer.text).toContain('<a href="#url">The URL leads to the internal address');
    expect(answer.text).toContain('value="Inside"');
  });
});

it("is refused as the alert URL of the account, too", async () => {
  const changed = await server.request("PATCH", "/account", { json: { alert_url: INTERNAL } });

  expect(changed.status).toBe(422);
  expect(changed.json()).toMatchObject({ errors: [{ field: "alert_url" }] });
});
