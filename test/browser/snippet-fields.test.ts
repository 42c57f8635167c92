// The snippets of a form with field rules and a captcha, in Chromium: what is typed arrives as ham, whatever the
// names and labels of the fields. Of Astro and Hugo the template is filled in; Next is tested beside its sample form.
import type { Form, Submission } from "@intray/sdk/schemas";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "../../packages/server/test/api-server.ts";
import { frameworkSnippets } from "../../packages/server/src/dashboard/forms/framework-snippets.ts";
import { htmlSnippet } from "../../packages/server/src/dashboard/forms/html-snippet.ts";
import { isBrowserMissing, openBrowser } from "./chromium.ts";
import { openSite, type Site } from "./site.ts";
import { buildSnippet } from "./snippet-build.ts";

const FIELDS = [
  { name: "your {name}", type: "text", label: 'Name {"<&>"}', required: true, max: 40 },
  { name: "code", type: "text", pattern: "[A-Z]{2}\\d{3}" },
  { name: "size", type: "select", options: ["S & {M}", "{{L}}"], required: true },
  { name: "topics", type: "checkbox", options: ["{one}", "two"] },
  { name: "agreed", type: "checkbox", required: true },
  { name: "note", type: "textarea", max: 100 },
  { name: "cv", type: "file" },
];
const EMPTY_PAGE = "<!doctype html><title>Contact</title>";

describe.skipIf(isBrowserMissing())("the snippet", () => {
  let server: ApiServer;
  let form: Form;
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    [server, site, browser] = await Promise.all([startApiServer(), openSite(), openBrowser()]);
    const settings = { name: "Snippets", fields: FIELDS, captcha: { provider: "altcha" } };
    form = await server.create<Form>("/forms", settings);
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    await server.close();
  });

  const codeOf = (id: string) =>
    frameworkSnippets(form, server.url).find((one) => one.id === id)?.code ?? "";
  /** As Astro renders it. */
  const rendered = (template: string) =>
    template
      .replace(/^---[^]*?---/, "")
      .replace("{form}", `"${server.url}/f/${form.uuid}"`)
      .replace("{Astro.url.href}", '"https://site.test/contact"')
      .replaceAll(/\{"([{}])"\}/g, "$1")
      .replaceAll(" is:inline", "");
  const page = (html: string) => ({ html: EMPTY_PAGE + html, script: undefined });

  it.each<readonly [string, () => { html: string; script: string | undefined }]>([
    ["HTML", () => page(htmlSnippet(form, server.url))],
    ["fetch", () => page(codeOf("snippet-fetch"))],
    ["Astro", () => page(rendered(codeOf("snippet-astro")))],
    [
      "Hugo",
      () => page(codeOf("snippet-hugo").replace("{{ .Page.Permalink }}", "https://site.test/")),
    ],
    [
      "React",
      () => ({
        html: EMPTY_PAGE,
        script: `${codeOf("snippet-react")}
import { createRoot } from "react-dom/client";
createRoot(document.body.appendChild(document.createElement("main"))).render(<ContactForm />);`,
      }),
    ],
  ])("for %s has the fields and the captcha", async (name, make) => {
    const { html, script } = make();
    site.show(`/${name}`, { html });
    const tab = await browser.newPage({ locale: "en-US" });
    await tab.goto(`${site.url}/${name}`);
    if (script !== undefined) {
      await tab.addScriptTag({ content: await buildSnippet(script, "browser") });
    }

    await tab.getByLabel('Name {"<&>"}').fill(`Ada of ${name}`);
    await tab.fill("[name=code]", "AB123");
    await tab.selectOption("[name=size]", "{{L}}");
    await tab.getByLabel("{one}").check();
    await tab.getByLabel("two").check();
    await tab.check("[name=agreed]");
    await tab.fill("[name=note]", "a\nb");
    await tab.setInputFiles("[name=cv]", {
      name: "cv.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("me"),
    });
    await tab.click("button");
    await tab.getByText("received").waitFor();
    await tab.close();

    const answer = await server.request("GET", "/submissions?per_page=1");
    const { submissions } = answer.json() as { readonly submissions: readonly Submission[] };
    expect(submissions[0]).toMatchObject({
      spam: false,
      payload_params: {
        "your {name}": `Ada of ${name}`,
        code: "AB123",
        size: "{{L}}",
        topics: ["{one}", "two"],
        agreed: "yes",
        note: "a\r\nb",
      },
      attachments: [{ name: "cv.txt", form_name: "cv" }],
    });
  });

  it("for React solves a captcha again after it was left, and after a post was refused", async () => {
    site.show("/again", { html: EMPTY_PAGE });
    const tab = await browser.newPage({ locale: "en-US" });
    await tab.goto(`${site.url}/again`);
    const program = `${codeOf("snippet-react")}
import { createElement } from "react";
import { createRoot } from "react-dom/client";
const root = createRoot(document.body.appendChild(document.createElement("main")));
window.show = (shown) => root.render(shown ? createElement(ContactForm) : "Elsewhere");
window.show(true);`;
    await tab.addScriptTag({ content: await buildSnippet(program, "browser") });
    const fill = async (code: string) => {
      await tab.getByLabel('Name {"<&>"}').fill("Ada");
      await tab.fill("[name=code]", code);
      await tab.selectOption("[name=size]", "{{L}}");
      await tab.check("[name=agreed]");
      await tab.click("button");
    };
    const show = (shown: boolean) => tab.evaluate(`window.show(${shown})`);

    await tab.locator("input[name=altcha]").waitFor({ state: "attached" });
    await show(false);
    await tab.getByText("Elsewhere").waitFor();
    await show(true);
    await tab.locator("input[name=altcha]").waitFor({ state: "attached" });
    await tab.evaluate(`document.querySelector("form").noValidate = true`);
    await fill("wrong");
    await tab.locator("[role=alert]").waitFor();
    await fill("AB124");
    await tab.getByText("received").waitFor();
    await tab.close();

    const answer = await server.request("GET", "/submissions?per_page=1");
    expect(answer.json()).toMatchObject({
      submissions: [{ spam: false, payload_params: { code: "AB124" } }],
    });
  });
});
