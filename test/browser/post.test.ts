// A form on a web site, posted by a real browser to a server on another origin.
import type { Submission } from "@intray/sdk/schemas";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { useShared } from "../harness/use.ts";
import { useApiServer } from "../../packages/server/test/api-server.ts";
import { isBrowserMissing, openBrowser } from "./chromium.ts";
import { openSite } from "./site.ts";

describe.skipIf(isBrowserMissing())("a form on another site", () => {
  let page: Page;
  const server = useApiServer();
  const site = useShared(openSite);
  const browser = useShared(openBrowser);
  beforeAll(async () => {
    page = await browser.newPage();
  });

  const stored = async (): Promise<Submission> => {
    const list = (await server.request("GET", "/submissions?per_page=1")).json();
    const [first] = (list as { readonly submissions: readonly Submission[] }).submissions;
    if (first === undefined) throw new Error("No submission was stored.");
    return first;
  };

  it("is stored with its fields, file and source, and shows a thank-you page", async () => {
    site.show("/contact", {
      html: `<!doctype html><form method="post" enctype="multipart/form-data" action="${server.url}/f/1">
        <input name="name"><textarea name="message"></textarea><input type="file" name="cv">
        <input name="_gotcha" hidden><button>Send</button></form>`,
    });
    await page.goto(`${site.url}/contact?from=ad`);

    await page.fill("[name=name]", 'Ada "👩‍💻" Größe');
    await page.fill("textarea", "one\ntwo");
    await page.setInputFiles("[type=file]", {
      name: 'my "cv".txt',
      mimeType: "text/plain",
      buffer: Buffer.from("hello"),
    });
    await page.click("button");

    await page.waitForURL(`${server.url}/f/1`);
    expect(await page.textContent("h1")).toMatch(/Thank you/);
    expect(await stored()).toMatchObject({
      spam: false,
      payload_params: { name: 'Ada "👩‍💻" Größe', message: "one\r\ntwo" },
      attachments: [{ name: 'my "cv".txt', form_name: "cv", file_size: 5 }],
      source_host: new URL(site.url).host,
    });
  });

  it("redirects to the form's redirect URL", async () => {
    site.show("/thanks", { html: "<!doctype html><h1>Our own thanks</h1>" });
    const { uuid } = await server.create<{ uuid: string }>("/forms", {
      name: "Own page",
      redirect_url: `${site.url}/thanks`,
    });
    site.show("/", {
      html: `<!doctype html><form method="post" action="${server.url}/f/${uuid}">
        <input name="a" value="b"><button>Send</button></form>`,
    });
    await page.goto(site.url);

    await page.click("button");

    await page.waitForURL(`${site.url}/thanks`);
    expect(await page.textContent("h1")).toBe("Our own thanks");
  });
});
