// Spam checks end to end: findings, training by users and the rate limit. Captchas: intake/captcha.test.ts.
import type { Account, Form, Submission } from "@intray/sdk/schemas";
import { checkedFetch } from "../../../../test/contract/document.ts";
import { useApiServer } from "../../test/api-server.ts";

const server = useApiServer({ INTRAY_RATE_LIMIT: "2", INTRAY_TRUST_PROXY: "127.0.0.0/8" });

const makeForm = (settings: object = {}) =>
  server.create<Form>("/forms", { name: "Contact", duplicate_filter: false, ...settings });

let clients = 0;
/** Posts from a new client address behind the proxy, unless `ip` is given. */
const send = (form: Form, fields: Record<string, string>, ip = `198.51.100.${(clients += 1)}`) =>
  checkedFetch(server.url)("POST", `/f/${form.uuid}.json`, {
    headers: { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": ip },
    body: new URLSearchParams(fields).toString(),
  });

async function stored(...post: Parameters<typeof send>): Promise<Submission> {
  const answer = await send(...post);
  return server.submission((answer.json() as { readonly id: number }).id);
}

const mark = (id: number, spam: boolean) => server.mark(id, { spam });

describe("a submission", () => {
  it("has findings if it is spam, and none if it is ham", async () => {
    const form = await makeForm({ content_blacklist: ["forbidden words"] });

    const spam = await stored(form, { message: "Some forbidden words", _gotcha: "x" });
    const ham = await stored(form, { message: "When do you open?" });

    expect(spam).toMatchObject({
      spam: true,
      spam_reason: "honeypot",
      spam_findings: [
        { check: "honeypot", weight: 1 },
        { check: "blocked_words", weight: 1, sentence: expect.stringContaining("forbidden words") },
      ],
    });
    expect(spam["spam_score"]).toBeGreaterThanOrEqual(2);
    expect(ham).toMatchObject({ spam: false, spam_reason: null, spam_score: 0 });
    expect(ham).not.toHaveProperty("spam_findings");
  });

  it("is ham with findings if it is possible spam, until a user marks it", async () => {
    const form = await makeForm();
    const message = `Look at what I found: https://a.example/${"x".repeat(40)}`;

    const possible = await stored(form, { message });

    expect(possible).toMatchObject({
      spam: false,
      spam_reason: null,
      spam_findings: [{ check: "links", weight: 0.5 }],
      spam_score: 0.5,
    });
    await mark(possible.id, false);
    const marked = await server.submission(possible.id);
    expect(marked).toMatchObject({ spam: false, spam_score: 0 });
    expect(marked).not.toHaveProperty("spam_findings");
  });

  it("is not common spam if its sender has been replied to", async () => {
    const form = await makeForm();
    const message = "We offer guaranteed SEO: first page of Google, backlinks, guest posts. Reply!";
    const post = () => stored(form, { email: "ada@rankings.example", message });
    const { id, ...unknown } = await post();

    await server.insert("submission_reply", {
      submission_id: id,
      address: "ada@rankings.example",
    });

    expect(unknown).toMatchObject({ spam: true, spam_reason: "classifier" });
    expect(await post()).toMatchObject({ spam: false, spam_score: 0 });
  });

  it("is not compared with common spam if the account does not want it", async () => {
    const form = await makeForm();
    const message = "We offer guaranteed SEO: first page of Google, backlinks, guest posts. Call!";
    for (const spam_prior of [false, true]) {
      const account = await server.patch<Account>("/account", { account: { spam_prior } });
      const { spam } = await stored(form, { message });

      expect([account.spam_prior, spam]).toEqual([spam_prior, spam_prior]);
      expect(await server.rows("account", ["spam_prior"], { id: 2 })).toEqual([{ spam_prior: 1 }]);
    }
    for (const spam_prior of [null, "", "no", 0, []]) {
      const { status } = await server.request("PATCH", "/account", { json: { spam_prior } });
      expect(status).toBe(422);
    }
  });

  it("is judged by its text on other forms, its script and its own links too", async () => {
    const message = `Здравствуйте! ${"https://shop.example/tea ".repeat(5)} ${"Пишу вам. ".repeat(40)}`;
    const sent = { message, _started: "900", _language: "en", _source_url: "https://shop.example:8443/" };
    const scores: unknown[] = [];
    for (const script of [true, true, false, true]) {
      const form = await makeForm({ spam_checks: { classifier: false, script } });
      scores.push((await stored(form, sent))["spam_score"]);
    }

    expect(scores).toEqual([0.7, 0.7, 0.6, 1]);
  }); // prettier-ignore

  it("loses its findings when a user marks it as ham", async () => {
    const form = await makeForm();
    const { id } = await stored(form, { message: "Hello there", _gotcha: "x" });

    await mark(id, false);

    expect(await server.submission(id)).not.toHaveProperty("spam_findings");
  });
});

it("a form's spam_checks are all returned, and can be changed one by one", async () => {
  const form = await makeForm({ spam_checks: { honeypot: false } });

  const spam_checks = { links: false };
  const changed = await server.patch<Form>(`/forms/${form.id}`, { spam_checks });

  expect(form.spam_checks).toMatchObject({ honeypot: false, links: true, akismet: false });
  expect(changed.spam_checks).toEqual({ ...form.spam_checks, links: false });
  const filled = await stored(form, { message: "Hi there", _gotcha: "x" });
  expect(filled.spam).toBe(false);
});

describe("marks by users", () => {
  const NUMBERS = ["one", "two", "three", "four", "five", "six"];
  const SPAM = "Genuine walnut trowels shipped quickly to gardeners, number";
  const HAM = "Could somebody ring me about tomorrow's appointment, number";

  it("train nothing if the form does not contribute", async () => {
    const form = await makeForm({ contribute_to_spam_training: false });
    const examples = () => server.rows("spam_training_example", ["submission_id", "spam"]);
    const before = await examples();
    const one = await stored(form, { message: SPAM });
    const other = await stored(form, { message: HAM });

    await mark(one.id, true);
    await mark(other.id, false);
    expect(await examples()).toEqual(before);
    await server.patch(`/forms/${form.id}`, { contribute_to_spam_training: true });
    await mark(one.id, true);

    expect((await examples()).length).toBeGreaterThan(before.length);
  });

  it("train the classifier for the next post, but not for other accounts", async () => {
    const form = await makeForm();
    const untrained = await stored(form, { message: `${SPAM} zero` });
    for (const number of NUMBERS) {
      await mark((await stored(form, { message: `${SPAM} ${number}` })).id, true);
      await mark((await stored(form, { message: `${HAM} ${number}` })).id, false);
    }

    const spam = await stored(form, { message: `${SPAM} seven` });
    const ham = await stored(form, { message: `${HAM} seven` });
    await server.post("00000000000b", { message: `${SPAM} eight` });
    const ofOtherAccount = await server.row("submission", ["spam"], { form_id: 2 });

    expect(untrained.spam).toBe(false);
    expect(spam).toMatchObject({
      spam: true,
      spam_reason: "classifier",
      spam_findings: [{ check: "classifier", sentence: expect.stringContaining("“gardeners”") }],
    });
    expect(ham.spam).toBe(false);
    expect(ofOtherAccount).toEqual({ spam: 0 });
  });
});

describe("the rate limit", () => {
  const ip = "203.0.113.9";

  it("stores posts above it as spam, and rejects posts above ten times the limit", async () => {
    const form = await makeForm();
    const answers = [];
    for (let n = 0; n < 21; n += 1) answers.push(await send(form, { message: `Number ${n}` }, ip));

    const ids = answers.slice(0, 20).map((answer) => (answer.json() as { readonly id: number }).id);
    const [second, third] = await Promise.all([1, 2].map((n) => server.submission(ids[n] ?? 0)));

    expect(second).toMatchObject({ spam: false, ip });
    expect(third).toMatchObject({ spam: true, spam_reason: "rate", ip });
    expect(answers.at(20)?.status).toBe(429);
    expect(Number(answers.at(20)?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answers.at(20)?.json()).toMatchObject({ code: "rate_limited" });
    expect((await send(form, { message: "Another client" })).status).toBe(200);
  });
});
