// An agency invites a client for one project and removes them again, in a browser with and without script: the client
// never reads the name of another client.
import type { Page } from "playwright-core";
import { useShared } from "../harness/use.ts";
import { inBrowser as it } from "./in-browser.ts";
import { openDashboard } from "./dashboard.ts";
import { axeViolations } from "./page-checks.ts";

const RIVAL = "Globex";
const PASSWORD = "another horse battery";

const dashboard = useShared(openDashboard);
beforeAll(async () => {
  for (const name of ["Initech", RIVAL]) {
    const { id: project_id } = await dashboard.server.create("/projects", { name });
    const { id } = await dashboard.server.create("/forms", {
      name: `${name} contact`,
      project_id,
    });
    const hook = { name: `${name} CRM`, url: "http://127.0.0.1:9/" };
    await dashboard.server.addWebhook(id, hook);
    await dashboard.server.post(String(id), {
      name: `Customer of ${name}`,
      email: "c@example.org",
    });
  }
});

it.each([
  ["with script", true],
  ["without script", false],
])("sees one project %s", async (_, javaScriptEnabled) => {
  const { server } = dashboard;
  const email = `client-${javaScriptEnabled}@example.org`;
  const owner = await dashboard.signedIn({ javaScriptEnabled });
  await owner.goto("/dashboard/people");
  await owner.getByLabel("E-mail").fill(email);
  await owner.getByLabel("Role").selectOption("responder");
  await owner.getByRole("combobox", { name: "Projects" }).selectOption("some");
  await owner.getByLabel("Initech").check();
  await owner.getByRole("button", { name: "Invite" }).click();
  const link = await owner.locator("#invitation").innerText();

  const context = await dashboard.browser.newContext({ javaScriptEnabled, baseURL: server.url });
  const client = await context.newPage();
  await client.goto(link.trim());
  await client.getByRole("button", { name: "Sign in" }).click();
  await client.getByLabel("Password").fill(PASSWORD);
  await client.getByRole("button", { name: "Continue" }).click();
  await client.getByText(`From now on, sign in as ${email}.`).waitFor();

  const menu = await client
    .locator(".sections-menu li a")
    .evaluateAll((links) => links.map((one) => one.getAttribute("href") ?? ""));
  const read: string[] = [];
  for (const path of [
    ...menu,
    "/dashboard/statistics",
    "/dashboard/reply_templates",
    `/dashboard/inbox?query=${RIVAL}`,
    `/dashboard/palette?q=${RIVAL}`,
    "/dashboard/inbox?tab=inbox",
  ]) {
    await client.goto(path);
    // What was searched for stands in the input only.
    read.push(await client.locator("body").innerText());
    const violations = javaScriptEnabled ? await axeViolations(client) : [];
    expect([path, violations]).toEqual([path, []]);
  }
  expect(read.filter((text) => text.includes(RIVAL))).toEqual([]);
  expect(read.at(-1)).toContain("Customer of Initech");
  await client
    .getByRole("link", { name: /Customer of Initech/ })
    .first()
    .click();
  await client.getByRole("button", { name: /^(?:Not done|Done)$/ }).click();
  await client.getByText("Undo").first().waitFor();
  expect(await exportOf(client)).not.toContain(RIVAL);

  await owner.goto("/dashboard/people");
  await owner.getByRole("link", { name: email }).click();
  await owner.getByRole("link", { name: "Remove" }).click();
  await owner.getByRole("button", { name: "Remove" }).click();
  await owner.getByText(`${email} was removed`).waitFor();
  await client.goto("/dashboard/inbox");
  // The script of the page may have shown that the session has ended, which is said once.
  await client.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  await context.close();
});

async function exportOf(page: Page): Promise<string> {
  const answer = await page.request.post("/dashboard/inbox/export?tab=inbox", {
    form: { scope: "matching", format: "csv", until: new Date().toISOString() },
    headers: { origin: new URL(page.url()).origin },
  });
  const text = await answer.text();
  if (!text.includes("Customer of Initech")) throw new Error(`${answer.status()}: ${text}`);
  return text;
}
