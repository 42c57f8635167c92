// The page of API keys: its form, and how it looks with keys that expire.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isBrowserMissing } from "./chromium.ts";
import { type Dashboard, openDashboard } from "./dashboard.ts";
import { axeViolations, overflows } from "./page-checks.ts";

const WIDTHS = [320, 768, 1_440];

describe.skipIf(isBrowserMissing())("the page of API keys", () => {
  let dashboard: Dashboard;
  let page: Page;
  beforeAll(async () => {
    dashboard = await openDashboard();
    const day = 86_400;
    for (const [name, expires_in] of [
      ["Nightly export", 5 * day + 60],
      ["Report for the accountant", 90 * day],
      ["Contractor", 60],
    ] as const) {
      const json = { kind: "account", name, scope: "read", expires_in };
      await dashboard.server.create("/api_keys", json);
    }
    await dashboard.server.sql(
      "update api_key set created_at = 1, expires_at = 2 where name = 'Contractor'",
    );
    page = await dashboard.signedIn();
  });
  afterAll(() => dashboard.close());

  it("fits and is accessible in every width, light and dark", async () => {
    const problems: string[] = [];
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto("/dashboard/keys");
        await page.getByLabel("Expires").selectOption("date");
        if (await overflows(page)) problems.push(`wider than ${width} px`);
        problems.push(...(await axeViolations(page)));
      }
    }

    expect(problems).toEqual([]);
  });

  it.each([true, false])(
    "asks for the last day only of a key that expires on one (script: %s)",
    async (javaScriptEnabled) => {
      const own = await dashboard.signedIn({ javaScriptEnabled });
      await own.goto("/dashboard/keys");
      const day = own.getByLabel("Last day");
      const before = await day.isVisible();
      await own.getByLabel("Expires").selectOption("date");
      const after = await day.isVisible();
      const mayDelete = own.getByLabel("Allow deleting submissions");
      const write = await mayDelete.isVisible();
      await own.getByLabel("Only read").check();

      expect([before, after, write, await mayDelete.isVisible()]).toEqual([
        false,
        true,
        true,
        false,
      ]);
      await own.context().close();
    },
  );

  it("leads from the summary to a wrong day, which can be corrected", async () => {
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto("/dashboard/keys");
    await page.getByLabel("Name").fill("Until the fair");
    await page.getByLabel("Expires").selectOption("date");
    await page.getByLabel("Last day").fill("2020-01-31");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByRole("alert").getByRole("link").click();
    expect(await page.getByLabel("Last day").isVisible()).toBe(true);
    expect(await page.locator(":focus").getAttribute("id")).toBe("expires_on");

    await page.getByLabel("Last day").fill("2030-01-31");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByText("Copy the key now.").waitFor();
    const { scope } = (
      await dashboard.server.request("GET", "/me", {
        key: (await page.locator("#key").innerText()).trim(),
      })
    ).json() as { readonly scope: string };
    expect(scope).toBe("write");
  });
});
