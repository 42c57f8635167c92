import type { Form } from "@intray/sdk/schemas";
import { useApiServer } from "../../../test/api-server.ts";
import { EVERY_MAIL_SETTING } from "../../../test/form-settings.ts";
import { MAIL_DEFAULTS } from "../../domain/mail/settings.ts";

const server = useApiServer();

const make = (json: object = {}) => server.create<Form>("/forms", { name: "Mailed", ...json });
const change = (form: Form, json: object) => server.patch(`/forms/${form.id}`, json);

describe("a form's e-mail settings", () => {
  it("have the documented defaults", async () => {
    expect(await make()).toMatchObject(MAIL_DEFAULTS);
  });

  it("are stored, kept when a change omits them, and cleared when it says so", async () => {
    const form = await make(EVERY_MAIL_SETTING);

    expect(form).toMatchObject(EVERY_MAIL_SETTING);
    expect(await change(form, { name: "Renamed" })).toMatchObject(EVERY_MAIL_SETTING);
    const cleared = await change(form, { ...MAIL_DEFAULTS });
    expect(cleared).toMatchObject({ ...MAIL_DEFAULTS, name: "Renamed" });
    const again = { notification_emails: "eve@example.org" };
    expect(await change(form, again)).toMatchObject({ ...MAIL_DEFAULTS, ...again });
  });

  it.each<[object, RegExp]>([
    [{ notification_emails: "ada@example.org, bob@" }, /"bob@" is not an e-mail address/],
    [{ notification_emails: "ada@example.org\r\nBcc: eve@example.org" }, /"Bcc: eve@example.org"/],
    [{ notification_hour: 24 }, /notification_hour/],
    [{ notification_subject: "{{#if name}}" }, /line 1, column 1/],
    [{ autoreply_body: "Hello,\n  {{constructor}}" }, /line 2, column 5/],
    [{ custom_template: "<p>\n{{#each}}" }, /line 2, column 1/],
    [{ autoreply_custom_template: "{{> other}}" }, /line 1, column 1/],
    [{ custom_template: "<p>\n{{{form_name}}}" }, /line 2, column 1: In HTML every value/],
    [{ custom_template: "<a href={{form_name}}>" }, /line 1, column 9: .*quotes/],
    [{ language: "xx" }, /language/],
  ])("are refused by name: %j", async (json, message) => {
    const made = await server.request("POST", "/forms", { json: { name: "x", ...json } });

    expect(made.status).toBe(422);
    const problem = made.json() as { error: string; errors: { field: string }[] };
    expect(problem.error).toMatch(message);
    expect(problem.errors.map(({ field }) => field)).toEqual(Object.keys(json));
  });
});
