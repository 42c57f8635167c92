// What all pages of the dashboard share: the folded menu, wrong inputs, print, forced colors and pointer targets.
import type { Page } from "playwright-core";
import { useShared } from "../harness/use.ts";
import { inBrowser as it } from "./in-browser.ts";
import { openDashboard } from "./dashboard.ts";
import { layoutProblems, overflows } from "./page-checks.ts";

const NARROW = { width: 320, height: 640 };
const WIDE = { width: 1_440, height: 900 };
const WIDEST = { width: 1_920, height: 1_000 };
/** The pages that people work on for long. */
const LONG_PAGES = [
  "",
  "/inbox",
  "/submissions/1",
  "/forms",
  "/forms/1",
  "/forms/1/fields",
  "/forms/1/email",
  "/forms/1/spam",
  "/forms/1/advanced",
  "/reply_templates",
  "/webhooks",
  "/webhooks/2",
  "/deliveries",
  "/keys",
  "/projects",
  "/audit",
  "/account",
];

const dashboard = useShared(openDashboard);
const page = useShared(async () => {
  const hook = { form_id: 1, name: "CRM", url: "http://127.0.0.1:9/" };
  await dashboard.server.create("/form_webhooks", hook);
  await dashboard.server.post("1", { name: "Ada", message: "Hello" });
  return dashboard.signedIn();
});

const formsLink = (on: Page) =>
  on.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Forms" });

it.each([true, false])("folds the menu in a narrow window (script: %s)", async (hasScript) => {
  const narrow = await dashboard.signedIn({ javaScriptEnabled: hasScript, viewport: NARROW });
  await narrow.goto("/dashboard");
  expect(await formsLink(narrow).isVisible()).toBe(false);

  await narrow.getByRole("button", { name: "Menu" }).click();
  expect([await formsLink(narrow).isVisible(), await overflows(narrow)]).toEqual([true, false]);
  await narrow.keyboard.press("Escape");
  expect(await formsLink(narrow).isVisible()).toBe(false);
  await narrow.getByRole("button", { name: "Menu" }).click();
  await formsLink(narrow).click();
  await narrow.waitForURL("**/dashboard/forms");
});

it("shows the menu without a button in a wide window", async () => {
  await page.setViewportSize(WIDE);
  await page.goto("/dashboard");

  expect(await formsLink(page).isVisible()).toBe(true);
  expect(await page.getByRole("button", { name: "Menu" }).isVisible()).toBe(false);
});

it.each(LONG_PAGES)("uses the width of a wide window: %s", async (path) => {
  await page.setViewportSize(WIDEST);
  expect((await page.goto(`/dashboard${path}`))?.status()).toBe(200);

  const right = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll("main *")].map((part) => part.getBoundingClientRect().right),
    ),
  );
  expect(right).toBeGreaterThan(0.9 * WIDEST.width);
  expect(await overflows(page)).toBe(false);
});

it("shows a delivery in a line or two, in columns, so that hundreds can be scanned", async () => {
  await dashboard.server.post("1", { name: "Bob", message: "Hello" });
  // A delivery has an attempt to unfold once the first one has failed.
  const untried = "select 1 from delivery where attempts_made = 0 or state = 'delivering'";
  await vi.waitUntil(async () => (await dashboard.server.sql(untried)).length === 0);
  await page.setViewportSize(WIDE);
  await page.goto("/dashboard/deliveries");

  const rows = await page.locator(".deliveries > li").evaluateAll((items) =>
    items.map((item) => ({
      height: item.getBoundingClientRect().height,
      columns: [...item.querySelectorAll("h3, details, button")].map(
        (part) => part.getBoundingClientRect().left,
      ),
    })),
  );
  expect(rows.length).toBeGreaterThan(1);
  expect(Math.max(...rows.map(({ height }) => height))).toBeLessThan(72);
  expect(new Set(rows.map(({ columns }) => columns.join(" "))).size).toBe(1);
});

const odd = ["", "?form_id=1", "?form_id=1&tab=unread", "?query=Hello"];
it.each(odd)("shows the first submission without scrolling when narrow: %s", async (query) => {
  await page.setViewportSize(NARROW);
  await page.goto(`/dashboard/inbox${query}`);

  const row = await page.locator(".rows > li").first().boundingBox();
  expect((row?.y ?? 999) + (row?.height ?? 999)).toBeLessThan(NARROW.height);
});

it.each([true, false])("leads to each of the wrong inputs (script: %s)", async (hasScript) => {
  const typing = await dashboard.signedIn({ javaScriptEnabled: hasScript });
  await typing.goto("/dashboard/forms/1/advanced");
  const saved = await typing.getByRole("heading", { level: 1 }).innerText();
  await typing.getByLabel("Form name").fill("x".repeat(300));
  await typing.getByLabel("Delete submissions after").fill("-1");
  await typing.getByRole("button", { name: "Save settings" }).click();

  const summary = typing.getByRole("alert");
  await summary.waitFor();
  const focused = () => typing.evaluate("document.activeElement.id");
  // A rejected name is not the heading: it would push the summary out of the window.
  expect(await typing.getByRole("heading", { level: 1 }).innerText()).toBe(saved);
  // The name that the deletion is confirmed with.
  expect(await typing.locator("#delete").innerText()).toContain(saved);
  expect(await focused()).toBe("name");
  expect(await typing.getByLabel("Form name").getAttribute("aria-invalid")).toBe("true");
  expect(await typing.getByLabel("Delete submissions after").inputValue()).toBe("-1");
  await summary.getByRole("link", { name: "Delete submissions after" }).click();
  expect(await focused()).toBe("retention_days");
  expect(hasScript ? await layoutProblems(typing) : []).toEqual([]);
});

it.each([true, false])("asks for the last day of a key (script: %s)", async (javaScriptEnabled) => {
  const own = await dashboard.signedIn({ javaScriptEnabled });
  await own.goto("/dashboard/keys");
  const [day, mayDelete] = [
    own.getByLabel("Last day"),
    own.getByLabel("Allow deleting submissions"),
  ];
  const areVisible = async () => [await day.isVisible(), await mayDelete.isVisible()];
  const atFirst = await areVisible();
  await own.getByLabel("Expires").selectOption("date");
  const onDate = await areVisible();
  await own.getByLabel("Only read").first().check();
  const onlyRead = await areVisible();
  await own.getByLabel("Name").fill("Until the fair");
  await day.fill("2020-01-31");
  await own.getByRole("button", { name: "Create key" }).click();
  await own.getByRole("alert").getByRole("link").click();

  expect([atFirst, onDate, onlyRead]).toEqual([
    [false, true],
    [true, true],
    [true, false],
  ]);
  expect(await day.isVisible()).toBe(true);
  expect(await own.locator(":focus").getAttribute("id")).toBe("expires_on");
});

it("keeps the button that saves in view, and covers no input that has the focus", async () => {
  await page.setViewportSize({ width: 768, height: 600 });
  await page.goto("/dashboard/forms/1/spam");
  const honeypot = page.getByLabel("Honeypot field name");
  await honeypot.focus();

  const [input, save] = [
    await honeypot.boundingBox(),
    await page.getByRole("button", { name: "Save settings" }).boundingBox(),
  ];
  expect((save?.y ?? 999) + (save?.height ?? 999)).toBeLessThanOrEqual(600);
  expect((input?.y ?? 999) + (input?.height ?? 999)).toBeLessThan(save?.y ?? 0);
});

it("shows a row of the inbox bold until its submission was opened", async () => {
  const id = await dashboard.server.post("1", { name: "Eve" });
  const weight = async () => {
    await page.goto("/dashboard/inbox");
    const sender = page.locator(`#submission-${id} .sender`);
    return sender.evaluate((name) => Number(getComputedStyle(name).fontWeight));
  };
  expect(await weight()).toBeGreaterThan(600);

  const seen = page.waitForResponse((response) => response.url().endsWith("/seen"));
  await page.goto(`/dashboard/submissions/${id}`);
  await seen;
  expect(await weight()).toBeLessThan(600);
});

it("prints the content without menu, filter and buttons", async () => {
  await page.emulateMedia({ media: "print" });
  await page.goto("/dashboard/inbox");

  expect(await page.getByRole("navigation").first().isVisible()).toBe(false);
  expect(await page.locator("button:visible").count()).toBe(0);
  expect(await page.locator(".rows > li").first().isVisible()).toBe(true);
  await page.emulateMedia({ media: "screen" });
});

it("outlines the current section where colors are forced", async () => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.setViewportSize(WIDE);
  await page.goto("/dashboard/forms");

  const outline = await formsLink(page).evaluate((link) => getComputedStyle(link).outlineStyle);
  expect(outline).toBe("solid");
  await page.emulateMedia({ forcedColors: "none" });
});
