// Posts to a form with a captcha: a person who could not answer it is asked to, and nothing is dropped.
import type { Form, PostProblem, Submission } from "@intray/sdk/schemas";
import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { useApiServer } from "../../test/api-server.ts";
import { checkedFetch } from "../../../../test/contract/document.ts";

const BROWSER = { accept: "text/html" };
const TYPED = "email=ada%40example.org&message=Please+call+me+<b>tomorrow</b>";

let form: Form;
const server = useApiServer();

const newForm = async (settings: object = {}) => {
  form = await server.create<Form>("/forms", {
    name: "Contact",
    captcha: { provider: "altcha" },
    ...settings,
  });
};

const post = (body: string, headers: Record<string, string> = {}) =>
  checkedFetch(server.url)("POST", `/f/${form.uuid}`, {
    body,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });

async function solved(): Promise<string> {
  const answer = await checkedFetch(server.url)("GET", `/f/${form.uuid}/challenge`, {});
  const challenge = answer.json() as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return `&altcha=${encodeURIComponent(btoa(JSON.stringify({ challenge, solution })))}`;
}

async function inForm(): Promise<readonly Pick<Submission, "spam" | "spam_reason">[]> {
  const path = (state: string) =>
    `/submissions?form_id=${form.id}&order_by=date_asc&filter_by=${state}`;
  const lists = await Promise.all(
    ["spam", "all"].map(async (state) => await server.read<{ submissions: [] }>(path(state))),
  );
  return lists
    .flatMap(({ submissions }) => submissions as Submission[])
    .map(({ spam, spam_reason }) => ({ spam, spam_reason }));
}

const ASKED = { spam: true, spam_reason: "captcha" };
const HAM = { spam: false, spam_reason: null };

describe("a post without an answer to the captcha", () => {
  it("is stored, and a browser gets a page with the captcha and what was typed", async () => {
    await newForm();

    const asked = await post(`${TYPED}&_next=%2Fthanks&altcha=`, BROWSER);

    expect(asked.status).toBe(422);
    expect(asked.headers.get("content-security-policy")).toMatch(
      /script-src 'self'; connect-src 'self'/,
    );
    expect(asked.text).toContain("<h1>Please confirm that you are human</h1>");
    expect(asked.text).toContain(`data-challenge="/f/${form.uuid}/challenge"`);
    expect(asked.text).toContain(
      `<input type="hidden" name="message" value="Please call me &lt;b&gt;tomorrow&lt;/b&gt;"/>`,
    );
    expect(asked.text).not.toContain(`name="altcha"`);
    expect(await inForm()).toEqual([ASKED]);
  });

  it("is no duplicate of the one with an answer that follows, also with one idempotency key", async () => {
    await newForm();
    const key = { "idempotency-key": "one-post" };

    const asked = await post(TYPED, key);
    const again = await post(TYPED, key);
    const answered = await post(TYPED + (await solved()), key);

    expect([asked.status, again.status, answered.status]).toEqual([422, 422, 200]);
    expect(await inForm()).toEqual([ASKED, HAM]);
  });

  it("gets an error in JSON that says what is missing", async () => {
    await newForm({ captcha: { provider: "turnstile", site_key: "site", secret: "hush" } });

    const asked = await post(TYPED, { "accept-language": "de" });

    expect(asked.status).toBe(422);
    expect(asked.json() as PostProblem).toMatchObject({
      success: false,
      code: "invalid",
      message: /Dieses Formular verlangt/,
      errors: [{ field: "cf-turnstile-response", code: "CAPTCHA_REQUIRED" }],
      captcha: { provider: "turnstile", site_key: "site", challenge_url: null },
      id: expect.any(Number) as number,
    });
    expect(asked.text).not.toContain("hush");
  });

  it("with a broken or used answer is asked for another one", async () => {
    await newForm();
    const answer = await solved();
    await post(TYPED + answer);

    const used = await post(`message=Other${answer}`);
    const broken = await post("message=Third&altcha=-");

    expect([used.status, broken.status]).toEqual([422, 422]);
    expect(await inForm()).toEqual([ASKED, ASKED, HAM]);
  });

  it("that is spam for other reasons too gets the same response as ham", async () => {
    await newForm();

    const bot = await post(`${TYPED}&_gotcha=x`, BROWSER);

    expect(bot.status).toBe(200);
    expect(bot.text).not.toContain("captcha");
    expect(await inForm()).toEqual([{ spam: true, spam_reason: "honeypot" }]);
  });
});

it.each([
  ["altcha", {}, "script-src 'self'; connect-src 'self'; "],
  ["turnstile", { site_key: `a"b`, secret: "s" }, "https://challenges.cloudflare.com"],
  ["hcaptcha", { site_key: "k", secret: "s" }, "https://*.hcaptcha.com"],
  ["recaptcha", { site_key: "k", secret: "s" }, "https://www.gstatic.com/recaptcha/"],
])("the captcha of a form is on its sample form: %s", async (provider, keys, source) => {
  await newForm({ captcha: { provider, ...keys } });

  const page = await fetch(`${server.url}/try/${form.uuid}`);
  const html = await page.text();

  expect(html).toContain(`<p data-intray-captcha="${provider}"`);
  expect(html).not.toContain(`a"b`);
  expect(html).toContain(`src="/captcha.js"`);
  expect(page.headers.get("content-security-policy")).toContain(source);
});
