// The snippets of the dashboard and of docs/use/snippets.md: each is built as far as its framework is a package, and its
// form, with field rules and a captcha, is filled in and posted in Chromium: what is typed arrives as ham, whatever the
// names and labels of the fields. Next and Astro are too large to install for this: the server action of the snippet for
// Next runs itself, after React has rendered its form; of Astro and Hugo the template is filled in.
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Form, SubmissionList } from "@intray/sdk/schemas";
import { useShared } from "../harness/use.ts";
import { useApiServer } from "../../packages/server/test/api-server.ts";
import { frameworkSnippets } from "../../packages/server/src/dashboard/forms/framework-snippets.ts";
import { htmlSnippet } from "@intray/sdk/snippet";
import { isBrowserMissing, openBrowser } from "./in-browser.ts";
import { openSite, textFile } from "./site.ts";
import { buildSnippet } from "./snippet-build.ts";

const ROOT = join(import.meta.dirname, "../..");
const PUBLIC = "http://127.0.0.1:8787";
const SAMPLE = { captcha: null, fields: [], honeypot_field: "_gotcha", uuid: "YOUR_FORM" };
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
const SOURCE = "https://site.test/contact";

const server = useApiServer();
/** What was stored last. */
const stored = async () =>
  (await server.read<SubmissionList>("/submissions?per_page=1")).submissions[0];
const codeOf = (id: string, form: Parameters<typeof frameworkSnippets>[0]) =>
  frameworkSnippets(form, server.url).find((one) => one.id === id)?.code ?? "";

it("docs/use/snippets.md has the snippets of the dashboard", () => {
  const page = readFileSync(join(ROOT, "docs/use/snippets.md"), "utf8");
  expect([...page.matchAll(/^```(\w+)\n(.*?)\n```$/gms)].map(([, , code]) => code)).toEqual([
    htmlSnippet(SAMPLE, PUBLIC),
    ...frameworkSnippets(SAMPLE, PUBLIC).map(({ code }) => code),
  ]);
});

it("the snippet for Next renders its form, and its server action posts and redirects", async () => {
  const { uuid } = await server.create<Form>("/forms", { name: "Next" });
  const folder = await mkdtemp(join(tmpdir(), "intray-snippet-"));
  try {
    const file = join(folder, "page.mjs");
    const program = `${codeOf("snippet-next", { ...SAMPLE, uuid })}
import { renderToStaticMarkup } from "react-dom/server";
export const html = () => renderToStaticMarkup(<Contact />);
export const action = () => Contact().props.action;`;
    await writeFile(file, await buildSnippet(program, "node"));
    const page = (await import(pathToFileURL(file).href)) as {
      html(): string;
      action(): (fields: FormData) => Promise<void>;
    };
    const typed = { email: "ada@example.org", message: "Hello from Next" };
    const fields = new FormData();
    // Next adds members of its own to what it passes to an action.
    for (const [name, value] of Object.entries({ ...typed, _gotcha: "", $ACTION_ID_7f: "" })) {
      fields.set(name, value);
    }

    await expect(page.action()(fields)).rejects.toThrow("NEXT_REDIRECT /thanks");

    expect(page.html()).toMatch(/<textarea name="message" required="">/);
    expect(await stored()).toMatchObject({ spam: false, payload_params: typed });
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe.skipIf(isBrowserMissing())("the snippet", () => {
  const site = useShared(openSite);
  const browser = useShared(openBrowser);
  const settings = { name: "Snippets", fields: FIELDS, captcha: { provider: "altcha" } };
  const form = useShared(() => server.create<Form>("/forms", settings));

  const rendered = (template: string) =>
    template
      .replace(/^---[^]*?---/, "")
      .replace("{form}", `"${server.url}/f/${form.uuid}"`)
      .replace("{Astro.url.href}", `"${SOURCE}"`)
      .replaceAll(/\{"([{}])"\}/g, "$1")
      .replaceAll(" is:inline", "");
  interface Shown {
    readonly html: string;
    readonly script?: string;
    readonly source_url?: string;
  }
  it.each<readonly [string, () => Shown]>([
    ["HTML", () => ({ html: htmlSnippet(form, server.url) })],
    ["fetch", () => ({ html: codeOf("snippet-fetch", form) })],
    ["Astro", () => ({ html: rendered(codeOf("snippet-astro", form)), source_url: SOURCE })],
    [
      "Hugo",
      () => ({
        html: codeOf("snippet-hugo", form).replace("{{ .Page.Permalink }}", SOURCE),
        source_url: SOURCE,
      }),
    ],
    [
      "React",
      () => ({
        html: "",
        script: `${codeOf("snippet-react", form)}
import { createRoot } from "react-dom/client";
createRoot(document.body.appendChild(document.createElement("main"))).render(<ContactForm />);`,
      }),
    ],
  ])("for %s has the fields and the captcha", async (name, make) => {
    const { html, script, ...source } = make();
    site.show(`/${name}`, { html: EMPTY_PAGE + html });
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
    await tab.setInputFiles("[name=cv]", textFile("cv.txt", "me"));
    await tab.click("button");
    await tab.getByText("received").waitFor();
    const left = name === "fetch" ? await tab.inputValue("[name=note]") : "";
    await tab.close();

    expect(left).toBe("");
    expect(await stored()).toMatchObject({
      spam: false,
      ...source,
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
    const program = `${codeOf("snippet-react", form)}
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

    expect(await stored()).toMatchObject({ spam: false, payload_params: { code: "AB124" } });
  });
});
