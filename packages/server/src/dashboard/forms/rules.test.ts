import type { Form } from "@intray/sdk/schemas";
import { useDashboard } from "../../../test/dashboard.ts";
import { shownForm } from "../../../test/shown-form.ts";

const server = useDashboard();

async function make(rules: object[] = []) {
  const form = await server.create<Form>("/forms", { name: "Contact", rules });
  const path = `/forms/${form.id}/rules`;
  const shown = async () => shownForm((await server.ada.get(path)).text, "settings");
  const stored = async () => (await server.read<Form>(`/forms/${form.id}`)).rules;
  return {
    form,
    path,
    shown,
    stored,
    save: async (typed: object) => server.ada.post(path, { ...(await shown()), ...typed }),
  };
}

/** Each filter as a page shows and reads it. */
const FILTERS = [
  {},
  { "fields.department": "sales", email: { $exists: false } },
  { "fields.budget": { $gte: 100, $lt: 200 }, "fields.email": { $exists: true } },
  { $or: [{ "fields.a": "x", tags: { $in: ["a", 2] } }, { source_path: { $startsWith: " /de" } }] },
  // As JSON, since rows cannot show them.
  { $not: { "fields.zip": "01234" } },
  { "fields.zip": "1234" },
  { $or: [{}, { "fields.a": { $nin: ["a, b"] } }] },
];

it("unchanged rules are saved without changing any", async () => {
  const rules = FILTERS.map((when, n) => ({
    name: `<b>Rule ${n}`,
    when,
    then: [
      { tag: "vip" },
      { tag: "<i>" },
      { spam: true },
      { skip: ["automatic_answer", "gone@example.org"] },
    ],
    ...(n === 1 && { stop: true }),
  }));
  const { save, stored } = await make(rules);

  expect(await save({})).toMatchObject({ status: 303 });
  expect(await stored()).toEqual(rules);
});

it("a rule is typed, joined with or, changed and removed", async () => {
  const { form, save, stored } = await make();
  const hook = await server.addWebhook(form.id, { name: "CRM" });
  const person = await server.row("login", ["id"], {});

  await save({
    rule_0_name: "Sales",
    rule_0_when_path_0: "department",
    rule_0_when_value_0: "sales",
    rule_0_tags: "lead, , vip",
    rule_0_assign: String(person.id),
    rule_0_skip: String(hook.id),
    rule_0_stop: "yes",
  });
  await save({
    rule_0_when_join_1: "or",
    rule_0_when_path_1: "files.count",
    rule_0_when_operator_1: "$gt",
    rule_0_when_value_1: "2",
  });

  expect(await stored()).toEqual([
    {
      name: "Sales",
      when: { $or: [{ "fields.department": "sales" }, { "files.count": { $gt: 2 } }] },
      then: [{ tag: "lead" }, { tag: "vip" }, { assign: person.id }, { skip: [hook.id] }],
      stop: true,
    },
  ]);
  await save({ rule_0_name: "" });
  expect(await stored()).toEqual([]);
});

it.each([
  ["a rule without an act", { rule_0_name: "A" }, "then"],
  [
    "an expression that cannot be read",
    {
      rule_0_name: "A",
      rule_0_spam: "yes",
      rule_0_when_path_0: "a",
      rule_0_when_operator_0: "$regex",
      rule_0_when_value_0: "(",
    },
    "Value: The expression of $regex cannot be used: missing closing ): `(`.",
  ],
  [
    "JSON that is none",
    { rule_0_name: "A", rule_0_spam: "yes", rule_0_when_json: "{" },
    "Conditions as JSON",
  ],
])("%s is shown again with the reason", async (_, typed, reason) => {
  const { save, stored } = await make();

  const page = await save(typed);

  expect([page.status, shownForm(page.text, "settings")["rule_0_name"]]).toEqual([422, ["A"]]);
  expect(page.words).toContain(reason);
  expect(await stored()).toEqual([]);
});

it("the page of a submission says what was decided, as text", async () => {
  const rule = {
    name: "<b>Skip",
    when: { "fields.message": { $contains: "<i>" } },
    then: [{ skip: ["automatic_answer"] }],
  };
  const { form } = await make([rule]);
  const page = async () => server.ada.get(`/submissions/${id}`);
  const id = await server.post(form.uuid, { message: "a <i> b" });

  expect((await page()).words).toMatch(
    /<b>Skip This holds: fields.message contains "<i>".\s+Applied/,
  );
  await server.patch(`/forms/${form.id}`, { rules: [] });
  expect((await page()).words).toContain("The rules have changed since");
});

it("a re-fire to a webhook that a filter kept it from asks first", async () => {
  const { form } = await make();
  await server.addWebhook(form.id, { name: "<b>CRM", filter: { "fields.department": "sales" } });
  const id = await server.post(form.uuid, { message: "Help" });
  const refire = (typed = {}) => server.ada.post(`/submissions/${id}/refire`, typed);
  const sent = () => server.rows("delivery", ["trigger"], { submission_id: id });

  expect((await refire()).words).toContain("Rules or filters kept it from <b>CRM");
  expect(await sent()).toEqual([]);
  await refire({ confirmed: "all" });
  expect(await sent()).toEqual([{ trigger: "refire" }]);
});
