import type { Form } from "@intray/sdk/schemas";
import { useApiServer } from "../../../test/api-server.ts";
import { MASK } from "../../domain/delivery/webhook.ts";

const server = useApiServer();

const TURNSTILE = { provider: "turnstile", site_key: "site", secret: "hush" } as const;
const make = (json: object = {}) => server.create<Form>("/forms", { name: "Contact", ...json });
const changed = ({ id }: Form, form: object) => server.patch<Form>(`/forms/${id}`, { form });
const refused = ({ id }: Form, form: object) => server.refused("PATCH", `/forms/${id}`, { form });

describe("the captcha of a form", () => {
  it.each([
    [null, [false, false, false, null, null]],
    [{ provider: "altcha" }, [false, false, false, null, null]],
    [{ ...TURNSTILE, provider: "recaptcha" }, [true, false, false, null, null]],
    [{ ...TURNSTILE, provider: "hcaptcha" }, [false, true, false, null, null]],
    [TURNSTILE, [false, false, true, "site", MASK]],
  ])("%j is shown under its names of the compatible API too", async (captcha, names) => {
    const form = await make({ captcha });

    const { force_recaptcha, force_hcaptcha, force_turnstile } = form;
    const shown = [force_recaptcha, force_hcaptcha, force_turnstile];
    expect([...shown, form.turnstile_site_key, form.turnstile_secret]).toEqual(names);
  });

  it("is set to Turnstile, changed and removed by its names of the compatible API", async () => {
    const keys = { turnstile_site_key: "site", turnstile_secret: "hush" };
    const form = await make({ force_turnstile: true, force_hcaptcha: false, ...keys });
    const other = await changed(form, { turnstile_site_key: "other" });
    const removed = await changed(form, { force_turnstile: false });

    expect(form.captcha).toEqual({ provider: "turnstile", site_key: "site", secret: MASK });
    expect(other.captcha).toEqual({ provider: "turnstile", site_key: "other", secret: MASK });
    expect(removed).toMatchObject({ captcha: null, force_turnstile: false });
  });

  it("is kept by a member that says what is already so, or that nothing else is", async () => {
    const form = await make({ captcha: TURNSTILE });
    const self = await make({ captcha: { provider: "altcha" } });

    for (const json of [{ force_turnstile: true }, { force_recaptcha: false }]) {
      expect((await changed(form, json)).captcha).toEqual(form.captcha);
    }
    const nothing = { force_turnstile: false, turnstile_site_key: "", turnstile_secret: null };
    expect((await changed(self, nothing)).captcha).toMatchObject({ provider: "altcha" });
  });

  it("is changed under one name while the other has the stored value, as in a whole record", async () => {
    const form = await make({ captcha: TURNSTILE, allowed_domains: ["example.org"] });

    const own = await changed(form, { ...form, captcha: { provider: "altcha" } });
    const keys = { turnstile_site_key: "new", turnstile_secret: "new" };
    const back = await changed(form, { ...own, force_turnstile: true, ...keys });
    const domains = await changed(form, { ...back, allowed_domains: ["example.net"] });

    expect(own).toMatchObject({ captcha: { provider: "altcha" }, force_turnstile: false });
    expect(back.captcha).toEqual({ provider: "turnstile", site_key: "new", secret: MASK });
    expect(domains.whitelist_source_domains).toBe("example.net");
  });

  it.each(["recaptcha", "hcaptcha", "turnstile"] as const)(
    "is %s that needs keys if it is only asked for, and no visitor is asked for it until it has them",
    async (provider) => {
      const form = await make({ [`force_${provider}`]: true });
      const back = await server.request("PUT", `/forms/${form.id}`, { json: form });
      const id = await server.post(form.uuid, { name: "Ada" });
      const copy = await server.request("POST", `/forms/${form.id}/copy`, { json: {} });
      const keys = { site_key: "site", secret: "hush" };
      const whole = await changed(form, { captcha: { provider, ...keys } });

      const needsKeys = { [`force_${provider}`]: true, captcha: { provider, secret: null } };
      for (const one of [form, back.json(), copy.json()]) expect(one).toMatchObject(needsKeys);
      expect(await server.read(`/submissions/${id}`)).toMatchObject({ spam: false });
      expect(whole.captcha).toEqual({ provider, site_key: "site", secret: MASK });
    },
  );

  it.each([
    [{ force_recaptcha: true, force_turnstile: true }, ["force_recaptcha", "force_turnstile"]],
    [{ captcha: TURNSTILE, force_turnstile: false }, ["captcha", "force_turnstile"]],
    [{ captcha: null, force_turnstile: true }, ["captcha", "force_turnstile"]],
    [{ captcha: { provider: "altcha" }, force_hcaptcha: true }, ["captcha", "force_hcaptcha"]],
    [{ captcha: TURNSTILE, turnstile_site_key: "x" }, ["captcha.site_key", "turnstile_site_key"]],
    [{ captcha: TURNSTILE, turnstile_secret: "other" }, ["captcha.secret", "turnstile_secret"]],
    [{ force_turnstile: true, turnstile_site_key: "site" }, ["captcha"]],
    [{ turnstile_site_key: "site" }, ["turnstile_site_key"]],
    [{ turnstile_secret: "hush" }, ["turnstile_secret"]],
  ])("is not made from %j, and the members are named", async (json, fields) => {
    expect(await server.refused("POST", "/forms", { name: "x", ...json })).toEqual(fields);
  });

  it("is not changed under two names to different values", async () => {
    const form = await make({ captcha: { provider: "altcha" } });

    const names = await refused(form, { captcha: null, force_recaptcha: true });
    expect(names).toEqual(["captcha", "force_recaptcha"]);
  });
});

it("the check of mail domains is read and written under both names, and refused where they differ", async () => {
  const form = await make({ smtp_email_validation: true });
  const off = await changed(form, { ...form, spam_checks: { mail_domain: false } });
  const on = await changed(form, { ...off, smtp_email_validation: true });
  const json = { name: "x", smtp_email_validation: true, spam_checks: { mail_domain: false } };
  const differing = await server.refused("POST", "/forms", json);

  expect(form.spam_checks).toMatchObject({ mail_domain: true, links: true });
  expect(off).toMatchObject({ smtp_email_validation: false, spam_checks: { links: true } });
  expect(on.spam_checks.mail_domain).toBe(true);
  expect(differing).toEqual(["spam_checks.mail_domain", "smtp_email_validation"]);
});

describe("the allowed domains of a form", () => {
  it("are read and written as a list and as text", async () => {
    const form = await make({ whitelist_source_domains: "example.org, example.net,," });
    const added = await changed(form, { allowed_domains: ["example.com"] });
    const both = await changed(form, {
      allowed_domains: ["a.example", "b.example"],
      whitelist_source_domains: "a.example,b.example",
    });
    const none = await changed(form, { whitelist_source_domains: "" });

    expect(form).toMatchObject({
      allowed_domains: ["example.org", "example.net"],
      whitelist_source_domains: "example.org, example.net",
    });
    expect(added.whitelist_source_domains).toBe("example.com");
    expect(both.allowed_domains).toEqual(["a.example", "b.example"]);
    expect(none).toMatchObject({ allowed_domains: [], whitelist_source_domains: null });
  });

  it("are rejected if they differ, or if one of them is no domain", async () => {
    const form = await make();

    const two = { allowed_domains: ["a.example"], whitelist_source_domains: "b.example" };
    const wrong = { whitelist_source_domains: "https://a.example/" };

    expect(await refused(form, two)).toEqual(["allowed_domains", "whitelist_source_domains"]);
    expect(await refused(form, wrong)).toEqual(["allowed_domains"]);
  });
});
