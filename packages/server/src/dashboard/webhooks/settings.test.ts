import { useShared } from "../../../../../test/harness/use.ts";
import { shownForm } from "../../../test/shown-form.ts";
import { HOSTILE, startWebhookPages } from "../../../test/webhook-pages.ts";
import { MASK, WEBHOOK_SETTINGS } from "../../domain/delivery/webhook.ts";
import { MERGE_TAGS } from "../layout/merge-tags.tsx";
import { FORMATS } from "../../delivery/payload/formats.ts";
import { CONTENT_TYPES } from "./settings.tsx";

const TEMPLATE = '{\n  "who": {{JSONstringify (field "name")}},\n\t"form": "{{form_name}}"\n}';

const pages = useShared(startWebhookPages);

describe("the settings of a webhook", () => {
  it("have an input each", async () => {
    const { id } = await pages.make();
    const { text } = await pages.server.ada.get(`/webhooks/${id}`);
    const names = Object.keys(WEBHOOK_SETTINGS).filter((name) => name !== "headers");

    expect(names.filter((name) => !text.includes(` name="${name}"`))).toEqual([]);
    expect(text).toContain(' name="header_name"');
  });

  it("are saved unchanged without changing any", async () => {
    const { id } = await pages.make({
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
    const before = await pages.stored(id);

    const saved = await pages.server.ada.post(
      `/webhooks/${id}`,
      await pages.settingsOn(`/webhooks/${id}`),
    );

    expect([saved.status, saved.headers.get("location")]).toEqual([
      303,
      `/dashboard/webhooks/${id}`,
    ]);
    expect({ ...(await pages.stored(id)), updated_at: "" }).toEqual({ ...before, updated_at: "" });
    const page = await pages.server.ada.get(`/webhooks/${id}`);
    expect(page.text).not.toContain("YTpi");
    expect(page.text).not.toContain("<script>alert");
    expect(page.text).not.toContain("<b onclick");
    await pages.server.request("PATCH", `/form_webhooks/${id}`, { json: { enabled: true } });
    await pages.server.request("POST", `/form_webhooks/${id}/test`);
    await vi.waitFor(() => {
      expect(pages.received).toContainEqual({ authorization: "Basic YTpi" });
    });
  });

  it("keep, add, rename and remove custom headers", async () => {
    const { id } = await pages.make({
      headers: [
        { name: "X-Keep", value: "1" },
        { name: "X-Gone", value: "2" },
      ],
    });
    const typed = await pages.settingsOn(`/webhooks/${id}`);
    expect(typed["header_was"]).toEqual(["X-Keep", "X-Gone", "", ""]);
    const rows = {
      ...typed,
      header_name: ["X-Keep", "", "X-New", ""],
      header_value: ["", "", "3", ""],
    };

    await pages.server.ada.post(`/webhooks/${id}`, rows);
    const renamed = await pages.server.ada.post(`/webhooks/${id}`, {
      ...rows,
      header_was: ["X-Keep"],
      header_name: ["X-Other"],
      header_value: [""],
    });
    const nameless = await pages.server.ada.post(`/webhooks/${id}`, {
      ...rows,
      header_was: [""],
      header_name: [""],
      header_value: ["typed-secret"],
    });

    expect((await pages.stored(id)).headers).toEqual([
      { name: "X-Keep", value: MASK },
      { name: "X-New", value: MASK },
    ]);
    expect(renamed.status).toBe(422);
    expect(renamed.words).toContain("The header X-Other has no stored value");
    expect(nameless.status).toBe(422);
    expect(nameless.text).toContain('id="headers-wrong"');
    expect(nameless.text).toContain('value="typed-secret"');
  });

  it("keep the failure count when another setting is saved", async () => {
    const { id } = await pages.make();
    await pages.server.sql(
      "update webhook set failure_count = 7, failing_since = 5 where id = ?",
      id,
    );

    await pages.server.ada.post(`/webhooks/${id}`, {
      ...(await pages.settingsOn(`/webhooks/${id}`)),
      name: "Renamed",
    });

    expect(await pages.stored(id)).toMatchObject({ name: "Renamed", failure_count: 7 });
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
      const { id } = await pages.make({ format: "custom", template: TEMPLATE });
      const before = await pages.stored(id);

      const answer = await pages.server.ada.post(`/webhooks/${id}`, {
        ...(await pages.settingsOn(`/webhooks/${id}`)),
        trigger_when_spam: "yes",
        [name]: value,
      });

      expect(answer.status).toBe(422);
      expect(answer.text).toMatch(shown);
      expect(shownForm(answer.text, "settings")).toMatchObject({
        trigger_when_spam: ["yes"],
        ...(name === "format" ? {} : { [name]: [value] }),
      });
      expect(await pages.stored(id)).toEqual(before);
    },
  );

  it("offer only formats, content types and merge tags that the API accepts", async () => {
    const { id } = await pages.make();
    const typed = await pages.settingsOn(`/webhooks/${id}`);
    const save = (over: Record<string, string>) =>
      pages.server.ada.post(`/webhooks/${id}`, { ...typed, ...over });

    for (const [content_type] of CONTENT_TYPES) {
      const template = content_type === "application/xml" ? "<a/>" : '"a"';
      const text = content_type === "multipart/form-data" ? "a=b" : template;
      expect((await save({ format: "custom", content_type, template: text })).status).toBe(303);
      expect((await pages.stored(id)).content_type).toBe(content_type === "" ? null : content_type);
    }
    for (const [tag] of MERGE_TAGS) {
      const whole = tag.includes("@last") ? `{{#each form_params}}${tag}{{/each}}` : tag;
      const template = whole.replaceAll(/ x}}/g, " source_url}}");
      const saved = await save({ format: "custom", content_type: "text/plain", template });
      expect([template, saved.status]).toEqual([template, 303]);
    }
    for (const format of Object.keys(FORMATS))
      expect((await save({ format, template: "a" })).status).toBe(format === "custom" ? 422 : 303);
  });
});

describe("a preview", () => {
  it("shows the payload of the selected submission, and saves nothing", async () => {
    const { id } = await pages.make();
    const submission = await pages.server.post("1", new URLSearchParams({ name: HOSTILE }));
    const before = await pages.stored(id);
    const page = await pages.server.ada.get(`/webhooks/${id}`);

    const shown = await pages.server.ada.post(`/webhooks/${id}/preview`, {
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
    expect(await pages.stored(id)).toEqual(before);
  });

  it("shows the position of a template's error, on the page and in the fragment", async () => {
    const { id } = await pages.make();
    const typed = { format: "custom", template: '{\r\n\t"who": {{name}}\r\n}', form_id: "1" };

    const page = await pages.server.ada.post(`/webhooks/${id}/preview`, typed);
    const fragment = await pages.server.ada.post("/webhooks/preview", typed);

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
    const short = await pages.server.ada.post("/webhooks/preview", fields);
    const long = await pages.server.ada.post("/webhooks/preview", {
      ...fields,
      format: "custom",
      content_type: "text/plain",
      template: "y".repeat(30_000),
    });

    expect(short.text).toContain("{\n  &quot;name&quot;: &quot;Ada Lovelace&quot;");
    expect(/y{2,}/.exec(long.text)?.[0]).toHaveLength(20_000);
    expect(long.words).toContain("The first 20,000 of 30,000 characters.");
  });
});
