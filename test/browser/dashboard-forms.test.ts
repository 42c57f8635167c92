// The list of forms, and creating a form.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isBrowserMissing } from "./chromium.ts";
import { type Dashboard, openDashboard } from "./dashboard.ts";
import { axeViolations, overflows } from "./page-checks.ts";

describe.skipIf(isBrowserMissing())("the list of forms in the dashboard", () => {
  let dashboard: Dashboard;
  let page: Page;
  beforeAll(async () => {
    dashboard = await openDashboard();
    page = await dashboard.signedIn();
  });
  afterAll(() => dashboard.close());

  it("creates a form without script", async () => {
    const plain = await dashboard.signedIn({ javaScriptEnabled: false });
    await plain.goto("/dashboard/forms");
    await plain.getByLabel("Name").fill("Contact <us>");
    await plain.getByRole("button", { name: "Create form" }).click();

    await plain.goto("/dashboard/forms");

    expect(await plain.getByRole("link", { name: "Contact <us>" }).count()).toBe(1);
  });

  it.each(["light", "dark"] as const)("is accessible and fits in %s mode", async (scheme) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto("/dashboard/forms");
    expect(await overflows(page)).toBe(false);
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 1_200, height: 800 });
    expect(await axeViolations(page)).toEqual([]);
  });
});
