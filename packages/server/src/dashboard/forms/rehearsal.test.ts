// The button "What would this have done?" beside those that save, without script.
import type { Form } from "@intray/sdk/schemas";
import { useDashboard } from "../../../test/dashboard.ts";
import { formsOn, shownForm } from "../../../test/shown-form.ts";

const server = useDashboard();

async function make() {
  const form = await server.create<Form>("/forms", { name: "Contact" });
  const hook = await server.addWebhook(form.id, { name: "<b>Hook</b>" });
  const post = (department: string) => server.post(form.uuid, { department, message: department });
  const [sales, support] = [await post("sales"), await post("support")];
  /** Presses the button on a tab of the form, or on the page of the webhook. */
  async function rehearse(page: string, typed: object) {
    const path = page === "hook" ? `/webhooks/${hook.id}` : `/forms/${form.id}/${page}`;
    const { text } = await server.ada.get(path);
    const buttons = formsOn(text).flatMap((one) => one.buttons);
    const [{ action } = { action: "" }] = buttons.filter((one) => one.action.endsWith("rehearsal"));
    const all = { ...shownForm(text, "settings"), ...typed };
    const answer = await server.ada.post(action.replace(/^.dashboard|#.*/g, ""), all);
    const [, list = ""] = /<fieldset id="rehearsal">(.*?)<\/fieldset>/s.exec(answer.text) ?? [];
    return {
      ...answer,
      said: list
        .replaceAll(/<[^a][^>]*>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    };
  }
  const stored = async () => [
    await server.rows("form", ["settings"], { id: form.id }),
    await server.rows("webhook", ["settings"], { id: hook.id }),
  ];
  const link = (id: number) => `<a href="/dashboard/submissions/${id}">#${id}`;
  return { link, sales, support, rehearse, stored };
}

const HOOK = "&lt;b&gt;Hook&lt;/b&gt;";

it("what was typed is rehearsed and stays, and nothing is saved", async () => {
  const { link, sales, support, rehearse, stored } = await make();
  const before = await stored();
  const rule = {
    rule_0_name: "Sales",
    rule_0_when_path_0: "department",
    rule_0_when_value_0: "sales",
  };

  const rules = await rehearse("rules", { ...rule, rule_0_tags: "lead", rule_0_spam: "yes" });
  const spam = await rehearse("spam", { content_blacklist: "Support" });
  const hook = await rehearse("hook", { filter_path_0: "department", filter_value_0: "sales" });

  expect(rules.said).toBe(
    `What this would have done Judged: 2 submissions of the last 30 days. 1 would not have been sent to ${HOOK}. ${link(sales)} 1 would have been sent to ${HOOK}, as before. 1 more would have been spam. ${link(sales)} 1 more would have got the tag lead. ${link(sales)} Nothing was saved.`,
  );
  expect(spam.said).toContain(`1 more would have been spam. ${link(support)}`);
  expect(hook.said).toContain(`1 would not have been sent to ${HOOK}. ${link(support)}`);
  expect(shownForm(rules.text, "settings")).toMatchObject({ rule_0_name: ["Sales"] });
  expect(shownForm(hook.text, "settings")).toMatchObject({ filter_path_0: ["department"] });
  expect(await stored()).toEqual(before);
});

it.each([
  ["spam", { allowed_domains: "not a domain" }],
  ["hook", { filter_path_0: "a", filter_operator_0: "$regex", filter_value_0: "(" }],
])("what cannot be saved on %s is shown at its input", async (page, typed) => {
  const { status, text, said } = await (await make()).rehearse(page, typed);

  expect([status, said, text.includes('aria-invalid="true"')]).toEqual([422, "", true]);
});
