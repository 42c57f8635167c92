import type { Form } from "@intray/sdk/schemas";
import { useDashboard } from "../../../test/dashboard.ts";

const server = useDashboard();
const HOUR_MS = 3_600_000;

/** The names of the listed forms, in their order. */
const listed = async (query: string) =>
  [...(await server.ada.get(`/forms?${query}`)).text.matchAll(/\/forms\/\d+">([^<]+)<\/a>/g)]
    .map(([, name]) => name)
    .filter((name) => !/^[\d,]+$/.test(name ?? ""));

it("shows of each form what arrived, what was rejected and where it is sent, and sorts and filters them", async () => {
  const { id: project_id } = await server.create("/projects", { name: "acme" });
  const contact = await server.create<Form>("/forms", { name: "Contact <1>" });
  const [apply, news] = [
    await server.create<Form>("/forms", { name: "apply", project_id }),
    await server.create<Form>("/forms", { name: "News" }),
  ];
  await server.create<Form>("/forms", { name: "Old contact", archived: true });
  const addWebhook = (name: string, enabled: boolean) =>
    server.create("/form_webhooks", {
      form_id: contact.id,
      name,
      url: "https://x.invalid/",
      enabled,
    });
  await addWebhook("CRM", false);
  await server.post(contact.uuid, new URLSearchParams({ message: "Hello" }));
  await addWebhook("Chat", true);
  const advert = await server.post(apply.uuid, new URLSearchParams({ message: "Buy" }));
  await server.request("PATCH", `/submissions/${advert}`, { json: { submission: { spam: true } } });
  const day = Math.floor(Date.now() / (24 * HOUR_MS));
  await server.sql(
    `insert into submission_day (form_id, day, account_id, arrived, spam)
      values (?, ?, 1, 700, 0), (?, ?, 1, 1000, 0)`,
    news.id,
    day - 1,
    news.id,
    day - 40,
  );
  const rejected = `insert into rejected_post (form_id, hour, reason, count, last_at, examples)
    values (?, ?, 'origin', ?, 0, '[]')`;
  await server.sql(rejected, news.id, day * 24 + 30, 31);
  await server.sql(rejected, news.id, (day - 40) * 24, 100);
  const silence = {
    kind: "form_silent",
    form: "apply",
    per_day: 4,
    silent_days: 3,
    probability: 0,
  };
  await server.sql(
    `insert into alert (account_id, kind, subject_id, detail, since, raised_at, seen_at)
      values (1, 'form_silent', ?, ?, ?, 1, 1)`,
    apply.id,
    JSON.stringify(silence),
    Date.now() - 73 * HOUR_MS,
  );

  const { words, text } = await server.ada.get("/forms");

  expect(words).toMatch(
    /Contact <1> My project \d .* 2 places 1 not working not all delivered 1 0 0 /,
  );
  expect(words).toMatch(
    /News every post rejected My project 700 submissions in 30 days 700 never nobody 0 0 31 /,
  );
  expect(words).toMatch(/apply acme \d .* never 3 d 1 h usually 4 a day nobody 0 1 0 /);
  expect(words).toContain("1 to 4 of 4 forms.");
  expect(text).toContain('aria-sort="ascending"><a href="/dashboard/forms?sort=-name"');
  expect(text).toContain('<th class="number"><a href="/dashboard/forms?sort=-rejected"');
  const lists: Record<string, unknown> = {};
  for (const query of [
    "",
    "sort=-name",
    "query=CONTACT",
    "state=archived&query=contact",
    `project_id=${project_id}`,
    "sort=constructor&state=toString&cursor=-1e99&project_id=x",
    "cursor=50",
  ]) {
    lists[query] = (await listed(query)).join(", ");
  }
  expect(lists).toEqual({
    "": "apply, Contact &lt;1&gt;, News, Sample form",
    "sort=-name": "Sample form, News, Contact &lt;1&gt;, apply",
    "query=CONTACT": "Contact &lt;1&gt;",
    "state=archived&query=contact": "Old contact",
    [`project_id=${project_id}`]: "apply",
    "sort=constructor&state=toString&cursor=-1e99&project_id=x": "",
    "cursor=50": "",
  });
});

it("offers the forms that were posted to last where one is chosen, and names the others in lists", async () => {
  for (let n = 0; n < 70; n += 1) await server.create("/forms", { name: `Many ${n}.` });
  const [old, posted] = (await server.sql(
    "select id from form where name in ('Many 0.', 'Many 1.') order by name",
  )) as readonly { readonly id: number }[];
  await server.sql(
    "insert into submission_day (form_id, day, account_id, arrived, spam) values (?, 30000, 1, 1, 0)",
    posted?.id,
  );
  await server.create("/api_keys", { kind: "form", form_id: old?.id, name: "Old" });

  for (const path of ["/inbox", "/deliveries", "/keys", "/reply_templates", "/webhooks/new"]) {
    const { text, words } = await server.ada.get(path);
    const options = [...text.matchAll(/<option[^>]*>(?:My project \/ )?([^<]*Many \d+\.)/g)];
    const names = options.map(([, name = ""]) => name.replace(/.*(?=Many)/, ""));
    expect([
      path,
      names.length <= 60,
      names.includes("Many 1."),
      names.includes("Many 0."),
    ]).toEqual([path, true, true, false]);
    expect(words).toContain("The forms that were posted to last.");
  }
  const { words } = await server.ada.get("/keys");
  expect(words).toMatch(/Old itk_form_\S+ Form (?:My project \/ )?Many 0\./);
  const asked = await server.ada.get(`/keys?form_id=${old?.id}`);
  expect(asked.text).toMatch(/<option value="\d+" selected[^>]*>Only the form [^<]*Many 0\./);
  // Only now: its form is offered once the post is counted.
  await server.post(String(old?.id), new URLSearchParams({ name: "Ada" }));
  expect((await server.ada.get("/inbox")).text).toContain(
    '<bdi class="form-name">My project / Many 0.</bdi>',
  );
});
