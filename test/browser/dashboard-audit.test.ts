// The audit log in a browser.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isBrowserMissing } from "./chromium.ts";
import { type Dashboard, openDashboard } from "./dashboard.ts";
import { axeViolations, overflows } from "./page-checks.ts";

const HOSTILE = `\u202E<script>alert(1)</script>${"wide".repeat(60)}`;

describe.skipIf(isBrowserMissing())("the audit log in a browser", () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await openDashboard();
    await dashboard.server.create("/forms", { name: "Contact" });
    await dashboard.server.create("/projects", { name: HOSTILE.slice(0, 200) });
  });
  afterAll(() => dashboard.close());

  it.each([true, false])("filters by action; with script: %s", async (javaScriptEnabled) => {
    const page = await dashboard.signedIn({ javaScriptEnabled });
    await page.goto("/dashboard/audit");

    await page.getByLabel("Action", { exact: true }).selectOption("Form created");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.waitForURL(/action=form\.created/);

    expect(await page.getByRole("row").count()).toBe(2);
    expect(await page.getByRole("link", { name: "form Contact" }).count()).toBe(1);
    await page.getByRole("link", { name: "Clear filter" }).click();
    await page.getByRole("link", { name: "First key" }).first().click();
    expect(await page.getByLabel("E-mail or key name").inputValue()).toBe("First key");
    await page.context().close();
  });

  it.each(["light", "dark"] as const)("is accessible and fits in %s mode", async (colorScheme) => {
    const page = await dashboard.signedIn({ colorScheme });
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto("/dashboard/audit");
    expect(await overflows(page)).toBe(false);
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 1_200, height: 800 });
    expect(await overflows(page)).toBe(false);
    expect(await axeViolations(page)).toEqual([]);
    expect(dialogs).toEqual([]);
    await page.context().close();
  });
});
