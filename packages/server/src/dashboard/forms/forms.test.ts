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
  const apply = await server.create<Form>("/forms", { name: "apply", project_id });
  const news = await server.create<Form>("/forms", { name: "News" });
  await server.create<Form>("/forms", { name: "Old contact", archived: true });
  await server.addWebhook(contact.id, { enabled: false });
  await server.post(contact.uuid, { message: "Hello" });
  await server.addWebhook(contact.id);
  await server.mark(await server.post(apply.uuid, { message: "Buy" }), { spam: true });
  const day = Math.floor(Date.now() / (24 * HOUR_MS));
  const ofNews = { form_id: news.id, account_id: 1, spam: 0 };
  await server.insert("submission_day", { ...ofNews, day: day - 1, arrived: 700 });
  await server.insert("submission_day", { ...ofNews, day: day - 40, arrived: 1000 });
  const rejected = { form_id: news.id, reason: "origin", last_at: 0, examples: "[]" } as const;
  await server.insert("rejected_post", { ...rejected, hour: day * 24 + 30, count: 31 });
  await server.insert("rejected_post", { ...rejected, hour: (day - 40) * 24, count: 100 });
  const kind = "form_silent";
  const silence = { kind, form: "apply", per_day: 4, silent_days: 3, probability: 0 };
  const alert = { account_id: 1, kind, subject_id: apply.id, since: Date.now() - 73 * HOUR_MS };
  await server.insert("alert", { ...alert, kind, detail: JSON.stringify(silence) });

  const { words, text } = await server.ada.get("/forms");

  expect(words).toMatch(
    /Contact <1> My project \d .* 2 places 1 not working, not all delivered 1 0 0 /,
  );
  expect(words).toMatch(
    /News every post rejected My project 700 700 submissions in 30 days never nobody 0 0 31 /,
  );
  expect(words).toMatch(/apply acme \d .* never 3 d 1 h usually 4 a day nobody 0 1 0 /);
  expect(words).toContain("1 to 4 of 4 forms.");
  expect(text).toContain('aria-sort="ascending"><a href="/dashboard/forms?sort=-name"');
  expect(text).toContain('<th class="number"><a href="/dashboard/forms?sort=-rejected"');
  for (const [query, names] of Object.entries({
    "": "apply, Contact &lt;1&gt;, News, Sample form",
    "sort=-name": "Sample form, News, Contact &lt;1&gt;, apply",
    "query=CONTACT": "Contact &lt;1&gt;",
    "state=archived&query=contact": "Old contact",
    [`project_id=${project_id}`]: "apply",
    "sort=constructor&state=toString&cursor=-1e99&project_id=x": "",
    "cursor=50": "",
  }))
    expect([query, (await listed(query)).join(", ")]).toEqual([query, names]);
});

it("offers the forms that were posted to last where one is chosen, and names the others in lists", async () => {
  for (let n = 0; n < 70; n += 1) await server.create("/forms", { name: `Many ${n}.` });
  const idOf = async (name: string) => (await server.row("form", ["id"], { name })).id;
  const [old, posted] = [await idOf("Many 0."), await idOf("Many 1.")];
  const counted = { day: 30_000, account_id: 1, arrived: 1, spam: 0 };
  await server.insert("submission_day", { form_id: posted, ...counted });
  await server.createKey({ form_id: old, name: "Old" });

  for (const path of ["/inbox", "/deliveries", "/keys", "/reply_templates", "/webhooks/new"]) {
    const { text, words } = await server.ada.get(path);
    const options = [...text.matchAll(/<option[^>]*>(?:My project \/ )?([^<]*Many \d+\.)/g)];
    const names = options.map(([, name = ""]) => name.replace(/.*(?=Many)/, ""));
    expect([path, names.length <= 60]).toEqual([path, true]);
    expect(names).toContain("Many 1.");
    expect(names).not.toContain("Many 0.");
    expect(words).toContain("The forms that were posted to last.");
  }
  const { words } = await server.ada.get("/keys");
  expect(words).toMatch(/Old itk_form_\S+ Form (?:My project \/ )?Many 0\./);
  const asked = await server.ada.get(`/keys?form_id=${old}`);
  expect(asked.text).toMatch(/<option value="\d+" selected[^>]*>Only the form [^<]*Many 0\./);
  // Only now: its form is offered once the post is counted.
  await server.post(String(old), { name: "Ada" });
  expect((await server.ada.get("/inbox")).text).toContain(
    '<bdi class="form-name">My project / Many 0.</bdi>',
  );
});
