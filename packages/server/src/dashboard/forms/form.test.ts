import type { Form } from "@intray/sdk/schemas";
import { FORM_SETTINGS, SPAM_CHECK_NAMES } from "../../domain/form.ts";
import { namesOf } from "../../domain/setting.ts";
import { useDashboard, says } from "../../../test/dashboard.ts";
import { EVERY_FORM_SETTING } from "../../../test/form-settings.ts";
import { shownForm } from "../../../test/shown-form.ts";
import { groupsOf, settingsOf, TAB_NAMES, tabUrl } from "./groups.ts";

describe("a form's page", () => {
  const server = useDashboard();
  const stored = (id: number) => server.read<Form>(`/forms/${id}`);

  const saveChanged = async (path: string, changes: Readonly<Record<string, string>>) => {
    const { text } = await server.ada.get(path);
    return server.ada.post(path, { ...shownForm(text, "settings"), ...changes });
  };

  it("has an input for every declared setting in the tab of its group, and the HTML snippet with its honeypot field", async () => {
    const { text } = await server.ada.get("/forms/1");
    const { uuid } = await stored(1);
    const byHand: Readonly<Record<string, string>> = {
      spam_checks: SPAM_CHECK_NAMES.map((name) => `check_${name}`).join(" "),
      captcha: "captcha captcha_site_key captcha_secret",
      lead_scoring: "lead_scoring lead_provider lead_instructions lead_wait",
      fields: "new_fields",
      rules: "rule_0_name rule_0_when_path_0 rule_0_tags",
    };

    for (const tab of TAB_NAMES.filter((name) => groupsOf(name).length > 0)) {
      const page = (await server.ada.get(tabUrl(1, tab))).text;
      const inputs = shownForm(page, "settings");
      const declared = settingsOf(tab).flatMap((name) => (byHand[name] ?? name).split(" "));
      const has = (name: string) => name in inputs || page.includes(` value="${name}"`);
      expect([tab, declared.filter((name) => !has(name))]).toEqual([tab, []]);
    }
    const names = [...namesOf(FORM_SETTINGS)];
    expect(TAB_NAMES.flatMap(settingsOf)).toEqual(expect.arrayContaining(names));
    const action = `action=&quot;${server.url}/f/${uuid}&quot; method=&quot;post&quot;`;
    expect(text).toContain(`&lt;form ${action}&gt;`);
    expect(text).toContain("name=&quot;_gotcha&quot;");
  });

  it("is still found by the sections that links named before it had tabs", async () => {
    const { text } = await server.ada.get("/forms/1");

    for (const [section, tab] of [
      ["email", "email"],
      ["opening", "advanced"],
      ["access", "spam"],
    ]) {
      expect(text).toMatch(
        new RegExp(`href="/dashboard/forms/1/${tab}">(?:<span[^>]*></span>)*<span id="${section}"`),
      );
    }
    expect((await server.ada.get("/forms/1/fields")).text).not.toContain('<span id="email"');
  });

  const given = TAB_NAMES.filter((tab) => groupsOf(tab).length > 0);
  it.each(given)("saves the unchanged tab %s without changing a setting", async (tab) => {
    const { id } = await server.create<Form>("/forms", EVERY_FORM_SETTING);
    const before = await stored(id);
    const { text } = await server.ada.get(`/forms/${id}/${tab}`);

    const saved = await server.ada.post(`/forms/${id}/${tab}`, shownForm(text, "settings"));

    expect([saved.status, saved.location]).toEqual([303, tabUrl(id, tab)]);
    expect(await stored(id)).toEqual(before);
    expect(text).not.toContain(EVERY_FORM_SETTING.captcha.secret);
  });

  it("says what the look at its page has found, there and on the overview", async () => {
    const url = "https://site.example/<contact>";
    const { id } = await server.create<Form>("/forms", { name: "Looked at", watched_page: url });
    const shown = async () => (await server.ada.get(`/forms/${id}`)).text;
    const before = await shown();
    const action = "https://x.example/f/7";
    const found = JSON.stringify({ action, fields: ["_gotcha"], captcha: null, script: true });
    const changed = { changes: '["New fields: <phone>."]', changed_at: 1 };
    const look = { due_at: 2, looked_at: 1, problem: "It answers with 404.", found, ...changed };
    await server.insert("page_look", { form_id: id, url, ...look });

    const { text: overview } = await server.ada.get("");

    expect(before).toContain("is looked at within ten minutes");
    expect(await shown()).toMatch(
      /404\.[^]*f\/7[^]*Honeypot<\/dt><dd>yes[^]*New fields: &lt;phone&gt;\./,
    );
    expect(overview).toContain(`The page https://site.example/&lt;contact&gt; of Looked at`);
  });

  it("marks the inputs that do not apply now, except wrong ones", async () => {
    const shown = async (tab: string) => {
      const { text } = await server.ada.get(`/forms/1/${tab}`);
      return [...text.matchAll(/data-when="([^"]*)"( data-off="")?/g)].map(
        ([, when, off]) => `${when} ${off === undefined ? "applies" : "is off"}`,
      );
    };

    expect(await shown("email")).toContain("notification_schedule weekly is off");
    expect(await shown("thank-you")).toContain("redirect_url  applies");
    expect(await shown("spam")).toContain("captcha turnstile hcaptcha recaptcha is off");
  });

  it.each([
    ["notification_emails", "ada@example.org, <script>alert(1)</script>"],
    ["custom_template", "<p>\n{{evil}}"],
  ])("rejects the e-mail setting %s %j and keeps what was typed", async (name, value) => {
    const typed = { autoreply_name: "Typed before", [name]: value };
    const answer = await saveChanged("/forms/1/email", typed);

    expect(answer.status).toBe(422);
    expect(answer.text).toMatch(new RegExp(`id="${name}"[^>]*aria-invalid="true"`));
    expect(answer.text).toContain('value="Typed before"');
    expect(answer.text).not.toContain("<script>alert(1)");
  });

  it("shows each recipient's state, and leads to the suppressed addresses", async () => {
    const [address, gone] = ["waits@example.org", "gone@example.org"];
    const form = { name: "Mailed", notification_emails: `${address}, ${gone}` };
    const { id } = await server.create<Form>("/forms", form);
    await server.update("mail_address", { suppressed_at: 1 }, { address: gone });
    await server.update("webhook", { disabled_reason: "suppressed" }, { name: gone });

    const page = await server.ada.get(`/forms/${id}/email`);
    const path = `/forms/${id}/recipients`;
    const wrong = await server.ada.post(`${path}/release`, { address });
    const asked = await server.ada.post(`${path}/confirm`, { address });

    expect(page.words).toContain("E-mail is not set up on this server: set INTRAY_SMTP_URL");
    expect(page.words).toContain("waits@example.org To Waiting for confirmation");
    expect(page.words).toContain("gone@example.org To Suppressed");
    expect(page.text).toContain('href="/dashboard/email#suppressed"');
    expect(wrong.status).toBe(422);
    expect(asked).toMatchObject(says(422, "The confirmation cannot be sent."));
  });

  it("is named with its project as soon as the account has two, also to be deleted", async () => {
    const { id: project_id } = await server.create("/projects", { name: "Acme" });
    const { id, uuid } = await server.create<Form>("/forms", { name: "Contact", project_id });
    const submission = await server.post(uuid, { message: "Hello" });

    const ofRecords = [`/submissions/${submission}`, `/forms/${id}/advanced`];
    for (const path of ["", "/inbox", "/webhooks/new", ...ofRecords]) {
      expect((await server.ada.get(path)).words).toContain("Acme / Contact");
    }
    const wrong = await server.ada.post(`/forms/${id}/delete`, { confirm_name: "Contact" });
    const gone = await server.ada.submit(`/forms/${id}/delete`, { confirm_name: "Acme / Contact" });
    expect(wrong).toMatchObject(says(422, "type the form's exact name: Acme / Contact"));
    expect(gone.words).toContain("The form Acme / Contact was deleted");
    expect((await server.ada.get(`/forms/${id}`)).status).toBe(404);
  });
});
