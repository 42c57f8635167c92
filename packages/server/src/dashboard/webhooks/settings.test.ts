import { useShared } from "../../../../../test/harness/use.ts";
import { shownForm } from "../../../test/shown-form.ts";
import { says } from "../../../test/dashboard.ts";
import { HOSTILE, startWebhookPages } from "../../../test/webhook-pages.ts";
import { MASK, WEBHOOK_SETTINGS } from "../../domain/delivery/webhook.ts";
import { MERGE_TAGS } from "../layout/merge-tags.tsx";
import { FORMATS } from "../../delivery/payload/formats.ts";
import { CONTENT_TYPES } from "./settings.tsx";

const TEMPLATE = '{\n  "who": {{JSONstringify (field "name")}},\n\t"form": "{{form_name}}"\n}';

const pages = useShared(startWebhookPages);
const headers = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

describe("the settings of a webhook", () => {
  it("have an input each", async () => {
    const { id } = await pages.make();
    const { text } = await pages.ada.get(`/webhooks/${id}`);
    const own = ["headers", "filter"];
    const names = Object.keys(WEBHOOK_SETTINGS).filter((name) => !own.includes(name));

    expect(names.filter((name) => !text.includes(` name="${name}"`))).toEqual([]);
    expect(text).toContain(' name="header_name"');
    expect(text).toContain(' name="filter_path_0"');
  });

  it("are saved unchanged without changing any", async () => {
    const { id } = await pages.make({
      name: HOSTILE,
      format: "custom",
      template: TEMPLATE,
      headers: headers({ Authorization: "Basic YTpi", "X-Team": "blue" }),
      trigger_when_spam: true,
      enabled: false,
    });
    const before = await pages.stored(id);

    const saved = await pages.save(id);

    expect([saved.status, saved.location]).toEqual([303, `/dashboard/webhooks/${id}`]);
    expect({ ...(await pages.stored(id)), updated_at: "" }).toEqual({ ...before, updated_at: "" });
    const page = await pages.ada.get(`/webhooks/${id}`);
    expect(page.text).not.toContain("YTpi");
    expect(page.text).not.toContain("<script>alert");
    expect(page.text).not.toContain("<b onclick");
    await pages.patch(`/form_webhooks/${id}`, { enabled: true });
    await pages.request("POST", `/form_webhooks/${id}/test`);
    await expect.poll(() => pages.received).toContainEqual({ authorization: "Basic YTpi" });
  });

  it("keep, add, rename and remove custom headers", async () => {
    const { id } = await pages.make({ headers: headers({ "X-Keep": "1", "X-Gone": "2" }) });
    const typed = await pages.settingsOf(id);
    expect(typed["header_was"]).toEqual(["X-Keep", "X-Gone", "", ""]);
    const save = (header_was: string[], header_name: string[], header_value: string[]) =>
      pages.ada.post(`/webhooks/${id}`, { ...typed, header_was, header_name, header_value });

    await save(["X-Keep", "X-Gone", "", ""], ["X-Keep", "", "X-New", ""], ["", "", "3", ""]);
    const renamed = await save(["X-Keep"], ["X-Other"], [""]);
    const nameless = await save([""], [""], ["typed-secret"]);

    expect((await pages.stored(id)).headers).toEqual(headers({ "X-Keep": MASK, "X-New": MASK }));
    expect(renamed).toMatchObject(says(422, "The header X-Other has no stored value"));
    expect(nameless).toMatchObject({ status: 422, text: /id="headers-wrong"/ });
    expect(nameless.text).toContain('value="typed-secret"');
  });

  it("keep the failure count when another setting is saved", async () => {
    const { id } = await pages.make();
    await pages.update("webhook", { failure_count: 7, failing_since: 5 }, { id });

    await pages.save(id, { name: "Renamed" });

    expect(await pages.stored(id)).toMatchObject({ name: "Renamed", failure_count: 7 });
  });

  it.each([
    ["url", "javascript:alert(1)", /id="url"[^>]*aria-invalid="true"/],
    ["name", "x".repeat(201), /id="name"[^>]*aria-invalid="true"/],
    ["template", '{"a": {{name}}', /id="template"[^>]*aria-invalid="true"/],
    ["content_type", "text/html", /id="content_type"[^>]*aria-invalid="true"/],
    ["format", "yaml", /<p class="wrong">[^<]*yaml|<p class="wrong">/],
  ])("show the error of %s %j at its field, and what was typed", async (name, value, shown) => {
    const { id } = await pages.make({ format: "custom", template: TEMPLATE });
    const before = await pages.stored(id);

    const answer = await pages.save(id, { trigger_when_spam: "yes", [name]: value });

    expect(answer.status).toBe(422);
    expect(answer.text).toMatch(shown);
    expect(shownForm(answer.text, "settings")).toMatchObject({
      trigger_when_spam: ["yes"],
      ...(name === "format" ? {} : { [name]: [value] }),
    });
    expect(await pages.stored(id)).toEqual(before);
  });

  it("offer only formats, content types and merge tags that the API accepts", async () => {
    const { id } = await pages.make();
    const typed = await pages.settingsOf(id);
    const save = (over: Record<string, string>) =>
      pages.ada.post(`/webhooks/${id}`, { ...typed, ...over });

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
    const submission = await pages.post("1", { name: HOSTILE });
    const before = await pages.stored(id);
    const page = await pages.ada.get(`/webhooks/${id}`);

    const shown = await pages.ada.post(`/webhooks/${id}/preview`, {
      ...shownForm(page.text, "settings"),
      name: "Not saved",
      format: "custom",
      template: '{"said":\r\n {{JSONstringify (field "name")}} }',
      preview_of: String(submission),
    });

    expect(page.words).toContain(`#${submission}`);
    expect(shown).toMatchObject(says(200, `{"said": ${JSON.stringify(HOSTILE)} }`));
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

    const page = await pages.ada.post(`/webhooks/${id}/preview`, typed);
    const fragment = await pages.ada.post("/webhooks/preview", typed);

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
    const short = await pages.ada.post("/webhooks/preview", fields);
    const long = await pages.ada.post("/webhooks/preview", {
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
