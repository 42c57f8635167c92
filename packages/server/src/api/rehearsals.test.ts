// What a change would have done, on both databases, and whether it then did that.
import type { Form, Rehearsal } from "@intray/sdk/schemas";
import { openStore } from "../store/open-store.ts";
import { wrapReads } from "../store/reads.ts";
import { systemClock } from "../platform/clock.ts";
import { ACCOUNT_KEY, OTHER_ACCOUNT_KEY, useApiServer } from "../../test/api-server.ts";

let reads = 0;
/** Awaited before the next submissions are read. */
let hold: Promise<void> | undefined;

const server = useApiServer(
  {
    INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
    INTRAY_SMTP_URL: "smtp://127.0.0.1:9",
    INTRAY_MAIL_FROM: "forms@example.org",
  },
  systemClock,
  {
    async openStore(options) {
      const store = await openStore(options);
      const around = async (run: () => Promise<unknown>, name: string) => {
        if (name === "rehearsedRows") reads += 1;
        if (name === "rehearsedRows") await hold;
        return run();
      };
      return { ...store, reads: wrapReads(store.reads, around) };
    },
  },
);

const POSTS = {
  sales: { department: "sales", message: "Forty chairs for Munich.", phone: "089 1" },
  support: { department: "support", message: "The table is broken.", email: "ada@example.org" },
  casino: {
    department: "sales",
    message: "Play in our casino!",
    _source_url: "https://b.example/",
  },
  bot: { department: "sales", message: "Hello there.", phone: "1", _gotcha: "x" },
};

async function prepare(settings: object = {}) {
  const form = await server.create<Form>("/forms", {
    name: "Contact",
    duplicate_filter: false,
    notification_emails: "ada@example.org",
    autoreply: true,
    ...settings,
  });
  // As if its owner had confirmed the address.
  await server.sql("update webhook set enabled = 1 where form_id = ?", form.id);
  const hook = await server.addWebhook(form.id, { name: "Hook" });
  await server.addWebhook(form.id, { name: "All", trigger_when_spam: true });
  const ids = new Map<number, string>();
  for (const [name, post] of Object.entries(POSTS)) {
    ids.set(await server.post(form.uuid, post), name);
  }
  return { form, hook, ids };
}

const rehearse = (form: Pick<Form, "id">, json: unknown, key = ACCOUNT_KEY) =>
  server.request("POST", `/forms/${form.id}/rehearsals`, { json, key });
const rehearsed = async (...args: Parameters<typeof rehearse>) =>
  (await rehearse(...args)).json() as Rehearsal;

/** Each thing that begins or ends to be so of a post. */
function changesIn({ ids }: Awaited<ReturnType<typeof prepare>>, found: Rehearsal) {
  const all = [
    { name: "spam", ...found.spam },
    { name: "rejected", ...found.rejected },
    ...found.destinations,
    ...found.tags.map(({ tag, ...change }) => ({ name: `#${tag}`, ...change })),
  ];
  const changes = all.flatMap(({ name, gained, lost }) => [
    ...gained.ids.map((id) => `${name} +${ids.get(id)}`),
    ...lost.ids.map((id) => `${name} -${ids.get(id)}`),
  ]);
  return changes.toSorted();
}

const CHAIRS = { "fields.message": { $contains: "chairs" } };
const SALES = { "fields.department": "sales" };
const rule = (when: object, ...then: object[]) => ({ name: JSON.stringify(then), when, then });
const PHONE = { name: "phone", type: "text", required: true };

it.each<[change: object, expected: string, webhook?: object]>([
  [{ name: "Contact" }, ""],
  [
    {
      rules: [
        { ...rule(CHAIRS, { tag: "chairs" }), stop: true },
        rule(SALES, { skip: ["ada@example.org"] }),
      ],
    },
    "#chairs +sales, ada@example.org -casino",
  ],
  [{ rules: [rule(CHAIRS, { spam: true })] }, "Hook -sales, ada@example.org -sales, spam +sales"],
  [{}, "Hook -support", { filter: SALES }],
  [{}, "Hook +bot", { trigger_when_spam: true }],
  [{}, "Hook -casino, Hook -sales, Hook -support", { enabled: false }],
  [{ content_blacklist: ["casino"] }, "Hook -casino, ada@example.org -casino, spam +casino"],
  [{ spam_checks: { honeypot: false } }, "Hook +bot, ada@example.org +bot, spam -bot"],
  [
    { fields: [PHONE] },
    "All -casino, All -support, Automatic answer -support, Hook -casino, Hook -support, ada@example.org -casino, ada@example.org -support, rejected +casino, rejected +support",
  ],
  [{ email_field: "phone" }, "Automatic answer -support"],
  [
    { lead_scoring: { enabled: true }, rules: [rule({ "lead.score": { $gte: 0 } }, { tag: "l" })] },
    "#l +casino, #l +sales, #l +support",
  ],
  [
    { allowed_domains: ["a.example"] },
    "All -casino, Hook -casino, ada@example.org -casino, rejected +casino",
  ],
])("the rehearsal of %j says: %s", async (form, expected, webhook) => {
  const made = await prepare();
  const form_webhook = webhook && { id: made.hook.id, ...webhook };

  const found = await rehearsed(made.form, { rehearsal: { form, form_webhook } });

  expect(found).toMatchObject({ judged: 4, complete: true });
  expect(changesIn(made, found).join(", ")).toBe(expected);
});

it("a rehearsal changes nothing, and predicts what happens with the same posts once the change is saved", async () => {
  const made = await prepare({ content_blacklist: ["casino"] });
  const { form, hook } = made;
  const change = {
    content_blacklist: [],
    fields: [{ name: "department", type: "select", options: ["sales", "purchase"] }],
    rules: [rule(CHAIRS, { tag: "chairs" }, { skip: [hook.id] })],
  };
  const filter = { "fields.message": { $regex: "casino|chairs" } };
  const outcomes = async (submission_id: number) => {
    const { spam, tags = [] } = await server.submission(submission_id);
    const sent = await server.rows("delivery", ["webhook_name"], { submission_id });
    const names = [...sent.map((one) => one.webhook_name), ...tags.map((tag) => `#${tag}`)];
    return spam ? ["spam", ...names] : names;
  };
  const tables = ["audit", "event", "delivery", "submission", "mail_address"] as const;
  const state = async () => [
    await server.rows("form", ["name", "settings", "updated_at"]),
    ...(await Promise.all(tables.map((table) => server.rows(table, ["account_id"])))),
  ];
  const before = await state();
  const found = await rehearsed(form, { form: change, form_webhook: { id: hook.id, filter } });
  expect(await state()).toEqual(before);

  await server.patch(`/forms/${form.id}`, change);
  await server.patch(`/form_webhooks/${hook.id}`, { filter });
  const happened: string[] = [];
  for (const [id, name] of made.ids) {
    const was = await outcomes(id);
    const post = POSTS[name as keyof typeof POSTS];
    const is = await server.post(form.uuid, post).then(outcomes, () => ["rejected"]);
    happened.push(...is.filter((one) => !was.includes(one)).map((one) => `${one} +${name}`));
    happened.push(...was.filter((one) => !is.includes(one)).map((one) => `${one} -${name}`));
  }

  expect(changesIn(made, found)).toEqual(happened.toSorted());
  expect(happened).toHaveLength(10);
});

it("a rehearsal says why submissions would be rejected, and what is not known", async () => {
  const { form } = await prepare({ honeypot_field: "trap" });
  await server.post(form.uuid, { email: "eve@example.org", _source_url: server.url });
  const posts = {
    form_id: form.id,
    hour: Math.floor(Date.now() / 3_600_000),
    last_at: 1,
    count: 2,
  };
  for (const reason of ["rule", "origin"] as const) {
    await server.insert("rejected_post", { ...posts, reason, examples: "[]" });
  }

  const { rejections, not_judged } = await rehearsed(form, {
    form: {
      allowed_domains: ["a.example"],
      honeypot_field: "_gotcha",
      captcha: { provider: "altcha" },
      spam_checks: { mail_domain: true },
      fields: [{ name: "email", type: "email", required: true }],
      rules: [rule({ language: "de" }, { tag: "de" })],
    },
  });

  const reasons = rejections.map(({ reason, field }) => [reason, field]);
  expect(reasons).toEqual([["rule", "email"], ["origin", null], ["rule", "email"]]); // prettier-ignore
  expect(not_judged.map(({ member, message }) => `${member}: ${message}`)).toEqual([
    "spam_checks.mail_domain: What this check would have found is not known.",
    "captcha: What this check would have found is not known.",
    "honeypot_field: What a change of this setting would have done is not known.",
    "language: The language that a page asks for is not stored: it counts as missing.",
    "allowed_domains: Submissions that do not say which page they are from: 3. They count as accepted.",
    "rejected_posts: Posts that were rejected because of their origin: 2. Only the names of their fields are stored, so it is not known which of them would be accepted.",
    "rejected_posts: Posts that were rejected because of field rules: 2. Only the names of their fields are stored, so it is not known which of them would be accepted.",
  ]);
});

it("a rehearsal takes nothing for common spam from a sender who has been replied to", async () => {
  const form = await server.create<Form>("/forms", {
    name: "Contact",
    spam_checks: { classifier: false },
  });
  const message = "We offer guaranteed SEO: first page of Google, backlinks, guest posts. Reply!";
  const [address, email] = ["ada@rankings.example", "bob@rankings.example"];
  const submission_id = await server.post(form.uuid, { email: address, message });
  const unknown = await server.post(form.uuid, { email, message });
  await server.insert("submission_reply", { submission_id, address });

  const { spam } = await rehearsed(form, { form: { spam_checks: { classifier: true } } });

  expect(spam.gained).toEqual({ count: 1, ids: [unknown] });
});

it("the newest 10,000 posts of the days are judged, one rehearsal at a time, until its client is gone", async () => {
  const { id } = await server.create("/forms", { name: "Full" });
  const change = { form: { fields: [PHONE] } };
  await server.fill(id, 1, Date.now() - 3 * 86_400_000);
  await server.fill(id, 10_000, Date.now());

  const found = await rehearsed({ id }, { ...change, days: 2 });
  const all = await rehearsed({ id }, change);
  const readsOfAll = reads / 2;
  const { promise, resolve } = Promise.withResolvers<void>();
  [hold, reads] = [promise, 0];
  const left = new AbortController();
  const sent = fetch(`${server.url}/api/v1/forms/${id}/rehearsals`, {
    method: "POST",
    headers: { authorization: `Bearer ${ACCOUNT_KEY}`, "content-type": "application/json" },
    body: JSON.stringify(change),
    signal: left.signal,
  });
  await vi.waitFor(() => expect(reads).toBe(1));
  const second = await rehearse({ id }, change);
  left.abort();
  await expect(sent).rejects.toThrow("aborted");
  hold = undefined;
  resolve();
  await vi.waitFor(async () => expect((await rehearse({ id: 1 }, { form: {} })).status).toBe(200));

  expect(found).toMatchObject({ judged: 10_000, complete: true });
  expect(found.rejected.gained).toMatchObject({ count: 10_000, ids: { length: 100 } });
  expect(found.rejections).toHaveLength(100);
  expect(all).toMatchObject({ judged: 10_000, complete: false });
  expect(all.summary).toMatchObject([
    { text: "Judged: the newest 10,000 submissions. There are more in the last 30 days." },
    { text: "10,000 more would have been rejected because of phone." },
  ]);
  expect(second.status).toBe(429);
  expect(reads).toBeLessThan(readsOfAll);
});

describe("a rehearsal is refused", () => {
  it.each<object>([
    { rules: [rule({ "fields.a": { $like: 1 } }, { spam: true })] },
    { rules: [rule({}, { assign: 99_999 })] },
    { fields: [{ name: "a", type: "text", pattern: "(" }] },
    { spam_checks: { links: 7 } },
    { allowed_domains: ["not a domain"], name: "" },
    { autoreply_custom_template: "{{#if" },
  ])("as saving %j is", async (form) => {
    const saving = await server.refused("PATCH", "/forms/1", form);

    expect(await server.refused("POST", "/forms/1/rehearsals", { form })).toEqual(saving);
  });

  it.each<[string, object]>([
    ["form", {}],
    ["form", { rehearsal: { form: [] } }],
    ["days", { form: {}, days: 31 }],
    ["id", { form_webhook: { filter: null } }],
    ["form_webhook.id", { form_webhook: { id: 1 } }],
    [
      "filter.fields.a.$regex",
      { form_webhook: { id: 0, filter: { "fields.a": { $regex: "(" } } } },
    ],
    ["filter", { form_webhook: { id: 0, filter: 7 } }],
  ])("with %s named: %j", async (field, json) => {
    const hook = await server.addWebhook(1);
    const text = JSON.stringify(json).replace('"id":0', `"id":${hook.id}`);

    expect(await server.refused("POST", "/forms/1/rehearsals", JSON.parse(text))).toEqual([field]);
  });

  it("for a form of another account; a key that reads sees no addresses", async () => {
    const { form } = await prepare();
    const key = await server.createKey({ scope: "read" });

    expect((await rehearse(form, { form: {} }, OTHER_ACCOUNT_KEY)).status).toBe(404);
    expect(JSON.stringify(await rehearsed(form, { form: {} }, key))).not.toContain("ada@");
  });
});
