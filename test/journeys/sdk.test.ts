// The SDK with the real server; every response is compared with openapi.yaml.
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ACCOUNT_KEY,
  type RealServer,
  startRealServer,
} from "../../packages/cli/test/real-server.ts";
import { ApiError, Intray } from "../../packages/sdk/src/index.ts";
import { listenOnLoopback } from "../harness/loopback.ts";
import { openFolder } from "../harness/folder.ts";
import { useShared } from "../harness/use.ts";

const folder = useShared(openFolder);
let server: RealServer;
let client: Intray;
beforeAll(async () => {
  server = await startRealServer(folder.path);
  client = strict(ACCOUNT_KEY);
});
afterAll(async () => {
  await client.close();
  await server[Symbol.asyncDispose]();
});

const strict = (apiKey: string) =>
  new Intray({ baseUrl: server.url, apiKey, validation: "strict" });

describe("the SDK and the server", () => {
  it("agree about projects, forms and keys", async () => {
    const project = await client.projects.create({ name: "Site" });
    const form = await client.forms.create({ name: "Contact", project_id: project.id });

    await client.projects.replace(project.id, { name: "Site 2" });
    await client.projects.update(project.id, { name: "Site 3" });
    await client.forms.replace(form.id, { name: "Us" });
    await client.forms.update(form.uuid, { timezone: "Europe/Berlin" });
    const key = await client.apiKeys.create({ kind: "form", form_id: form.id, name: "cron" });
    const inner = strict(key.key ?? "");
    const me = await inner.me();
    await inner.close();

    expect(await client.projects.get(project.id)).toMatchObject({ name: "Site 3" });
    expect(await client.forms.get(form.uuid)).toMatchObject({ id: form.id, name: "Us" });
    expect(me).toMatchObject({ kind: "form", form_id: form.id, key_name: "cron" });
    expect(await names(client.projects.list({ per_page: 1 }))).toContain("Site 3");
    expect(await names(client.forms.list({ per_page: 1 }))).toContain("Us");
    expect(await names(client.apiKeys.list())).toContain("cron");
    await client.apiKeys.delete(key.id);
    await client.forms.delete(form.id);
    expect(await client.projects.delete(project.id)).toMatchObject({ id: project.id });
  });

  it("agree about submissions, their files and their states", async () => {
    const { id: formId, uuid } = await client.forms.create({ name: "Files" });
    const plain = await client.submissions.create(uuid, { name: "Ada", topics: ["a", "b"] });
    const fields = new FormData();
    fields.set("name", "Grace");
    fields.set("cv", new File(["0123456789"], "cv.txt", { type: "text/plain" }));
    const withFile = await client.submissions.create(formId, fields);

    const list = client.submissions.list({ form_id: formId, order_by: "date_asc", per_page: 1 });
    const ids: number[] = [];
    for await (const { id } of list) ids.push(id);
    const record = await client.submissions.get(withFile.id);
    const [file] = record.attachments;
    const part = await client.attachments.download(file?.id ?? 0, { range: { start: 2, end: 5 } });
    const token = file?.public_url.split("/").at(-2) ?? "";
    const whole = await client.attachments.downloadPublic(token);

    expect(ids).toEqual([plain.id, withFile.id]);
    expect(await client.submissions.ofForm(uuid)).toHaveLength(2);
    expect([part.status, (await buffer(part.body)).toString()]).toEqual([206, "2345"]);
    expect((await buffer(whole.body)).toString()).toBe("0123456789");
    expect(await client.submissions.markRead(plain.id)).toMatchObject({ read: true });
    expect(await client.submissions.update(plain.id, { spam: true })).toMatchObject({ spam: true });
    expect(await client.submissions.delete(plain.id)).toMatchObject({ id: plain.id });
    await expect(client.submissions.get(plain.id)).rejects.toMatchObject({
      status: 404,
      code: "not_found",
      hasErrorBody: true,
      hint: expect.stringContaining("id"),
    });
  });

  it("agree about webhooks, their deliveries and their secrets", async () => {
    const receiver = await listenOnLoopback(createServer((_, response) => response.end()));
    const { id: formId } = await client.forms.create({ name: "Hooks" });
    const url = `${receiver.url}/`;

    const hook = await client.webhooks.create({ form_id: formId, name: "Us", url, format: "json" });
    const { id } = await client.submissions.create(formId, { name: "Ada" });
    const delivered = await client.webhooks.test(hook.id);
    const preview = await client.webhooks.preview({
      form_webhook: { format: "json", url },
      submission_id: id,
    });
    await client.submissions.refireWebhooks(id);
    await client.submissions.refireWebhooksBulk([id]);
    const logs = await client.webhookLogs.ofSubmission(id);
    const first = logs.webhook_logs[0]?.id ?? 0;
    await client.webhookLogs.refire(first);
    await client.webhooks.refireFailed(hook.id, new Date(0));
    const stored = await untilStored(logs.webhook_logs.map((log) => log.id));
    const before = await client.webhooks.signingSecret(hook.id);
    const staged = await client.webhooks.stageSecret(hook.id);
    const active = await client.webhooks.activateSecret(hook.id);
    receiver.close();

    expect(delivered.deliveries).toHaveLength(1);
    expect(JSON.parse(preview.body)).toMatchObject({ name: "Ada", id });
    expect(JSON.parse(stored.bytes.toString())).toMatchObject({ name: "Ada", id });
    expect(stored.contentType).toContain("json");
    expect(staged.signing_secret).toBe(before.signing_secret);
    expect(active.signing_secret).toBe(staged.next_signing_secret);
    expect(await names(client.webhooks.list({ form_id: formId }))).toEqual(["Us"]);
    expect(await client.webhooks.delete(hook.id)).toMatchObject({ id: hook.id });
  });

  it("agree about the server itself", async () => {
    expect(await client.server.health()).toEqual({ status: "ok" });
    expect(await client.server.readiness()).toEqual({ status: "ready" });
    expect(await client.server.metrics()).toContain("intray_");
    expect(await client.server.openapi()).toHaveProperty("paths");
  });
});

async function names(list: AsyncIterable<{ readonly name: string }>): Promise<string[]> {
  const all: string[] = [];
  for await (const { name } of list) all.push(name);
  return all;
}

/** The body of the first of these deliveries that is rendered. */
async function untilStored(ids: readonly number[]) {
  for (;;) {
    for (const id of ids) {
      try {
        return await client.webhookLogs.body(id);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }
    }
  }
}
