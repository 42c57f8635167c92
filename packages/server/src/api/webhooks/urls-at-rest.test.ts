// The URL of a webhook often contains a token: the database has it encrypted only.
import type { Account, Form, FormWebhook, WebhookLog } from "@intray/sdk/schemas";
import { useApiServer } from "../../../test/api-server.ts";
import { writtenText } from "../../../test/database-dump.ts";
import { startReceiver } from "../../../../../test/harness/receiver.ts";
import { useShared } from "../../../../../test/harness/use.ts";

const server = useApiServer({ INTRAY_WEBHOOK_ALLOW: "127.0.0.1" });
const receiver = useShared(startReceiver);
const pathOf = (name: string) => `/services/T0KEN-${name}?key=T0KEN`;
const urlOf = (name: string) => receiver.url + pathOf(name);

it("is nowhere in the database, whatever is done with the webhook", async () => {
  const request = {
    json: { form_id: 1, url: urlOf("first") },
    headers: { "idempotency-key": "key" },
  };
  const created = (await server.request("POST", "/form_webhooks", request)).json() as FormWebhook;
  const repeated = await server.request("POST", "/form_webhooks", request);
  const at = `/form_webhooks/${created.id}`;
  const submission = await server.post("1", { name: "Ada" });
  await expect.poll(() => receiver.received.length).toBe(1);
  await server.patch(at, { form_webhook: { url: urlOf("second") } });
  await server.request("POST", `/submissions/${submission}/refire_webhooks`);
  await server.request("POST", `${at}/test`);
  await expect.poll(() => receiver.received.length).toBe(3);
  await server.patch("/account", { account: { alert_url: urlOf("alerts") } });
  const copied = await server.create<Form>("/forms/1/copy", { webhooks: true });
  const removed = await server.addWebhook(1, { url: urlOf("removed") });
  await server.request("DELETE", `/form_webhooks/${removed.id}`);

  const written = await writtenText(server.database, server.db);

  expect(written).toContain(receiver.url);
  expect(written).not.toContain("T0KEN");
  const paths = receiver.received.map(({ path }) => path);
  expect(paths).toEqual([pathOf("first"), pathOf("second"), pathOf("second")]);
  expect(repeated.headers.get("idempotency-replayed")).toBe("true");
  expect(repeated.json()).toEqual(created);
  const forms = [await server.read<Form>("/forms/1"), copied];
  const urls = forms.flatMap(({ form_webhooks }) => form_webhooks.map(({ url }) => url));
  expect(urls).toEqual([urlOf("second"), urlOf("second")]);
  expect(await server.read<Account>("/account")).toMatchObject({ alert_url: urlOf("alerts") });
  const log = `/webhook_logs?webhook_id=${created.id}`;
  const { webhook_logs } = await server.read<{ webhook_logs: WebhookLog[] }>(log);
  expect(webhook_logs.map(({ url }) => url)).toEqual(webhook_logs.map(() => receiver.url));
});

it("is masked if it cannot be decrypted, until it is entered again; a form that sends the mask keeps it", async () => {
  const [{ id }, other] = [await server.addWebhook(1), await server.addWebhook(1)];
  const { secret_url } = await server.row("webhook", ["secret_url"], { id: other.id });
  await server.update("webhook", { secret_url }, { id });
  const change = (form_webhook: object) =>
    server.patch<FormWebhook>(`/form_webhooks/${id}`, { form_webhook });
  const { url } = await server.read<FormWebhook>(`/form_webhooks/${id}`);

  const renamed = await change({ name: "Renamed", url });

  expect(renamed).toMatchObject({ name: "Renamed", url: "http://127.0.0.1:9/••••••••" });
  expect(await server.row("webhook", ["secret_url"], { id })).toEqual({ secret_url });
  expect((await change({ url: urlOf("broken") })).url).toBe(urlOf("broken"));
});
