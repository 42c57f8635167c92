// What the dashboard shows of e-mail, with script and without: preview, test and log of a form, and alerts.
import type { Form } from "@intray/sdk/schemas";
import type { Page, Request } from "playwright-core";
import { useShared } from "../harness/use.ts";
import { EMAIL } from "../../packages/server/test/dashboard.ts";
import { startRelay } from "../../packages/server/test/mail/relay.ts";
import { inBrowser as it } from "./in-browser.ts";
import { openDashboard } from "./dashboard.ts";
import { layoutProblems } from "./page-checks.ts";

const HOSTILE = `</td></iframe><script>window.ran = 1</script><img src=x onerror="window.ran = 1">\u202Eevil`;
/** What a template might try: sandbox and content security policy stop it. */
const OUTBREAK = `<h1>Own {{field "name"}}</h1><script>parent.ran = 1</script><img src="https://evil.invalid/x" alt="">
  <form action="https://evil.invalid/"><button>Out</button></form>`;

let submission: number;
const relay = useShared(startRelay);
const dashboard = useShared(() =>
  openDashboard({
    INTRAY_SMTP_URL: relay.url,
    INTRAY_MAIL_FROM: "forms@intray.test",
    INTRAY_MAIL_RATE: "off",
  }),
);
const form = useShared(() =>
  dashboard.server.create<Form>("/forms", { name: "Contact", notification_emails: EMAIL }),
);
beforeAll(async () => {
  submission = await dashboard.server.post(form.uuid, {
    name: HOSTILE,
    email: "grace@example.net",
  });
  await relay.received(1);
});
beforeEach(() => {
  relay.behavior.recipients = {};
});

const subjectOf = (page: Page) => page.locator("#preview dd").first();
const mailOf = (page: Page) => page.frameLocator("iframe.mail");
const unfold = (page: Page, summary: string) =>
  page.locator("summary", { hasText: new RegExp(`^${summary}$`) }).click();

it("previews a form's e-mails while the user types, and runs none of them", async () => {
  const page = await dashboard.signedIn();
  const reached: string[] = [];
  const remember = (request: Request) => reached.push(new URL(request.url()).origin);
  page.on("requestfinished", remember);
  page.on("requestfailed", (request) => {
    // The browser reports what the content security policy stopped, too.
    if (request.failure()?.errorText !== "csp") remember(request);
  });
  await page.goto(`/dashboard/forms/${form.id}/email`);

  await page.getByLabel("Subject", { exact: true }).fill("New: {{form_name}}");
  await subjectOf(page).getByText("New: Contact", { exact: true }).waitFor();
  await page.getByLabel("Submission", { exact: true }).selectOption(String(submission));
  await mailOf(page).getByText("window.ran = 1").last().waitFor();
  const padding = await mailOf(page)
    .locator(".card")
    .evaluate((card) => getComputedStyle(card).paddingTop);
  await unfold(page, "HTML template");
  await page.getByLabel("Use this template", { exact: true }).check();
  await page.getByLabel("HTML of notifications").fill(OUTBREAK);
  await mailOf(page).getByRole("heading", { name: "Own </td></iframe><script>" }).waitFor();
  await mailOf(page).getByRole("button", { name: "Out" }).press("Enter");

  // The frame has the styles of the mail, but neither its scripts nor what they could load.
  expect([padding, await page.evaluate("window.ran")]).toEqual(["32px", undefined]);
  expect(new Set(reached)).toEqual(new Set([dashboard.server.url]));
  expect(await page.locator("iframe.mail").getAttribute("sandbox")).toBe("");
  const stored = await dashboard.server.read<Form>(`/forms/${form.id}`);
  expect(stored.notification_subject).toBeNull();
});

it("shows errors with their position beside the field, while the user types", async () => {
  const page = await dashboard.signedIn();
  await page.goto(`/dashboard/forms/${form.id}/email`);
  const template = page.getByLabel("HTML of the answer");
  const wrong = page.locator("#autoreply_custom_template-wrong");

  await unfold(page, "HTML template of the answer");
  await page.getByLabel("Use this template of the answer").check();
  await template.fill("<p>\n  {{nothing}}</p>");
  await wrong.waitFor();

  expect(await wrong.innerText()).toContain("line 2, column 5");
  expect(await template.getAttribute("aria-invalid")).toBe("true");
  expect(await page.locator("#preview .error-position").innerText()).toContain("2 |   {{nothing}}");
  expect(await page.locator("#preview-status").innerText()).toContain("line 2, column 5");
  // Typing in the fields of the answer has selected its preview.
  await template.fill("<p>Dear </p>");
  await template.press("End");
  await unfold(page, "Merge tags");
  await page.getByRole("button", { name: "Insert {{form_name}}" }).click();
  await mailOf(page).getByText("Contact").waitFor();
  expect([await wrong.count(), await template.getAttribute("aria-invalid")]).toEqual([0, null]);
  expect(await page.getByLabel("E-mail", { exact: true }).inputValue()).toBe("answer");
});

it("lists the last e-mails of a form with the relay's answer, and sends one again", async () => {
  const page = await dashboard.signedIn();
  const before = relay.messages.length;
  await page.goto(`/dashboard/forms/${form.id}/email`);
  const entry = page.locator("#email-log li", { hasText: `Submission ${submission}` }).first();

  expect(await entry.innerText()).toMatch(
    /ada@example\.org Delivered[^]*The relay has accepted the message\. 250/,
  );
  await entry.getByRole("button", { name: /^Re-fire delivery/ }).click();
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("Queued 1 delivery.").waitFor();
  await relay.received(before + 1);
  await page.locator("#email-log").getByText("re-fired").first().waitFor();
});

it("is accessible and fits, with a hostile preview and a wrong input", async () => {
  const page = await dashboard.signedIn();
  await page.goto(`/dashboard/forms/${form.id}/email`);
  await page.evaluate(`for (const one of document.querySelectorAll("details")) one.open = true`);
  await page.getByLabel("Submission", { exact: true }).selectOption(String(submission));
  await mailOf(page).getByText("window.ran = 1").last().waitFor();
  await page.getByLabel("Logo").fill("http://example.org/logo.png");
  await page.locator("#logo-wrong").waitFor();

  expect(await layoutProblems(page)).toEqual([]);
});
