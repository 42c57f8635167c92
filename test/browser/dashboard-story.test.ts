// The whole workflow of a new user in a browser, from the sign-in link of the first start to a revoked
// key: once with script, where axe checks the pages that have no
// session or are shown once, and once without.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { verify } from "@intray/webhook-verify";
import type { Page } from "playwright-core";
import { useShared } from "../harness/use.ts";
import { type ApiServer, startApiServer } from "../../packages/server/test/api-server.ts";
import { inBrowser as it, openBrowser } from "./in-browser.ts";
import { axeViolations } from "./page-checks.ts";
import { openSite } from "./site.ts";
import { type ReceivedRequest, startReceiver } from "../harness/receiver.ts";

const receiver = useShared(startReceiver);
const browser = useShared(openBrowser);
const site = useShared(openSite);
/** Waits for the delivery with this number, counted from 1. */
const delivery = async (count: number): Promise<ReceivedRequest> => {
  await vi.waitUntil(() => receiver.received.length >= count);
  const last = receiver.received[count - 1];
  if (last === undefined) throw new Error("Nothing was received.");
  return last;
};

it.each([
  ["with script", true],
  ["without script", false],
])("works %s", async (_, hasScript) => {
  receiver.received = [];
  const server: ApiServer = await startApiServer({ INTRAY_WEBHOOK_ALLOW: "127.0.0.1" });
  const context = await browser.newContext({ javaScriptEnabled: hasScript, baseURL: server.url });
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
  const firstStart = readFileSync(join(server.folder, "first-start.txt"), "utf8");
  await page.goto(/http\S+\/dashboard\/link\/\S+/.exec(firstStart)?.[0] ?? "");
  await check("link");
  await press("Sign in");
  await check("welcome");
  await page.getByLabel("E-mail").fill("ada@example.org");
  await page.getByLabel("Password").fill("correct horse battery");
  await press("Continue");
  await page.getByText("From now on, sign in as ada@example.org.").waitFor();

  // A form, and a webhook for it.
  await page.getByRole("link", { name: "Forms", exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill("Contact");
  await press("Create form");
  await page.getByRole("heading", { name: "Contact", level: 1 }).waitFor();
  const snippet = await page.locator("#snippet").innerText();
  const tabs = page.getByRole("navigation", { name: "Tabs of the form" });
  await tabs.getByRole("link", { name: "Webhooks" }).click();
  await page.getByRole("link", { name: "New webhook" }).click();
  await page.getByLabel("Name", { exact: true }).fill("CRM");
  await page.getByLabel("URL", { exact: true }).fill(`http://${receiver.host}/hook`);
  await press("Create webhook");
  await page.getByRole("heading", { name: "CRM", level: 1 }).waitFor();
  const webhookUrl = page.url();

  // A visitor posts the form from another site while the inbox is open.
  await page.goto("/dashboard/inbox");
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

  // The submission is opened and done, which leads back to the list.
  await row.click();
  await page.getByText("How much is the oak table?", { exact: true }).waitFor();
  const submissionUrl = page.url();
  await press("Done");
  await page.getByText("Marked done: grace@example.org.").waitFor();

  // Its webhooks are re-fired by a bulk action, then from the log.
  await page.goto("/dashboard/inbox");
  await page.getByRole("checkbox", { name: /grace@example\.org/ }).check();
  await press("Re-fire webhooks");
  await press("Send all again");
  await delivery(2);
  await page.goto(submissionUrl);
  await vi.waitUntil(async () => {
    if (!hasScript) await page.reload();
    return (await page.getByText(/^Delivered(?:, then sent again)?$/).count()) === 2;
  });
  await page
    .getByRole("button", { name: /^Re-fire delivery/ })
    .first()
    .click();
  await press("Send again");
  await delivery(3);

  // The webhook gets a template, with a preview.
  await page.goto(webhookUrl);
  await page.getByLabel("Custom", { exact: true }).check();
  const template = page.getByLabel("Template", { exact: true });
  await template.fill('{"from": {{JSONstringify (field "email")}} }');
  if (!hasScript) await press("Preview");
  await page.locator("#preview pre").filter({ hasText: '"from"' }).waitFor();
  await press("Save settings");
  await page.getByText("The settings were saved.").waitFor();

  // The secret is rotated: the next delivery is signed with the new one.
  await press("Stage next secret");
  await press("Reveal both");
  const secret = await page.locator("#next").innerText();
  await press("Activate next secret");
  await page.goto(submissionUrl);
  await press("Re-fire webhooks");
  await press("Send all again");
  const signed = await delivery(4);
  verify(signed.body, String(signed.headers["x-service-signature"]), secret);
  // A re-fire sends the stored bytes again; the template applies to later submissions.
  expect(signed.body).toEqual(receiver.received[0]?.body);

  // An API key is created, works, and is revoked.
  await page.goto("/dashboard/keys");
  await page.getByLabel("Name").fill("Nightly export");
  await press("Create key");
  const key = (await page.locator("#key").innerText()).trim();
  await check("new key");
  expect((await server.request("GET", "/me", { key })).status).toBe(200);
  await page.getByRole("link", { name: "Done" }).click();
  await press("Revoke Nightly export");
  await page.getByText("The key Nightly export was revoked").waitFor();
  expect((await server.request("GET", "/me", { key })).status).toBe(401);

  await press("Sign out");
  await page.getByText("You are signed out.").waitFor();
  await check("sign-in");
  // With JavaScript disabled, Chromium logs a message for each script.
  expect(hasScript ? problems : []).toEqual([]);
  await context.close();
  await server.close();
});
