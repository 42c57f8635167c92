// The whole story of a new owner, told in a browser: from the link of the first start to a revoked key.
// Once with script and once without; with it, axe looks at every page on the way.
import { readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { verify } from "@intray/webhook-verify";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ApiServer, startApiServer } from "../../packages/server/test/api-server.ts";
import { isBrowserMissing, openBrowser } from "./chromium.ts";
import { axeViolations } from "./page-checks.ts";
import { openSite, type Site } from "./site.ts";

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

describe.skipIf(isBrowserMissing())("the story of an owner", () => {
  let browser: Browser;
  let site: Site;
  let receiver: Server;
  const received: Received[] = [];
  beforeAll(async () => {
    receiver = createServer((request, answer) => {
      void request.toArray().then((chunks) => {
        received.push({ headers: request.headers, body: Buffer.concat(chunks as Buffer[]) });
        return answer.writeHead(200).end("thanks");
      });
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => void receiver.once("listening", resolve));
    [browser, site] = await Promise.all([openBrowser(), openSite()]);
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    receiver.closeAllConnections();
    receiver.close();
  });
  const receiverUrl = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  /** The delivery after those that came before. */
  const delivery = async (count: number): Promise<Received> => {
    await vi.waitUntil(() => received.length >= count, { timeout: 10_000 });
    const last = received[count - 1];
    if (last === undefined) throw new Error("Nothing was received.");
    return last;
  };

  it.each([
    ["with script", true],
    ["without script", false],
  ])("goes well %s", { timeout: 90_000 }, async (_, hasScript) => {
    received.length = 0;
    const server: ApiServer = await startApiServer({ INTRAY_WEBHOOK_ALLOW: "127.0.0.1" });
    const context = await browser.newContext({
      javaScriptEnabled: hasScript,
      baseURL: server.url,
    });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("console", (message) => problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("dialog", (dialog) => void dialog.accept());
    const check = async (name: string, at: Page = page) => {
      const found = hasScript ? await axeViolations(at) : [];
      expect([name, found]).toEqual([name, []]);
    };
    const press = (name: string | RegExp, at: Page = page) =>
      at
        .getByRole("button", { name, exact: typeof name === "string" })
        .first()
        .click();

    // The first sign-in, by the link that the first start wrote.
    const told = readFileSync(join(server.folder, "first-start.txt"), "utf8");
    await page.goto(/http\S+\/dashboard\/link\/\S+/.exec(told)?.[0] ?? "");
    await check("link");
    await press("Sign in");
    await check("welcome");
    await page.getByLabel("E-mail").fill("ada@example.org");
    await page.getByLabel("Password").fill("correct horse battery");
    await press("Go on");
    await page.getByText("You sign in as ada@example.org from now on.").waitFor();
    await check("overview");

    // A form, and a webhook for it.
    await page.getByRole("link", { name: "Forms", exact: true }).click();
    await page.getByLabel("Name").fill("Contact");
    await press("Create the form");
    await page.getByRole("heading", { name: "Contact", level: 1 }).waitFor();
    const snippet = await page.locator("#snippet").innerText();
    await check("form");
    await page.getByRole("link", { name: "New webhook" }).click();
    await page.getByLabel("Name", { exact: true }).fill("CRM");
    await page.getByLabel("Address").fill(receiverUrl());
    await check("new webhook");
    await press("Create the webhook");
    await page.getByRole("heading", { name: "CRM", level: 1 }).waitFor();
    const webhookUrl = page.url();

    // Somebody posts it from another site; the owner has the inbox open and sees it come.
    await page.goto("/dashboard/inbox");
    await check("empty inbox");
    site.show("/contact", { html: `<!doctype html><title>Contact</title>${snippet}` });
    const visitor = await browser.newPage();
    await visitor.goto(`${site.url}/contact`);
    await visitor.getByLabel("E-mail").fill("grace@example.org");
    await visitor.getByLabel("Message").fill("How much is the oak table?");
    await visitor.getByRole("button", { name: "Send" }).click();
    await visitor.getByRole("heading").waitFor();
    await visitor.close();
    if (!hasScript) await page.reload();
    const row = page.getByRole("link", { name: /grace@example\.org/ });
    await row.waitFor();
    await delivery(1);
    await check("inbox");

    // Read, taken for spam and back.
    await row.click();
    await page.getByText("How much is the oak table?", { exact: true }).waitFor();
    await check("submission");
    if (!hasScript) await press("Mark read");
    await page.getByRole("button", { name: "Mark unread" }).waitFor();
    await press("Spam");
    await press("Not spam");
    await page.getByRole("button", { name: "Spam", exact: true }).waitFor();
    const submissionUrl = page.url();

    // Re-fired with all that match; the log grows.
    await page.goto("/dashboard/inbox");
    await page.getByRole("checkbox", { name: /grace@example\.org/ }).check();
    await press("Re-fire webhooks");
    await delivery(2);
    await page.goto(submissionUrl);
    await vi.waitUntil(
      async () => {
        if (!hasScript) await page.reload();
        return (await page.getByText("Delivered", { exact: true }).count()) === 2;
      },
      { timeout: 10_000 },
    );
    await page
      .getByRole("button", { name: /^Re-fire delivery/ })
      .first()
      .click();
    await delivery(3);
    await check("log");

    // A template with its preview.
    await page.goto(webhookUrl);
    await page.getByLabel("Custom", { exact: true }).check();
    const template = page.getByLabel("Text", { exact: true });
    await template.fill('{"from": {{email}');
    if (!hasScript) await press("Preview");
    await page
      .locator("#preview")
      .getByText(/line 1, column \d+/)
      .first()
      .waitFor();
    await template.fill('{"from": {{JSONstringify (field "email")}} }');
    if (!hasScript) await press("Preview");
    await page.locator("#preview pre").filter({ hasText: '"from"' }).waitFor();
    await check("webhook");
    await press("Save the settings");
    await page.getByText("The settings are saved.").waitFor();

    // The secret is rotated: the next delivery is signed with the new one.
    await press("Prepare the next");
    await press("Reveal both");
    const secret = await page.locator("#next").innerText();
    await press(/activate it/i);
    await page.goto(submissionUrl);
    await press("Re-fire all webhooks");
    const signed = await delivery(4);
    await verify(signed.body, String(signed.headers["x-service-signature"]), secret);
    // The bytes stay those that were first sent; the template is for what comes from now on.
    expect(signed.body).toEqual(received[0]?.body);

    // A key is made, works, and is revoked.
    await page.goto("/dashboard/keys");
    await page.getByLabel("Name").fill("Nightly export");
    await press("Create the key");
    const key = (await page.locator("#key").innerText()).trim();
    await check("new key");
    expect((await server.ask("GET", "/me", { key })).status).toBe(200);
    await page.getByRole("link", { name: "Done" }).click();
    await check("keys");
    await press("Revoke Nightly export");
    await page.getByText("The key Nightly export is revoked").waitFor();
    expect((await server.ask("GET", "/me", { key })).status).toBe(401);

    for (const path of ["projects", "projects/1", "account", "deliveries", "webhooks", "audit"]) {
      await page.goto(`/dashboard/${path}`);
      await check(path);
    }
    await press("Sign out");
    await page.getByText("You are signed out.").waitFor();
    await check("sign-in");
    // Where there is no script, Chromium says of each that it may not run.
    expect(hasScript ? problems : []).toEqual([]);
    await context.close();
    await server.close();
  });
});
