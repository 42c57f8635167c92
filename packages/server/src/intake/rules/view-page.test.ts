import type { Form } from "@intray/sdk/schemas";
import { useApiServer } from "../../../test/api-server.ts";

const server = useApiServer();

const FIELDS = [{ name: "note", type: "text", required: true }];
const make = (settings: object) => server.create<Form>("/forms", { name: `A & "B"`, ...settings });
const open = (path: string, headers = {}) =>
  fetch(`${server.url}${path}`, { headers: { accept: "text/html", ...headers } });

it("is shown only if it is enabled and the form has rules", async () => {
  const pages = await Promise.all(
    [
      { fields: FIELDS },
      { form_view_enabled: true },
      { fields: FIELDS, form_view_enabled: true },
    ].map(async (settings) => open(`/v/${(await make(settings)).uuid}`)),
  );

  expect(pages.map(({ status }) => status)).toEqual([404, 404, 200]);
  expect((await open("/v/000000000000")).status).toBe(404);
});

it("posts to the form, in the language of the visitor", async () => {
  const { uuid } = await make({ fields: FIELDS, form_view_enabled: true });

  const answer = await open(`/v/${uuid}`, { "accept-language": "de" });

  const text = await answer.text();
  expect(text).toContain(`action="/f/${uuid}"`);
  expect(text).toContain(">Senden</button>");
  expect(text).toContain("A &amp; &quot;B&quot;");
});

it("has labels, explanations and an introduction as text, whatever they contain", async () => {
  const { uuid } = await make({
    fields: [
      { name: "first_name", type: "text", help: "<i>As</i> in the passport." },
      { name: "size", type: "radio", options: ["S"], help: "In cm." },
    ],
    form_view_enabled: true,
    form_view_introduction: "Write to us.\n<b>We</b> answer.",
  });

  const text = await (await open(`/v/${uuid}`)).text();

  expect(text).toContain(
    '<p class="message" dir="auto">Write to us.\n&lt;b&gt;We&lt;/b&gt; answer.</p>',
  );
  expect(text).toMatch(
    /First name<\/span> <input[^>]* name="first_name"[^>]* aria-describedby="field-0-help"/,
  );
  expect(text).toContain('id="field-0-help" dir="auto">&lt;i&gt;As&lt;/i&gt; in the passport.</p>');
  expect(text).toContain('id="field-1-help" dir="auto">In cm.</p>');
});

it("is the only page with a script, and may be framed by sites that may post", async () => {
  const policyOf = async (path: string) =>
    (await open(path)).headers.get("content-security-policy") ?? "";
  const { uuid } = await make({ fields: FIELDS, form_view_enabled: true });
  const limited = await make({
    fields: FIELDS,
    form_view_enabled: true,
    allowed_domains: ["example.org", "127.0.0.1", "a;sandbox"],
  });

  expect(await policyOf(`/v/${uuid}`)).toMatch(/script-src 'self'; .*frame-ancestors \*$/);
  expect(await policyOf(`/v/${limited.uuid}`)).toMatch(
    /frame-ancestors 'self' example\.org:\* \*\.example\.org:\* 127\.0\.0\.1:\* \*\.127\.0\.0\.1:\*$/,
  );
  expect(await policyOf(`/f/${uuid}/thanks`)).not.toContain("script-src");
  expect(await policyOf(`/try/${uuid}`)).toMatch(/frame-ancestors 'none'$/);
  expect(await policyOf("/dashboard/sign-in")).toMatch(/frame-ancestors 'none'/);
});

it("has the captcha of the form", async () => {
  const { uuid } = await make({
    fields: FIELDS,
    form_view_enabled: true,
    captcha: { provider: "turnstile", site_key: "key", secret: "hush" },
  });

  const answer = await open(`/v/${uuid}`);

  expect(await answer.text()).toContain('data-intray-captcha="turnstile"');
  expect(answer.headers.get("content-security-policy")).toContain(
    "script-src 'self' https://challenges.cloudflare.com",
  );
});

it("opens the next page of the form instead of the site that frames it", async () => {
  const { uuid } = await make({
    fields: FIELDS,
    form_view_enabled: true,
    redirect_url: "https://example.org/thanks",
  });

  expect(await (await open(`/v/${uuid}`)).text()).toContain('target="_top"');
});
