import type { Form, RecipientList, SubmissionList } from "@intray/sdk/schemas";
import { startReceiver } from "../../../../test/harness/receiver.ts";
import { useShared } from "../../../../test/harness/use.ts";
import { useApiServer } from "../../test/api-server.ts";
import { EVERY_FORM_SETTING } from "../../test/form-settings.ts";

const server = useApiServer({ INTRAY_WEBHOOK_ALLOW: "127.0.0.1" });
const receiver = useShared(startReceiver);
const copy = async (id: number, json: object) =>
  (await server.request("POST", `/forms/${id}/copy`, { json })).json() as Form;

describe("a copied form", () => {
  it("has all settings of the other, and what must differ for itself", async () => {
    await server.create("/forms", { name: "First", notification_emails: "ada@example.org" });
    await server.sql("update mail_address set confirmed_at = 1");
    const form = await server.create<Form>("/forms", {
      ...EVERY_FORM_SETTING,
      notification_emails: "ada@example.org, bob@example.org",
      archived: true,
    });
    const states = async ({ id }: Form) =>
      (await server.read<RecipientList>(`/forms/${id}/recipients`)).recipients.map(
        ({ address, list, state }) => [address, list, state],
      );

    const made = await copy(form.id, {});

    const { id, uuid, name, archived, created_at, updated_at, ...settings } = made;
    expect(await server.read<Form>(`/forms/${form.id}`)).toMatchObject(settings);
    expect([name, archived]).toEqual([`${form.name} (copy)`, false]);
    expect([id, uuid]).not.toEqual([form.id, form.uuid]);
    expect(Date.parse(created_at)).toBe(Date.parse(updated_at));
    expect(await states(made)).toEqual(await states(form));
    expect(made.notification_emails_pending).toBe("bob@example.org");
  });

  it("has the webhooks, with headers that work and secrets of their own, but no submissions", async () => {
    const { id: project_id } = await server.create("/projects", { name: "Shop" });
    const form = await server.create<Form>("/forms", { name: "Contact" });
    const { id } = await server.addWebhook(form.id, {
      name: "CRM",
      url: `http://${receiver.host}/`,
      headers: [{ name: "X-Token", value: "s3cret" }],
    });
    await server.post(form.uuid, { name: "Ada" });
    await server.patch(`/forms/${form.id}`, { captcha: { provider: "altcha" } });

    const made = await copy(form.id, { name: "Orders", project_id, webhooks: true });
    const [webhook] = made.form_webhooks;
    await server.request("POST", `/form_webhooks/${webhook?.id}/test`);
    const secrets = await Promise.all(
      [id, webhook?.id].map((one) => server.read(`/form_webhooks/${one}/signing_secret`)),
    );
    const captchas = await server.rows("form", ["captcha"], { name: ["Contact", "Orders"] });

    expect(made).toMatchObject({ name: "Orders", project_id, inbox_count: 0 });
    expect(made.form_webhooks).toMatchObject([{ name: "CRM", form_id: made.id, enabled: true }]);
    await expect
      .poll(() => receiver.received.filter(({ headers }) => headers["x-token"] === "s3cret").length)
      .toBeGreaterThan(0);
    expect(secrets[0]).not.toEqual(secrets[1]);
    expect(new Set(captchas.map((row) => JSON.stringify(row))).size).toBe(2);
    const list = await server.read<SubmissionList>(`/submissions?form_id=${made.id}&filter_by=any`);
    expect(list.submissions).toEqual([]);
    expect((await copy(form.id, {})).form_webhooks).toEqual([]);
  });
});
