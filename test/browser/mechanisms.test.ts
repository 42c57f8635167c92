// Buttons that are pressed twice, in two tabs, or before their page is saved, with script. dashboard/pages.test.ts
// presses all buttons of all pages without it; those pressed late or signed out are in
// forms/lost-update.test.ts and account/kept-post.test.ts of the dashboard, and with script in dashboard-drafts.test.ts.
import type { Form } from "@intray/sdk/schemas";
import type { Page } from "playwright-core";
import { useShared, useEach } from "../harness/use.ts";
import { inBrowser as it } from "./in-browser.ts";
import { openDashboard } from "./dashboard.ts";

const URL = "https://receiver.invalid/";

const dashboard = useShared(openDashboard);
const page = useEach(() => dashboard.signedIn());
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

it("a button creates one record however often it is pressed, and another one in another tab", async () => {
  const count = async () =>
    (await dashboard.server.sql("select id from webhook where name = 'Twice'")).length;
  const before = await count();
  const open = async (tab: Page) => {
    await tab.goto("/dashboard/webhooks/new?form_id=1");
    await tab.getByLabel("Name", { exact: true }).fill("Twice");
    await tab.getByLabel("URL", { exact: true }).fill(URL);
    return tab.getByRole("button", { name: "Create webhook" });
  };
  const other = await page.context().newPage();
  const [first, second] = [await open(page), await open(other)];

  await first.dblclick();
  await page.getByRole("heading", { name: "Twice", level: 1 }).waitFor();
  expect(await count()).toBe(before + 1);
  await second.click();
  await other.getByRole("heading", { name: "Twice", level: 1 }).waitFor();
  expect(await count()).toBe(before + 2);
});

it("buttons arrange the fields of a form, which are saved only by the bar", async () => {
  const { id } = await dashboard.server.create<Form>("/forms", { name: "Built" });
  const names = () =>
    page.locator("[name^=name_]").evaluateAll((all) => all.map((one) => one.getAttribute("value")));
  const order = async (...expected: string[]) => {
    await expect.poll(names).toEqual(expected);
  };
  await page.goto(`/dashboard/forms/${id}/fields`);
  await page.getByLabel("New fields").fill("Name, Size, Message");
  await press("Add fields");
  await order("name", "size", "message");
  await press("Move up: Message");
  await order("name", "message", "size");
  await press("Delete Size");
  await order("name", "message");
  // So that the bar does not cover the second row.
  await page.setViewportSize({ width: 1_280, height: 1_400 });
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator(".handle").first().dragTo(page.locator("#name_1"));
  await order("message", "name");
  await page.locator("#label_0").fill("Your wish");
  await page.frameLocator("#preview iframe").getByLabel("Your wish").waitFor();
  const fields = async () => (await dashboard.server.read<Form>(`/forms/${id}`)).fields;
  const before = await fields();
  await page.locator(".save button.main").click();
  await page.getByText("The settings were saved.").waitFor();

  expect([before, (await fields()).map(({ name }) => name)]).toEqual([[], ["message", "name"]]);
});
