// What happens to a button that is pressed twice, late or signed out, once for each mechanism and with script and
// without. dashboard/pages.test.ts presses all buttons of all pages.
import type { Form, FormWebhook, Submission } from "@intray/sdk/schemas";
import type { Page } from "playwright-core";
import { useShared, useEach } from "../harness/use.ts";
import { isBrowserMissing } from "./in-browser.ts";
import { openDashboard, signIn } from "./dashboard.ts";

const URL = "https://receiver.invalid/";

describe.skipIf(isBrowserMissing()).each([
  ["with script", true],
  ["without script", false],
])("a button of the dashboard, %s", (mode, javaScriptEnabled) => {
  const dashboard = useShared(openDashboard);
  const page = useEach(() => dashboard.signedIn({ javaScriptEnabled }));
  const hook = { form_id: 1, name: "Before", url: URL };
  const webhook = useEach(() => dashboard.server.create<FormWebhook>("/form_webhooks", hook));
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const stored = () => dashboard.server.read<FormWebhook>(`/form_webhooks/${webhook.id}`);

  it("creates one record however often it is pressed, and another one in another tab", async () => {
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

  it("keeps what somebody else has saved since, and asks where both have typed", async () => {
    const meanwhile = (form_webhook: object) =>
      dashboard.server.request("PATCH", `/form_webhooks/${webhook.id}`, { json: { form_webhook } });
    await page.goto(`/dashboard/webhooks/${webhook.id}`);
    await page.getByLabel("Name", { exact: true }).fill("Mine");
    await meanwhile({ url: `${URL}theirs` });
    await press("Save settings");
    await page.getByText("The settings were saved.").waitFor();
    expect(await stored()).toMatchObject({ name: "Mine", url: `${URL}theirs` });

    await page.getByLabel("Name", { exact: true }).fill("Mine again");
    await meanwhile({ name: "Theirs" });
    await press("Save settings");
    await page.getByText("Nothing was saved yet.").waitFor();
    expect((await stored()).name).toBe("Theirs");
    await page.getByLabel(/^Yours/).check();
    await press("Save settings");
    await page.getByText("The settings were saved.").waitFor();
    expect((await stored()).name).toBe("Mine again");
  });

  it("does nothing after the session has ended, until the person has signed in again", async () => {
    await page.goto(`/dashboard/webhooks/${webhook.id}`);
    await page.getByLabel("Name", { exact: true }).fill("Kept");
    await dashboard.endSession();
    await press("Save settings");
    await page.getByText("Your session has ended.").waitFor();
    expect((await stored()).name).toBe("Before");

    await signIn(page);
    // With script the page does it.
    if (!javaScriptEnabled) await press("Continue");
    await page.getByText("The settings were saved.").waitFor();
    expect((await stored()).name).toBe("Kept");
  });

  it("arranges the fields of a form, which are saved only by the bar", async () => {
    const { id } = await dashboard.server.create<Form>("/forms", { name: "Built" });
    const names = () =>
      page
        .locator("[name^=name_]")
        .evaluateAll((all) => all.map((one) => one.getAttribute("value")));
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
    if (javaScriptEnabled) {
      // So that the bar does not cover the second row.
      await page.setViewportSize({ width: 1_280, height: 1_400 });
      await page.evaluate(() => scrollTo(0, 0));
      await page.locator(".handle").first().dragTo(page.locator("#name_1"));
      await order("message", "name");
      await page.locator("#label_0").fill("Your wish");
      await page.frameLocator("#preview iframe").getByLabel("Your wish").waitFor();
    } else {
      await press("Move down: Name");
      await order("message", "name");
    }
    const fields = async () => (await dashboard.server.read<Form>(`/forms/${id}`)).fields;
    const before = await fields();
    await page.locator(".save button").click();
    await page.getByText("The settings were saved.").waitFor();

    expect(before).toEqual([]);
    expect((await fields()).map(({ name }) => name)).toEqual(["message", "name"]);
  });

  it("is undone by the notice that it leads to", async () => {
    const id = await dashboard.server.post("1", { name: mode });
    const submission = () => dashboard.server.read<Submission>(`/submissions/${id}`);
    await page.goto(`/dashboard/submissions/${id}`);
    await press("Trash");
    await page.getByText(/^Moved to the trash/).waitFor();
    expect((await submission()).trash).toBe(true);

    await press("Undo");
    await page.getByText("Undone: 1 submission is as before.").waitFor();
    expect((await submission()).trash).toBe(false);
  });
});
