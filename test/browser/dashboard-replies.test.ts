// Replies in a browser: whether the page fits and can be read.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startRelay, type TestRelay } from "../../packages/server/test/mail/relay.ts";
import { isBrowserMissing } from "./chromium.ts";
import { type Dashboard, openDashboard } from "./dashboard.ts";
import { layoutProblems } from "./page-checks.ts";

let relay: TestRelay;
let dashboard: Dashboard;
let count = 0;

const newSubmission = () =>
  dashboard.server.post(
    "1",
    new URLSearchParams({ name: `Ada ${(count += 1)}`, email: `ada${count}@example.org` }),
  );
describe.skipIf(isBrowserMissing())("replies", () => {
  beforeAll(async () => {
    relay = await startRelay();
    dashboard = await openDashboard({
      INTRAY_RATE_LIMIT: "off",
      INTRAY_SMTP_URL: relay.url,
      INTRAY_MAIL_FROM: "Forms <forms@intray.test>",
    });
  });
  afterAll(async () => {
    await dashboard.close();
    await relay.stop();
  });

  it("fit into narrow and wide windows, and pass axe", async () => {
    const body = 'Dear {{field "name"}},';
    await dashboard.server.create("/reply_templates", { name: "Dear", body });
    const id = await newSubmission();
    const page = await dashboard.signedIn();
    await page.goto(`/dashboard/submissions/${id}`);
    await page.getByText("Templates", { exact: true }).click();
    await page.getByRole("link", { name: "Dear" }).click();
    await page.getByLabel("New reply").fill(`Dear Ada,\n${"long".repeat(80)}`);
    await page.getByRole("button", { name: "Send reply" }).click();
    await page.getByText(/^Reply to ada\d+@example\.org queued\.$/).waitFor();

    expect(await layoutProblems(page)).toEqual([]);
    await page.goto("/dashboard/reply_templates");
    await page.locator("summary", { hasText: "Dear" }).click();
    expect(await layoutProblems(page)).toEqual([]);
  });
});
