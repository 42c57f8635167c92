/** Deliveries of the real server: from a submission to a verified webhook, and the commands to debug them. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Form } from "@intray/sdk";
import { unwrap } from "@intray/webhook-verify";
import { useRealServer } from "../../test/real-server.ts";
import { runCli, type RunOptions } from "../../test/run-cli.ts";

const { folder, receiver, env, client, text: intray, json } = await useRealServer();

const form = await client.forms.create({ name: "Debugged" });
const webhook = await client.webhooks.create({
  form_id: form.id,
  name: "CRM",
  url: `http://${receiver.host}/hook`,
  format: "json",
});

it("forms are listed with the counts of their submissions", async () => {
  const many = await json<Form>("forms", "create", "--name", "Many");
  const posts = ["1", "2", "3"].map((number) => client.submissions.create(many.uuid, { number }));
  const [read, spam] = (await Promise.all(posts)).map(({ id }) => String(id));
  await intray("submissions", "mark", read ?? "", "--read");
  await intray("submissions", "mark", spam ?? "", "--spam");

  const counts = await intray("forms", "list");

  expect(counts).toContain(`${many.id}\t${many.uuid}\tMany\t1\t2\t1\t${many.created_at}\n`);
});

describe("webhooks", () => {
  const cli = (args: readonly string[], { env: more = {}, ...options }: RunOptions = {}) =>
    runCli(args, { ...options, env: { ...env, ...more } });
  const submit = async (fields: Record<string, string>) =>
    (await client.submissions.create(form.uuid, fields)).id;

  it("can be tested; the exit code is the outcome", async () => {
    receiver.status = 200;
    const arrived = await cli(["webhooks", "test", String(webhook.id)]);
    receiver.status = 500;
    const failed = await cli(["webhooks", "test", String(webhook.id), "--json"]);
    receiver.status = 200;

    expect(arrived).toMatchObject({ code: 0, stderr: "" });
    expect(arrived.stdout).toContain("state\tsucceeded\n");
    expect(failed.code).toBe(10);
    expect(JSON.parse(failed.stdout)).toMatchObject({ state: "exhausted", trigger: "test" });
  });

  it("can be previewed, with the errors of a template", async () => {
    const id = await submit({ name: "Ada" });
    const good = join(folder, "good.hbs");
    const bad = join(folder, "bad.hbs");
    await writeFile(good, '{"n": {{JSONstringify (field "name")}} }');
    await writeFile(bad, '{\n\t"n": {{#if form_name}}1\n}');

    const preview = (...args: string[]) => cli(["webhooks", "preview", ...args]);
    const rendered = await preview("--template-file", good, "--submission", String(id));
    const ofWebhook = await preview("--webhook", String(webhook.id), "--json");
    const invalid = await preview("--template-file", bad);

    expect(rendered).toMatchObject({ code: 0, stdout: '{"n": "Ada" }' });
    expect(JSON.parse(ofWebhook.stdout)).toMatchObject({ content_type: "application/json" });
    expect(invalid).toMatchObject({ code: 5, stdout: "", stderr: /in line \d+, column \d+/ });
    expect(invalid.stderr).toMatch(/\d+ \| .*\n *\t? *\^/);
  });

  it("show the sent bytes, and sign them like the delivery", async () => {
    receiver.received = [];
    const id = await submit({ name: "Zoë" });
    const logs = async () => (await client.webhookLogs.ofSubmission(id)).webhook_logs;
    await vi.waitUntil(async () => (await logs())[0]?.state === "succeeded");
    const { signing_secret } = await client.webhooks.signingSecret(webhook.id);

    const body = await cli(["deliveries", "get", String((await logs())[0]?.id), "--body"]);
    const stdin = Buffer.from(body.stdout);
    const sign = (...args: string[]) =>
      cli(["webhooks", "sign", ...args], { env: { INTRAY_WEBHOOK_SECRET: signing_secret }, stdin });
    const [signed, withHeaders] = [await sign("-"), await sign("--headers", "--id", "msg_1", "-")];

    expect(receiver.received[0]?.body).toEqual(stdin);
    expect(signed).toEqual({
      code: 0,
      stdout: `${String(receiver.received[0]?.headers["x-service-signature"])}\n`,
      stderr: "",
    });
    const headers = withHeaders.stdout
      .trim()
      .split("\n")
      .map((line) => line.split(": ") as [string, string]);
    expect(unwrap(stdin, headers, { secrets: signing_secret }).authenticated?.webhookId).toBe(
      "msg_1",
    );
  });
});
