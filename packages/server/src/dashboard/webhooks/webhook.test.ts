import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { FormWebhook, SigningSecret, WebhookLogList } from "@intray/sdk/schemas";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type DashboardServer, startDashboard } from "../../../test/dashboard.ts";
import { shownForm } from "../../../test/shown-form.ts";
import { MASK, WEBHOOK_FORMATS } from "../../domain/webhook.ts";
import { CONTENT_TYPES, FORMATS, MERGE_TAGS } from "./formats.ts";

let server: DashboardServer;
let receiver: Server;
let receiverUrl: string;
let status = 200;
const received: { readonly authorization: string | undefined }[] = [];
beforeAll(async () => {
  receiver = createServer((request, answer) => {
    received.push({ authorization: request.headers.authorization });
    request.resume();
    answer.writeHead(status).end("<b>the answer</b>");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => void receiver.once("listening", resolve));
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  server = await startDashboard({
    INTRAY_WEBHOOK_ALLOW: new URL(receiverUrl).host,
    INTRAY_RETRY_SCHEDULE: "600s",
  });
});
afterAll(async () => {
  await server.close();
  receiver.closeAllConnections();
  receiver.close();
});

const make = (settings: object = {}) =>
  server.make<FormWebhook>("/form_webhooks", { form_id: 1, url: receiverUrl, ...settings });
const stored = async (id: number) =>
  (await server.ask("GET", `/form_webhooks/${id}`)).json() as FormWebhook;
const secretsOf = async (id: number) =>
  (await server.ask("GET", `/form_webhooks/${id}/signing_secret`)).json() as SigningSecret;
const logOf = async (id: number) =>
  ((await server.ask("GET", `/webhook_logs?webhook_id=${id}`)).json() as WebhookLogList)
    .webhook_logs;
const unchanged = async (path: string) => shownForm((await server.ada.get(path)).text, "settings");

const HOSTILE = `"><script>alert(1)</script><b onclick='x'>\u202Eevil`;
const TEMPLATE = '{\n  "who": {{JSONstringify (field "name")}},\n\t"form": "{{form_name}}"\n}';

describe("the settings of a webhook", () => {
  it("are saved unchanged without changing any", async () => {
    const { id } = await make({
      name: HOSTILE,
      format: "custom",
      template: TEMPLATE,
      headers: [
        { name: "Authorization", value: "Basic YTpi" },
        { name: "X-Team", value: "blue" },
      ],
      trigger_when_spam: true,
      enabled: false,
    });
    const before = await stored(id);

    const saved = await server.ada.post(`/webhooks/${id}`, await unchanged(`/webhooks/${id}`));

    expect([saved.status, saved.headers.get("location")]).toEqual([
      303,
      `/dashboard/webhooks/${id}`,
    ]);
    expect({ ...(await stored(id)), updated_at: "" }).toEqual({ ...before, updated_at: "" });
    const page = await server.ada.get(`/webhooks/${id}`);
    expect(page.text).not.toContain("YTpi");
    expect(page.text).not.toContain("<script>alert");
    expect(page.text).not.toContain("<b onclick");
    await server.ask("PATCH", `/form_webhooks/${id}`, { json: { enabled: true } });
    await server.ask("POST", `/form_webhooks/${id}/test`);
    await vi.waitFor(() => {
      expect(received).toContainEqual({ authorization: "Basic YTpi" });
    });
  });

  it("keep, add, rename and remove custom headers", async () => {
    const { id } = await make({
      headers: [
        { name: "X-Keep", value: "1" },
        { name: "X-Gone", value: "2" },
      ],
    });
    const typed = await unchanged(`/webhooks/${id}`);
    expect(typed["header_was"]).toEqual(["X-Keep", "X-Gone", "", ""]);
    const rows = {
      ...typed,
      header_name: ["X-Keep", "", "X-New", ""],
      header_value: ["", "", "3", ""],
    };

    await server.ada.post(`/webhooks/${id}`, rows);
    const renamed = await server.ada.post(`/webhooks/${id}`, {
      ...rows,
      header_was: ["X-Keep"],
      header_name: ["X-Other"],
      header_value: [""],
    });
    const nameless = await server.ada.post(`/webhooks/${id}`, {
      ...rows,
      header_was: [""],
      header_name: [""],
      header_value: ["typed-secret"],
    });

    expect((await stored(id)).headers).toEqual([
      { name: "X-Keep", value: MASK },
      { name: "X-New", value: MASK },
    ]);
    expect(renamed.status).toBe(422);
    expect(renamed.words).toContain("The header X-Other has no value yet");
    expect(nameless.status).toBe(422);
    expect(nameless.text).toContain('id="headers-wrong"');
    expect(nameless.text).toContain('value="typed-secret"');
  });

  it("keep the failure count when another setting is saved", async () => {
    const { id } = await make();
    await server.sql("update webhook set failure_count = 7, failing_since = 5 where id = ?", id);

    await server.ada.post(`/webhooks/${id}`, {
      ...(await unchanged(`/webhooks/${id}`)),
      name: "Renamed",
    });

    expect(await stored(id)).toMatchObject({ name: "Renamed", failure_count: 7 });
  });

  it.each([
    ["url", "javascript:alert(1)", /id="url"[^>]*aria-invalid="true"/],
    ["name", "", /id="name"[^>]*aria-invalid="true"/],
    ["template", '{"a": {{name}}', /id="template"[^>]*aria-invalid="true"/],
    ["content_type", "text/html", /id="content_type"[^>]*aria-invalid="true"/],
    ["format", "yaml", /<p class="wrong">[^<]*yaml|<p class="wrong">/],
  ])(
    "show the error of the %s %j next to its field and keep what was typed",
    async (name, value, shown) => {
      const { id } = await make({ format: "custom", template: TEMPLATE });
      const before = await stored(id);

      const answer = await server.ada.post(`/webhooks/${id}`, {
        ...(await unchanged(`/webhooks/${id}`)),
        trigger_when_spam: "yes",
        [name]: value,
      });

      expect(answer.status).toBe(422);
      expect(answer.text).toMatch(shown);
      expect(shownForm(answer.text, "settings")).toMatchObject({
        trigger_when_spam: ["yes"],
        ...(name === "format" ? {} : { [name]: [value] }),
      });
      expect(await stored(id)).toEqual(before);
    },
  );

  it("offer only formats, content types and merge tags that the API accepts", async () => {
    const { id } = await make();
    const typed = await unchanged(`/webhooks/${id}`);
    const save = (over: Record<string, string>) =>
      server.ada.post(`/webhooks/${id}`, { ...typed, ...over });

    for (const [content_type] of CONTENT_TYPES) {
      const template = content_type === "application/xml" ? "<a/>" : '"a"';
      const text = content_type === "multipart/form-data" ? "a=b" : template;
      expect((await save({ format: "custom", content_type, template: text })).status).toBe(303);
      expect((await stored(id)).content_type).toBe(content_type === "" ? null : content_type);
    }
    for (const [tag] of MERGE_TAGS) {
      const whole = tag.includes("@last") ? `{{#each form_params}}${tag}{{/each}}` : tag;
      const template = whole.replaceAll(/ x}}/g, " source_url}}");
      const saved = await save({ format: "custom", content_type: "text/plain", template });
      expect([template, saved.status]).toEqual([template, 303]);
    }
    expect(Object.keys(FORMATS).toSorted()).toEqual([...WEBHOOK_FORMATS].toSorted());
    for (const format of WEBHOOK_FORMATS)
      expect((await save({ format, template: "a" })).status).toBe(format === "custom" ? 422 : 303);
  });
});

describe("a preview", () => {
  it("shows the payload of the selected submission, and saves nothing", async () => {
    const { id } = await make();
    const submission = await server.post("1", new URLSearchParams({ name: HOSTILE }));
    const before = await stored(id);
    const page = await server.ada.get(`/webhooks/${id}`);

    const shown = await server.ada.post(`/webhooks/${id}/preview`, {
      ...shownForm(page.text, "settings"),
      name: "Not saved",
      format: "custom",
      template: '{"said":\r\n {{JSONstringify (field "name")}} }',
      preview_of: String(submission),
    });

    expect(page.words).toContain(`#${submission}`);
    expect(shown.status).toBe(200);
    expect(shown.words).toContain(`{"said": ${JSON.stringify(HOSTILE)} }`);
    expect(shown.text).not.toContain("<script>alert");
    expect(shownForm(shown.text, "settings")).toMatchObject({
      name: ["Not saved"],
      preview_of: [String(submission)],
      format: ["custom"],
    });
    expect(await stored(id)).toEqual(before);
  });

  it("shows the position of a template's error, on the page and in the fragment", async () => {
    const { id } = await make();
    const typed = { format: "custom", template: '{\r\n\t"who": {{name}}\r\n}', form_id: "1" };

    const page = await server.ada.post(`/webhooks/${id}/preview`, typed);
    const fragment = await server.ada.post("/webhooks/preview", typed);

    for (const { text, words } of [page, fragment]) {
      expect(words).toContain("line 2, column 11");
      expect(text).toContain(`2 |  &quot;who&quot;: {{name}}\n${" ".repeat(14)}^`);
    }
    expect([page.status, fragment.status]).toEqual([422, 200]);
    expect(page.text).toMatch(/id="template"[^>]*aria-invalid="true"/);
    expect(fragment.text).not.toContain("<html");
  });

  it("truncates long payloads and indents JSON", async () => {
    const fields = { format: "json", form_id: "1" };
    const short = await server.ada.post("/webhooks/preview", fields);
    const long = await server.ada.post("/webhooks/preview", {
      ...fields,
      format: "custom",
      content_type: "text/plain",
      template: "y".repeat(30_000),
    });

    expect(short.text).toContain("{\n  &quot;name&quot;: &quot;Ada Lovelace&quot;");
    expect(/y{2,}/.exec(long.text)?.[0]).toHaveLength(20_000);
    expect(long.words).toContain("The first 20,000 of 30,000 characters.");
  });

  it("shows nothing of another account", async () => {
    const eve = await server.otherAccount();
    const submission = await server.post("1", new URLSearchParams({ name: "Private words" }));
    const typed = { format: "json", form_id: "2", preview_of: String(submission) };

    const answers = [
      await eve.post("/webhooks/preview", typed),
      await eve.post("/webhooks/new/preview", { ...typed, form_id: "1" }),
      await eve.get("/webhooks/new?form_id=1"),
    ];

    for (const { text } of answers) {
      expect(text).not.toContain("Private words");
      expect(text).not.toContain("Sample form");
    }
  });
});

describe("the signing secret of a webhook", () => {
  it("is only shown on the page that reveals it", async () => {
    const { id } = await make();
    const { signing_secret } = await secretsOf(id);

    const pages = [
      await server.ada.get(`/webhooks/${id}`),
      await server.ada.get("/webhooks"),
      await server.ada.get(`/webhooks/${id}/secret/replace`),
    ];
    const revealed = await server.ada.post(`/webhooks/${id}/secret`);

    for (const { text } of pages) expect(text).not.toContain(signing_secret.slice(0, -4));
    expect(revealed.words).toContain(signing_secret);
    expect(revealed.headers.get("cache-control")).toBe("private, no-store");
    expect((await server.ada.get(`/webhooks/${id}/secret`)).status).toBe(404);
  });

  it("is replaced after a confirmation", async () => {
    const { id } = await make();
    const before = await secretsOf(id);

    const confirmation = await server.ada.get(`/webhooks/${id}/secret/replace`);
    expect(await secretsOf(id)).toEqual(before);
    const done = await server.ada.submit(`/webhooks/${id}/secret/replace`);

    expect(confirmation.words).toContain("Replace the secret immediately?");
    expect(done.words).toContain("The secret was replaced");
    expect((await secretsOf(id)).signing_secret).not.toBe(before.signing_secret);
  });

  it("is rotated in two steps", async () => {
    const { id } = await make();
    const first = await secretsOf(id);

    const early = await server.ada.post(`/webhooks/${id}/secret/activate`);
    const staged = await server.ada.submit(`/webhooks/${id}/secret/stage`);
    const { next_signing_secret } = await secretsOf(id);
    const revealed = await server.ada.post(`/webhooks/${id}/secret`);
    const activated = await server.ada.submit(`/webhooks/${id}/secret/activate`);

    expect(early.status).toBe(409);
    expect(early.words).toContain("has no staged secret");
    expect(staged.words).toContain("Reveal both");
    expect(revealed.words).toContain(first.signing_secret);
    expect(revealed.words).toContain(next_signing_secret);
    expect(activated.words).toContain("The previous secret also signs");
    expect(await secretsOf(id)).toEqual({
      signing_secret: next_signing_secret,
      next_signing_secret: null,
    });
  });
});

describe("the actions of a webhook", () => {
  it("send a test and show its outcome", async () => {
    const { id } = await make();
    status = 503;

    const page = await server.ada.submit(`/webhooks/${id}/test`);

    status = 200;
    expect(page.words).toMatch(/Test delivery Failed HTTP 503 after [\d,]+ ms, from 127\.0\.0\.1/);
    expect(page.words).toContain("Its own log may have the cause");
    expect(page.words).toContain("<b>the answer</b>");
    expect(page.text).not.toContain("<b>the answer");
    expect(page.text).toContain(`href="/dashboard/deliveries?webhook_id=${id}"`);
  });

  it("do not show the test of another webhook", async () => {
    const [one, other] = [await make(), await make()];
    await server.ada.submit(`/webhooks/${one.id}/test`);
    const test = (await logOf(one.id))[0]?.id ?? 0;

    const page = await server.ada.get(`/webhooks/${other.id}?test=${test}`);
    const odd = await server.ada.get(`/webhooks/${one.id}?test=999999999`);

    expect([page.status, odd.status]).toEqual([200, 200]);
    expect(page.text + odd.text).not.toContain('id="test"');
  });

  it("send no test while the webhook is disabled", async () => {
    const { id } = await make({ enabled: false });

    const rejected = await server.ada.post(`/webhooks/${id}/test`);

    expect(rejected.status).toBe(409);
    expect(rejected.words).toContain("Enable it, then test it.");
    expect(await logOf(id)).toEqual([]);
  });

  it("enable the webhook, after showing why it was disabled", async () => {
    const { id } = await make({ enabled: false });
    await server.sql("update webhook set disabled_reason = 'gone' where id = ?", id);

    const off = await server.ada.get(`/webhooks/${id}`);
    const on = await server.ada.submit(`/webhooks/${id}/enable`);

    expect(off.words).toContain("answered 410 Gone");
    expect(on.words).toContain("The webhook was enabled.");
    expect(await stored(id)).toMatchObject({ enabled: true, disabled_reason: null });
  });

  it("re-fire the failed deliveries of a time range", async () => {
    const form = await server.make("/forms", { name: "Failing" });
    const { id } = await make({ form_id: form.id, enabled: false });
    await server.post(String(form.id), new URLSearchParams({ name: "Missed" }));
    const refire = async (fields: Record<string, string>) =>
      server.ada.post(`/webhooks/${id}/refire`, fields);

    const off = await refire({ window: "24" });
    await server.ada.post(`/webhooks/${id}/enable`);
    const dayless = await refire({ window: "day" });
    const wrong = await refire({ window: "day", since: "2026-02-30" });
    const odd = await refire({ window: "9e9" });
    const later = await server.ada.submit(`/webhooks/${id}/refire`, {
      window: "day",
      since: "9999-01-01",
    });
    const fired = await server.ada.submit(`/webhooks/${id}/refire`, { window: "1" });

    expect([off.status, dayless.status, wrong.status, odd.status]).toEqual([409, 422, 422, 422]);
    expect(later.words).toContain("There is no failed delivery since then");
    expect(fired.words).toContain("Queued 1 delivery.");
    await vi.waitFor(async () => {
      expect((await logOf(id))[0]).toMatchObject({ trigger: "refire_bulk", state: "succeeded" });
    });
    expect((await server.ada.get(`/webhooks/${id}`)).words).toContain("re-fired in bulk");
  });

  it("delete the webhook if its name was typed", async () => {
    const { id } = await make({ name: "Short lived" });

    const wrong = await server.ada.post(`/webhooks/${id}/delete`, { confirm_name: "short" });
    const gone = await server.ada.submit(`/webhooks/${id}/delete`, { confirm_name: "Short lived" });

    expect(wrong.status).toBe(422);
    expect(wrong.words).toContain("Nothing was deleted");
    expect(gone.words).toContain("The webhook Short lived was deleted");
    expect((await server.ada.get(`/webhooks/${id}`)).status).toBe(404);
  });

  it.each(["1", "999", "x", "0", "%252e%252e"])(
    "answer 404 for the webhook %s of another account or of none",
    async (id) => {
      const before = await server.sql("select * from webhook where account_id = 2");
      const paths = ["preview", "enable", "test", "refire", "delete", "secret"];
      const secret = ["secret/replace", "secret/stage", "secret/activate"];

      const answers = [
        await server.ada.get(`/webhooks/${id}`),
        await server.ada.get(`/webhooks/${id}/secret/replace`),
        await server.ada.post(`/webhooks/${id}`, {
          name: "Taken",
          url: receiverUrl,
          format: "json",
        }),
        ...(await Promise.all(
          [...paths, ...secret].map((path) =>
            server.ada.post(`/webhooks/${id}/${path}`, { window: "1", confirm_name: "Strange" }),
          ),
        )),
      ];

      expect([...new Set(answers.map((answer) => answer.status))]).toEqual([404]);
      for (const { words } of answers) expect(words).not.toContain("Strange");
      expect(await server.sql("select * from webhook where account_id = 2")).toEqual(before);
    },
  );
});
