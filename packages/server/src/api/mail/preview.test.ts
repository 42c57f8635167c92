import type { EmailPreview, Form, TestEmail } from "@intray/sdk/schemas";
import PostalMime from "postal-mime";
import { OTHER_ACCOUNT_KEY, useMailServer } from "../../../test/api-server.ts";

const HOSTILE = `</td><script>alert(1)</script>`;

let form: Form;
let submission_id: number;
const { relay, server } = useMailServer();
beforeAll(async () => {
  form = await server.create<Form>("/forms", {
    name: "Contact",
    notification_subject: "Stored subject",
    notification_cc_emails: "carl@example.org",
  });
  submission_id = await server.post(form.uuid, { name: HOSTILE, email: "grace@example.org" });
});

const preview = (json: object, of: { readonly uuid: string } = form, key?: string) =>
  server.request("POST", `/forms/${of.uuid}/email_preview`, { json, ...(key && { key }) });
const previewed = async (json: object) => (await preview(json)).json() as EmailPreview;

describe("a preview of an e-mail", () => {
  it("is made from a sample and the stored settings, and sends nothing", async () => {
    const notification = await previewed({ kind: "notification" });
    const answer = await previewed({ kind: "answer" });

    expect(notification).toMatchObject({
      from: { name: "Contact", address: "forms@intray.test" },
      to: [],
      cc: ["carl@example.org"],
      reply_to: "ada@example.org",
      subject: "Stored subject",
    });
    expect(notification.text).toContain("Ada Lovelace");
    expect(notification.html).toContain("/mail/unsubscribe/preview");
    expect(answer).toMatchObject({ to: ["ada@example.org"], cc: [], reply_to: null });
    expect(relay.messages.filter(({ to }) => !to.includes("carl@example.org"))).toEqual([]);
  });

  it("is made from a submission and the given settings, which are not stored", async () => {
    const form_settings = {
      notification_subject: 'From {{field "email"}}',
      custom_template: '<p>{{field "name"}}</p>',
      use_custom_template: true,
    };

    const given = await previewed({ kind: "notification", form: form_settings, submission_id });
    const stored = await previewed({ kind: "notification", submission_id });

    expect(given.subject).toBe("From grace@example.org");
    expect(given.html).toContain("<p>&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;</p>");
    expect(stored.subject).toBe("Stored subject");
    expect(stored.html).not.toContain("<script>");
  });

  it.each([
    ["notification", "custom_template", "<p>\n  {{nothing}}</p>", "line 2, column 5"],
    ["answer", "autoreply_body", "Dear {{field}}", "line 1, column"],
    ["notification", "logo", "http://example.org/logo.png", "https://"],
  ])("of the %s names %s and its problem", async (kind, name, value, expected) => {
    const rejected = await preview({ kind, form: { [name]: value } });

    expect(rejected.status).toBe(422);
    expect(rejected.json()).toMatchObject({
      errors: [{ field: name, message: expect.stringContaining(expected) as string }],
    });
  });

  it("ignores the settings that do not change it, which may be half typed", async () => {
    const half = { notification_emails: "carl@", autoreply_body: "{{", name: "Other" };

    const { to, subject } = await previewed({ kind: "notification", form: half });

    expect([to, subject]).toEqual([[], "Stored subject"]);
  });

  it("says why it cannot be rendered", async () => {
    const long = "{{#each form_params}}{{this.value}}{{/each}}".repeat(200);
    const large = await server.post(form.uuid, { a: "x".repeat(90_000) });

    const answer = await preview({
      kind: "notification",
      form: { custom_template: long, use_custom_template: true },
      submission_id: large,
    });

    expect(answer.status).toBe(422);
    expect(answer.text).toContain("The e-mail cannot be rendered");
  });

  it("is refused for submissions of other forms and accounts, and for form keys", async () => {
    const other = await server.create<Form>("/forms", { name: "Other" });
    const key = await server.createKey({ form_id: form.id });
    const request = { kind: "notification", submission_id };

    const statuses = [
      await preview(request, other),
      await preview(request, form, OTHER_ACCOUNT_KEY),
      await preview(request, form, key),
      await preview({ kind: "digest" }),
      await preview({}),
    ].map(({ status }) => status);

    expect(statuses).toEqual([404, 404, 403, 422, 422]);
  });
});

describe("a test e-mail", () => {
  const send = (json: object) =>
    server.request("POST", `/forms/${form.uuid}/test_email`, { json: { submission_id, ...json } });
  const toOwner = () => relay.messages.filter(({ to }) => to.includes("owner@example.org"));
  beforeEach(() => {
    relay.behavior.recipients = {};
  });

  it("needs a sign-in address", async () => {
    const refused = await send({ kind: "answer" });

    expect(refused.status).toBe(409);
    expect(refused.text).toContain("has no sign-in address yet");
  });

  it("goes to the account's own address alone, as it was previewed, and is audited", async () => {
    await server.insert("login", { email: "owner@example.org" });
    const subject = "Só: {{form_name}} ✓";

    const answer = await send({ kind: "notification", form: { notification_subject: subject } });

    expect(answer.json()).toEqual({
      success: true,
      to: "owner@example.org",
      message: "The relay has accepted the e-mail to owner@example.org: 250 2.0.0 Queued",
      smtp_status: 250,
      error_code: null,
    } satisfies TestEmail);
    const [message] = toOwner();
    const mail = await PostalMime.parse(message?.raw ?? "");
    expect(message?.to).toEqual(["owner@example.org"]);
    expect(mail.to?.map(({ address }) => address)).toEqual(["owner@example.org"]);
    expect([mail.cc, mail.subject]).toEqual([undefined, "Só: Contact ✓"]);
    expect(mail.headers.filter(({ key }) => key.startsWith("list-"))).toEqual([]);
    expect(mail.html).toContain("&lt;script&gt;");
    const audited = await server.rows("audit", ["action", "actor_kind"]);
    expect(audited.at(-1)).toEqual({ action: "email.tested", actor_kind: "key" });
  });

  it("says in words what the relay answered", async () => {
    relay.behavior.recipients = { "owner@example.org": [550, "5.7.1 Not\u202e today"] };
    const refused = (await send({ kind: "answer" })).json() as TestEmail;
    relay.behavior.recipients = { "owner@example.org": [451, "4.7.1 Greylisted"] };
    const later = (await send({ kind: "answer" })).json() as TestEmail;
    relay.behavior.drop = "connection";
    relay.cut();
    const lost = (await send({ kind: "answer" })).json() as TestEmail;
    relay.behavior.drop = undefined;

    expect(refused).toMatchObject({ success: false, smtp_status: 550, error_code: "smtp_status" });
    expect(refused.message).toBe(
      "The relay has refused the e-mail to owner@example.org: 550 5.7.1 Not[RLO] today",
    );
    expect(later.message).toMatch(/does not take the e-mail to .* now: 451 4\.7\.1 Greylisted/);
    expect(lost).toMatchObject({ success: false, smtp_status: null });
    expect(lost.message).toContain("was not sent");
    // Not repeated.
    expect(toOwner()).toHaveLength(1);
  });

  it("is limited to five a minute", async () => {
    const answers = [];
    for (let n = 0; n < 6; n += 1) answers.push(await send({ kind: "answer" }));

    const limited = answers.at(-1);
    expect(limited?.status).toBe(429);
    expect(Number(limited?.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
