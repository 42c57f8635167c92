// Tags, notes and searches in a browser: whether the pages fit and can be read.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isBrowserMissing } from "./chromium.ts";
import { type Dashboard, openDashboard } from "./dashboard.ts";
import { layoutProblems } from "./page-checks.ts";

let dashboard: Dashboard;
let count = 0;

const newSubmission = () =>
  dashboard.server.post("1", new URLSearchParams({ name: `Ada ${(count += 1)}` }));
const setTags = (id: number, tags: readonly string[]) =>
  dashboard.server.request("PATCH", `/submissions/${id}`, { json: { submission: { tags } } });

describe.skipIf(isBrowserMissing())("tags and notes", () => {
  beforeAll(async () => {
    dashboard = await openDashboard({ INTRAY_RATE_LIMIT: "off" });
  });
  afterAll(() => dashboard.close());

  it("fit into narrow and wide windows, and pass axe", async () => {
    const id = await newSubmission();
    await setTags(id, ["VIP", "call back", "a tag that has as many characters as one may have"]);
    const page = await dashboard.signedIn();
    await page.goto(`/dashboard/submissions/${id}`);
    await page.getByLabel("New note").fill(`Called.\n${"long".repeat(80)}`);
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByText("Note added.").waitFor();
    await page.getByText("Edit", { exact: true }).click();

    expect(await problemsOf(page)).toEqual([]);
    await page.goto("/dashboard/inbox?query=tag%3Avip");
    await page.getByText("How to search").click();
    expect(await problemsOf(page)).toEqual([]);
  });

  it("are found by a click on a tag", async () => {
    const id = await newSubmission();
    await setTags(id, ["click me"]);
    const page = await dashboard.signedIn();
    await page.goto(`/dashboard/submissions/${id}`);

    await page.getByRole("link", { name: "click me" }).click();

    expect(await page.locator(".rows > li").count()).toBe(1);
    expect(await page.getByLabel("Search", { exact: true }).inputValue()).toBe('tag:"click me"');
  });
});

const problemsOf = (page: Page) => layoutProblems(page);
