// The snippets of the dashboard and of docs/use/snippets.md: each is built as far as its framework is a package, and its
// form is filled in and posted. Next and Astro are too large to install for this: the server action of the snippet for
// Next runs itself, after React has rendered its form; of Astro and Hugo the template is filled in and its HTML posted.
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "../../packages/server/test/api-server.ts";
import { frameworkSnippets } from "../../packages/server/src/dashboard/forms/framework-snippets.ts";
import { htmlSnippet } from "../../packages/server/src/dashboard/forms/html-snippet.ts";
import { isBrowserMissing, openBrowser } from "./chromium.ts";
import { openSite, type Site } from "./site.ts";
import { buildSnippet } from "./snippet-build.ts";

const ROOT = join(import.meta.dirname, "../..");
const PUBLIC = "http://127.0.0.1:8787";
const SAMPLE = { captcha: null, fields: [], honeypot_field: "_gotcha", uuid: "YOUR_FORM" };

let server: ApiServer;
let address: string;
beforeAll(async () => {
  server = await startApiServer();
  const { uuid } = await server.create<{ uuid: string }>("/forms", { name: "Snippets" });
  address = `${server.url}/f/${uuid}`;
});
afterAll(() => server.close());

const codeOf = (id: string): string => {
  const form = { ...SAMPLE, uuid: address.split("/").at(-1) ?? "" };
  const found = frameworkSnippets(form, server.url).find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no snippet ${id}.`);
  return found.code;
};

/** What was stored last, without the ids. */
async function stored() {
  const { submissions } = (await server.request("GET", "/submissions?per_page=1")).json() as {
    submissions: { spam: boolean; payload_params: unknown; source_url: string | null }[];
  };
  const [{ spam, payload_params, source_url } = {}] = submissions;
  return { spam, payload_params, source_url };
}

/** Posts the fields of a form as a browser without script does. */
async function postHtml(html: string, message: string): Promise<Response> {
  const [, action = ""] = /<form[^>]* action="([^"]+)"/.exec(html) ?? [];
  const body = new URLSearchParams();
  for (const [tag, name = ""] of html.matchAll(
    /<(?:input|textarea)\b[^>]* name="([^"]+)"[^>]*>/g,
  )) {
    const value = /value="([^"]*)"/.exec(tag)?.[1] ?? "";
    body.set(name, { email: "ada@example.org", message }[name] ?? value);
  }
  return fetch(action, { method: "POST", body });
}

it("docs/use/snippets.md has the snippets of the dashboard", () => {
  const page = readFileSync(join(ROOT, "docs/use/snippets.md"), "utf8");
  const shown = [...page.matchAll(/^```(\w+)\n(.*?)\n```$/gms)].map(([, , code]) => code);

  expect(shown).toEqual([
    htmlSnippet(SAMPLE, PUBLIC),
    ...frameworkSnippets(SAMPLE, PUBLIC).map(({ code }) => code),
  ]);
});

describe("a page without script", () => {
  it.each([
    [
      "HTML",
      () => htmlSnippet({ ...SAMPLE, uuid: address.split("/").at(-1) ?? "" }, server.url),
      null,
    ],
    [
      "Astro",
      () => {
        const [, value = ""] = /const form = "(.*)";/.exec(codeOf("snippet-astro")) ?? [];
        return codeOf("snippet-astro")
          .replace("{form}", `"${value}"`)
          .replace("{Astro.url.href}", '"https://site.test/contact"');
      },
      "https://site.test/contact",
    ],
    [
      "Hugo",
      () => codeOf("snippet-hugo").replace("{{ .Page.Permalink }}", "https://site.test/contact"),
      "https://site.test/contact",
    ],
  ])("posts the form of the snippet for %s", async (name, html, source_url) => {
    const answer = await postHtml(html(), `Hello from ${name}`);

    expect(await answer.json()).toMatchObject({ success: true });
    expect(await stored()).toEqual({
      spam: false,
      payload_params: { email: "ada@example.org", message: `Hello from ${name}` },
      source_url,
    });
  });
});

it("the snippet for Next renders its form, and its server action posts and redirects", async () => {
  const folder = await mkdtemp(join(tmpdir(), "intray-snippet-"));
  try {
    const file = join(folder, "page.mjs");
    const program = `${codeOf("snippet-next")}
import { renderToStaticMarkup } from "react-dom/server";
export const html = () => renderToStaticMarkup(<Contact />);
export const action = () => Contact().props.action;`;
    await writeFile(file, await buildSnippet(program, "node"));
    const page = (await import(pathToFileURL(file).href)) as {
      html(): string;
      action(): (fields: FormData) => Promise<void>;
    };
    const fields = new FormData();
    for (const [name, value] of [
      ["email", "ada@example.org"],
      ["message", "Hello from Next"],
      ["_gotcha", ""],
      // Next adds members of its own to what it passes to an action.
      ["$ACTION_ID_7f", ""],
    ] as const) {
      fields.set(name, value);
    }

    await expect(page.action()(fields)).rejects.toThrow("NEXT_REDIRECT /thanks");

    expect(page.html()).toMatch(/<textarea name="message" required="">/);
    expect(await stored()).toMatchObject({
      spam: false,
      payload_params: { email: "ada@example.org", message: "Hello from Next" },
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe.skipIf(isBrowserMissing())("in Chromium", () => {
  let site: Site;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(), openBrowser()]);
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const send = async (message: string) => {
    await page.fill("[name=email]", "ada@example.org");
    await page.fill("[name=message]", message);
    await page.click("button");
    return page.locator("[role=status]", { hasText: /./ }).textContent();
  };

  it("the snippet for fetch sends the form and shows the answer", async () => {
    site.show("/fetch", {
      html: `<!doctype html><title>Contact</title>${codeOf("snippet-fetch")}`,
    });
    await page.goto(`${site.url}/fetch`);

    expect(await send("Hello from fetch")).toMatch(/received/);
    expect(await page.inputValue("[name=message]")).toBe("");
    expect(await stored()).toMatchObject({
      spam: false,
      payload_params: { email: "ada@example.org", message: "Hello from fetch" },
    });
  });

  it("the snippet for React sends the form and shows the answer", async () => {
    const program = `${codeOf("snippet-react")}
import { createRoot } from "react-dom/client";
createRoot(document.body.appendChild(document.createElement("main"))).render(<ContactForm />);`;
    site.show("/react", { html: "<!doctype html><title>Contact</title>" });
    await page.goto(`${site.url}/react`);
    await page.addScriptTag({ content: await buildSnippet(program, "browser") });

    expect(await send("Hello from React")).toMatch(/received/);
    expect(await stored()).toMatchObject({
      spam: false,
      payload_params: { email: "ada@example.org", message: "Hello from React" },
    });
  });
});
