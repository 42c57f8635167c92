// What GET answers can be sent back with PUT, and changes nothing.
import type { Form, FormSettings } from "@intray/sdk/schemas";
import { beforeAll, describe, expect, it } from "vitest";
import { useApiServer } from "../../../test/api-server.ts";
import { withWallTime } from "../../../test/fake-clock.ts";
import type { CompatibleNames } from "./compatible-names.ts";

let now = 1_800_000_000_000;
const server = useApiServer(
  {},
  withWallTime(() => now),
);

const audited = () => server.sql("select id from audit order by id");

interface State {
  readonly status: number;
  readonly record: unknown;
  readonly entries: readonly unknown[];
}

/** Sends a record back a while later, flat and wrapped. `after` has what PUT and then GET answered. */
async function sentBack(
  path: string,
  wrapper: string,
): Promise<{ readonly before: State; readonly after: readonly State[] }> {
  const stateOf = async (method: string, json?: object): Promise<State> => {
    // As the SDK sends it: no member of a record is unknown.
    const headers = { prefer: "handling=strict" };
    const answer = await server.request(method, path, { headers, ...(json && { json }) });
    return { status: answer.status, record: answer.json(), entries: await audited() };
  };
  const before = await stateOf("GET");
  now += 60_000;
  const flat = await stateOf("PUT", before.record as object);
  const wrapped = await stateOf("PUT", { [wrapper]: before.record });
  return { before, after: [flat, wrapped, await stateOf("GET")] };
}

/** Every setting with another value than its default. A new setting does not compile until it is here. */
const EVERYTHING = {
  name: "Everything",
  timezone: "Europe/Berlin",
  redirect_url: "https://example.org/thanks",
  redirect_heading: "Thanks",
  redirect_message: "Soon",
  use_ajax: true,
  form_view_enabled: true,
  origin_service: "formspree",
  recaptcha_failed_url: "https://example.org/failed",
  redirect_button_text: "Home",
  redirect_button_url: "https://example.org/home",
  redirect_button_background_color: "#000000",
  redirect_button_text_color: "#ffff00",
  contribute_to_spam_training: false,
  opening_marks_read: true,
  fields: [
    { name: "email", type: "email", required: true },
    { name: "size", type: "select", options: ["S", "M"], multiple: true },
  ],
  honeypot_field: "website",
  duplicate_filter: false,
  allowed_domains: ["example.org", "example.net"],
  blocked_domains: ["spam.example"],
  content_blacklist: ["casino"],
  spam_checks: { links: false, akismet: true, mail_domain: true },
  captcha: { provider: "turnstile", site_key: "site", secret: "hush" },
  retention_days: 30,
  retention_includes_unread: true,
  lead_scoring: {
    enabled: true,
    provider: "http",
    instructions: "Big",
    delivery_wait_seconds: 5,
  },
  notification_emails: "ada@example.org, bob@example.org",
  notification_cc_emails: "cc@example.org",
  notification_bcc_emails: "bcc@example.org",
  notification_subject: "New {{form_name}}",
  notification_from_name: "Forms",
  notification_schedule: "weekly",
  notification_attachments: "attached",
  notification_hour: 7,
  notification_weekday: "friday",
  exclude_submitter_from_reply: true,
  data_receipt_email: true,
  autoreply: true,
  autoreply_subject: "We have it",
  autoreply_body: "Hello",
  autoreply_from_name: "Ada",
  autoreply_greeting: "Kind regards",
  autoreply_name: "Ada",
  autoreply_title: "Bakery",
  autoreply_email: "ada@example.org",
  custom_template: "<p>{{form_name}}</p>",
  use_custom_template: true,
  autoreply_custom_template: "<p>{{form_name}}</p>",
  autoreply_use_custom_template: true,
  hide_dashboard_button: true,
  logo: "https://example.org/logo.png",
  button_background_color: "#1a7f37",
  button_text_color: "#ffffff",
  language: "de",
} as const satisfies Required<Omit<FormSettings, keyof CompatibleNames | "project_id">>;

describe("the whole record of a form", () => {
  it("is the same after it was sent back, with everything set", async () => {
    const { id: project_id } = await server.create("/projects", { name: "Site" });
    const form = await server.create<Form>("/forms", { ...EVERYTHING, project_id });
    await server.create("/form_webhooks", {
      form_id: form.id,
      url: "http://127.0.0.1:9/",
      headers: [{ name: "Authorization", value: "secret" }],
    });
    const defaults = (await server.create<Form>("/forms", { name: "Plain" })) as unknown as object;
    const plain = new Map(Object.entries(defaults));
    const same = Object.entries(EVERYTHING).filter(
      ([name, value]) => JSON.stringify(plain.get(name)) === JSON.stringify(value),
    );
    expect(same).toEqual([]);

    for (const path of [`/forms/${form.id}`, `/forms/${form.uuid}`]) {
      const { before, after } = await sentBack(path, "form");
      expect(after).toEqual([before, before, before]);
    }
  });

  it("is the same with every default, and with each captcha", async () => {
    for (const captcha of [null, { provider: "altcha" }, { provider: "recaptcha", secret: "s" }]) {
      const { id } = await server.create<Form>("/forms", { name: "Plain", captcha });
      const { before, after } = await sentBack(`/forms/${id}`, "form");
      expect(after).toEqual([before, before, before]);
    }
  });

  it("is audited and has a new time if one of its settings is another", async () => {
    const form = await server.create<Form>("/forms", { name: "Renamed" });
    const entries = await audited();
    now += 1_000;

    const json = { ...form, captcha: { provider: "altcha" } };
    const put = await server.request("PUT", `/forms/${form.id}`, { json });

    expect((put.json() as Form).updated_at).not.toBe(form.updated_at);
    expect(await audited()).toHaveLength(entries.length + 1);
  });
});

describe("the whole record of a submission", () => {
  let form: Form;
  beforeAll(async () => {
    form = await server.create<Form>("/forms", { name: "Posts", content_blacklist: ["casino"] });
  });
  const post = async (message: string) => {
    const body = new FormData();
    body.set("email", "ada@example.org");
    body.append("tags[]", "a");
    body.append("tags[]", "b");
    body.set("2", "two");
    body.set("__proto__", message);
    body.set("file", new File(["bytes"], "a.txt"));
    body.set("_source_url", "https://example.org/contact?utm_source=letter#form");
    return server.post(form.uuid, body);
  };
  const counted = () =>
    Promise.all(
      ["event", "delivery", "spam_training_example"].map((table) =>
        server.sql(`select count(*) as n from ${table}`),
      ),
    );

  it("is the same after it was sent back, and nothing else has changed", async () => {
    const [ham, spam, trash] = [await post("hello"), await post("casino"), await post("bye")];
    await server.request("PATCH", `/submissions/${ham}`, { json: { submission: { read: true } } });
    await server.request("PATCH", `/submissions/${trash}`, {
      json: { submission: { trash: true } },
    });
    const before = await counted();

    for (const id of [ham, spam, trash]) {
      const sent = await sentBack(`/submissions/${id}`, "submission");
      expect(sent.after).toEqual([sent.before, sent.before, sent.before]);
    }

    expect(await counted()).toEqual(before);
  });
});
