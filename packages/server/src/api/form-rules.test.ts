// Rules of forms and filters of webhooks, from the post to its deliveries, on both databases.
import type { DecisionList, Form, Submission } from "@intray/sdk/schemas";
import { useApiServer } from "../../test/api-server.ts";

const server = useApiServer({
  INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
  INTRAY_SMTP_URL: "smtp://127.0.0.1:9",
  INTRAY_MAIL_FROM: "forms@example.org",
});

const makeForm = (settings: object = {}) =>
  server.create<Form>("/forms", { name: "Contact", ...settings });
let posts = 0;
async function post(form: Form, fields: Record<string, string>) {
  const id = await server.post(form.uuid, { message: `Hello ${(posts += 1)}`, ...fields });
  return server.submission(id);
}
const addHook = (form: Form, name: string, filter: object | null = null) =>
  server.addWebhook(form.id, { name, url: "http://127.0.0.1:9/", filter });
const sentTo = async ({ id }: Submission) =>
  (await server.rows("delivery", ["webhook_name"], { submission_id: id }))
    .map((row) => row.webhook_name)
    .toSorted();
const explain = ({ id }: Pick<Submission, "id">, key?: string) =>
  server.read<DecisionList>(`/submissions/${id}/decisions`, key);

describe("a post", () => {
  it("goes past people whom a rule names, also those who get access after it was read", async () => {
    const rules = [
      { name: "Sales", when: { "fields.department": "sales" }, then: [{ skip: ["people"] }] },
      { name: "All", when: {}, then: [{ skip: ["late@example.org"] }] },
    ];
    const form = await makeForm({ notify_people: true, rules });
    const viewer = { account_id: 1, role: "viewer", password_hash: "-" } as const;
    const late = { ...viewer, email: "late@example.org", limited: 1 } as const;
    const { id } = await server.insert("login", late);
    const { id: other } = await server.insert("login", { ...viewer, email: "carl@example.org" });
    const change = (member: number) => server.patch(`/members/${member}`, { role: "responder" });
    await change(other);
    expect(await sentTo(await post(form, { department: "support" }))).toEqual(["carl@example.org"]);
    expect(await sentTo(await post(form, { department: "sales" }))).toEqual([]);

    await server.patch(`/members/${id}`, { project_ids: [form.project_id] });
    expect(await sentTo(await post(form, { department: "support" }))).toEqual(["carl@example.org"]);
    await change(id);
    await server.patch(`/forms/${form.id}`, { rules: [] });
    expect(await sentTo(await post(form, { department: "sales" }))).toEqual([
      "carl@example.org",
      "late@example.org",
    ]);
  });

  it("goes where rules and filters let it, and says why", async () => {
    const form = await makeForm({ notification_emails: "ada@example.org, bob@example.org" });
    const sales = await addHook(form, "Sales", { "fields.department": "sales" });
    await addHook(form, "Everything");
    const person = { email: "eve@example.org" };
    const { id: assign } = await server.insert("login", { account_id: 1, ...person });
    const rules = [
      {
        name: "Leads",
        when: { "fields.department": "sales" },
        then: [{ tag: "VIP lead" }, { assign }],
      },
      {
        name: "Support",
        when: { "fields.department": "support" },
        then: [{ skip: ["ada@example.org"] }],
      },
    ];
    expect(await server.patch(`/forms/${form.id}`, { rules })).toMatchObject({ rules });

    const lead = await post(form, { department: "Sales" });
    const question = await post(form, { department: "support" });

    expect(lead).toMatchObject({ tags: ["VIP lead"], assignee: person.email, spam: false });
    expect(await sentTo(lead)).toEqual([
      "Everything",
      "Sales",
      "ada@example.org",
      "bob@example.org",
    ]);
    expect(question).toMatchObject({ tags: [], assignee: null });
    expect(await sentTo(question)).toEqual(["Everything", "bob@example.org"]);
    expect(await server.read("/submissions?query=tag:%22vip%20lead%22")).toMatchObject({
      submissions: [{ id: lead.id }],
    });
    expect(await explain(question)).toEqual({
      changed_since: false,
      decisions: [
        {
          kind: "rule",
          name: "Leads",
          applies: false,
          because: 'This does not hold: fields.department is "sales".',
        },
        {
          kind: "rule",
          name: "Support",
          applies: true,
          because: 'This holds: fields.department is "support".',
        },
        {
          kind: "destination",
          name: "ada@example.org",
          applies: false,
          because: 'The rule "Support" skips it.',
        },
        {
          kind: "destination",
          name: "Sales",
          applies: false,
          because: 'This does not hold: fields.department is "sales".',
        },
      ],
    });
    await server.patch(`/form_webhooks/${sales.id}`, { filter: null });
    expect(await sentTo(await post(form, { department: "support" }))).toContain("Sales");
    expect(await explain(question)).toEqual({ changed_since: true, decisions: [] });
  });

  it("counts only the destinations that get it", async () => {
    const form = await makeForm();
    await addHook(form, "Sales", { "fields.department": "sales" });
    await addHook(form, "All");

    const one = await post(form, { department: "support" });
    await server.sql(`update delivery set state = 'succeeded', next_attempt_at = null, finished_at = 1,
      lease_token = null, lease_expires_at = null
      where submission_id = ${one.id}`);

    expect(await server.submission(one.id)).toMatchObject({ delivery_state: "delivered" });
  });

  it("that a rule calls spam is spam, and once marked ham goes where it would have gone", async () => {
    const form = await makeForm({
      rules: [
        {
          name: "Rude",
          when: { "fields.message": { $contains: "idiots" } },
          then: [{ spam: true }],
        },
      ],
    });
    await addHook(form, "Long", { "fields.message": { $regex: "^.{40}" } });
    await addHook(form, "All");

    const rude = await post(form, { message: `You are idiots ${posts}` });

    expect(rude).toMatchObject({
      spam: true,
      spam_reason: "rule",
      spam_findings: [{ sentence: 'The rule "Rude" says so.' }],
    });
    expect(await sentTo(rude)).toEqual([]);
    await server.mark(rude.id, { spam: false });
    expect(await sentTo(rude)).toEqual(["All"]);
  });

  it("is assigned to nobody who was removed", async () => {
    const { id } = await server.insert("login", { account_id: 1, email: "gone@example.org" });
    const form = await makeForm({ rules: [{ name: "A", when: {}, then: [{ assign: id }] }] });
    await server.update("login", { removed_at: 1 }, { id });

    expect(await post(form, {})).toMatchObject({ assignee: null });
  });
});

it("rules of a copied form skip the copies of its webhooks", async () => {
  const form = await makeForm();
  const [kept, left] = [await addHook(form, "Kept"), await addHook(form, "Left")];
  const rules = [
    { name: "A", when: {}, then: [{ skip: [kept.id, "automatic_answer"] }, { skip: [left.id] }] },
  ];
  await server.patch(`/forms/${form.id}`, { rules });

  const copied = (
    await server.request("POST", `/forms/${form.id}/copy`, { json: { webhooks: true } })
  ).json() as Form;

  const [first, second] = copied.form_webhooks;
  expect(copied.rules).toEqual([
    { ...rules[0], then: [{ skip: [first?.id, "automatic_answer"] }, { skip: [second?.id] }] },
  ]);
  expect(await sentTo(await post(copied, {}))).toEqual([]);
});

it.each([
  ["rules.0.when.fields.a.$like", { when: { "fields.a": { $like: 1 } } }],
  ["rules.0.then.0.assign", { then: [{ assign: 99_999 }] }],
  ["rules.0.then.0.skip", { then: [{ skip: [99_999] }] }],
  ["rules.0.then.0.spam", { then: [{ spam: false }] }],
  ["rules.0.then", { then: [] }],
  ["rules.0.name", { name: "" }],
])("%s is named in the refusal", async (member, rule) => {
  const { id } = await makeForm();
  const rules = [{ name: "A", when: {}, then: [{ spam: true }], ...rule }];

  expect(await server.refused("PATCH", `/forms/${id}`, { rules })).toEqual([member]);
});

it("a webhook with a filter that cannot be read is refused", async () => {
  const filter = { "fields.a": { $regex: "(" } };
  const json = { form_id: (await makeForm()).id, url: "http://127.0.0.1:9/", filter };

  expect(await server.refused("POST", "/form_webhooks", json)).toEqual(["filter.fields.a.$regex"]);
});

it("keys that see no receivers see no addresses in rules and decisions", async () => {
  const form = await makeForm({
    notification_emails: "ada@example.org",
    rules: [{ name: "A", when: {}, then: [{ skip: ["ada@example.org"] }] }],
  });
  const { id } = await post(form, {});
  const key = await server.createKey({ scope: "read" });

  expect(
    JSON.stringify([await explain({ id }, key), await server.read(`/forms/${form.id}`, key)]),
  ).not.toContain("ada@");
});
