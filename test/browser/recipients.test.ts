// The section E-mail of a form, and the pages behind the links in e-mails, without script.
import type { Form } from "@intray/sdk/schemas";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isBrowserMissing } from "./chromium.ts";
import { type Dashboard, openDashboard } from "./dashboard.ts";
import { axeViolations, overflows } from "./page-checks.ts";

describe.skipIf(isBrowserMissing())("recipients in a browser", () => {
  let dashboard: Dashboard;
  let page: Page;
  let form: Form;
  beforeAll(async () => {
    dashboard = await openDashboard();
    page = await dashboard.signedIn({ javaScriptEnabled: false });
    form = await dashboard.server.create<Form>("/forms", { name: "Contact <us>" });
  });
  afterAll(() => dashboard.close());
  const linkOf = async (table: "mail_address" | "webhook") => {
    const [row] = (await dashboard.server.sql(
      `select link_token from ${table} where link_token is not null`,
    )) as { link_token: string }[];
    const kind = table === "webhook" ? "unsubscribe" : "confirm";
    return `${dashboard.server.url}/mail/${kind}/${row?.link_token ?? ""}`;
  };
  async function expectFits(): Promise<void> {
    for (const width of [320, 1_200]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflows(page)).toBe(false);
    }
  }

  it("are saved, confirmed by their link, and leave by it", async () => {
    await page.goto(`/dashboard/forms/${form.id}`);
    await page.getByLabel("To", { exact: true }).fill("carl@example.org");
    await page.getByRole("button", { name: "Save e-mail settings" }).click();
    const waiting = await page.getByText("Waiting for confirmation").count();
    await expectFits();

    await page.goto(await linkOf("mail_address"));
    await expectFits();
    await page.getByRole("button", { name: "Confirm address" }).click();
    const confirmed = await page.getByText("carl@example.org is confirmed.").count();
    await page.goto(await linkOf("webhook"));
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    const left = await page
      .getByText("no longer receives e-mails from the form “Contact <us>”")
      .count();
    await page.getByRole("button", { name: "Subscribe again" }).click();

    expect([waiting, confirmed, left]).toEqual([1, 1, 1]);
    await page.goto(`/dashboard/forms/${form.id}`);
    expect(await page.getByText("Confirmed", { exact: true }).count()).toBe(1);
  });

  it.each(["light", "dark"] as const)("are accessible in %s mode", async (scheme) => {
    await dashboard.server.request("PATCH", `/forms/${form.id}`, {
      json: { notification_emails: "bob@example.org" },
    });
    const scripted = await dashboard.signedIn();
    await scripted.emulateMedia({ colorScheme: scheme });

    for (const address of [
      `/dashboard/forms/${form.id}`,
      await linkOf("mail_address"),
      await linkOf("webhook"),
    ]) {
      await scripted.goto(address);
      expect(await axeViolations(scripted)).toEqual([]);
    }
  });
});
