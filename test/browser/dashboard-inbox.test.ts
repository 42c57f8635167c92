// The inbox in a browser: dialogs, long bulk actions, density, the time zone, and live updates.
import type { Form, Submission } from "@intray/sdk/schemas";
import type { Page } from "playwright-core";
import { useEach, useShared } from "../harness/use.ts";
import { inBrowser as it } from "./in-browser.ts";
import { openDashboard } from "./dashboard.ts";
import { layoutProblems } from "./page-checks.ts";

const messages: string[] = [];
const dashboard = useShared(() => openDashboard({ INTRAY_RATE_LIMIT: "off" }));
const page = useShared(() => dashboard.signedIn());
beforeAll(() => {
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(String(error)));
});
const form = useEach(() => dashboard.server.create<Form>("/forms", { name: "Contact" }));
beforeEach(() => {
  messages.length = 0;
});

const post = (fields: Record<string, string>) => dashboard.server.post(form.uuid, fields);
const three = async () => {
  for (const name of ["Ada", "Bob", "Cyd"]) await post({ name, message: `I am ${name}` });
};
const open = (by: Page, query = "") => by.goto(`/dashboard/inbox?form_id=${form.id}${query}`);
const senders = (by: Page) => by.locator(".rows .sender").allTextContents();
const focused = (by: Page) =>
  by.evaluate(() => document.querySelector(".rows a:focus .sender")?.textContent);
const openViews = () => page.getByRole("button", { name: "Views" }).click();
const noticeShown = (by: Page) => by.locator(".notice").waitFor();

it("asks once before deleting, with a dialog instead of a page", async () => {
  const id = await post({ name: "Ada" });
  await dashboard.server.request("PATCH", `/submissions/${id}`, {
    json: { submission: { trash: true } },
  });
  await open(page, "&tab=trash");
  await page.getByLabel("Select all on this page").check();

  page.once("dialog", (dialog) => void dialog.dismiss());
  await page.getByRole("button", { name: "Delete permanently" }).click();
  const kept = await senders(page);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await noticeShown(page);

  expect(kept).toEqual(["Ada"]);
  expect(await page.locator(".notice").textContent()).toBe("1 submission deleted permanently.");
});

it("continues a long bulk action by itself", async () => {
  await dashboard.server.fill(form.id, 10_050);
  await open(page);
  await page.getByLabel("Apply to").selectOption("all matching (10,050)");

  await page.getByRole("button", { name: "Not done" }).click();
  await page.getByRole("button", { name: "Mark 10,050 submissions as not done" }).click();
  await noticeShown(page);

  expect(await page.locator(".notice p").textContent()).toMatch(/^10,050 .* marked not done\.$/);
});

it("announces new submissions without moving a row, and inserts them on a click", async () => {
  await post({ name: "Ada" });
  await open(page);
  await page.getByRole("checkbox", { name: "Select Ada" }).check();
  await page.getByLabel("Search", { exact: true }).fill("half a wo");
  const ada = page.locator(".rows > li").last();
  const [place, title] = [await ada.boundingBox(), await page.title()];

  await post({ name: "Bob" });
  await page.getByRole("button", { name: "1 new", exact: true }).waitFor();
  await post({ name: "Cyd" });
  const bar = page.getByRole("button", { name: "2 new", exact: true });
  await bar.waitFor();
  const before = [await senders(page), await ada.boundingBox(), await page.title()];
  await bar.click();

  expect(before).toEqual([["Ada"], place, title.replace("(1)", "(3)")]);
  expect([await senders(page), await focused(page)]).toEqual([["Cyd", "Bob", "Ada"], "Cyd"]);
  expect(await bar.count()).toBe(0);
  expect(await page.locator(".position").first().textContent()).toBe("1–3 of 3");
  expect(await page.locator(".tabs [aria-current]").innerText()).toBe("Inbox 3");
  expect(await page.getByRole("checkbox", { name: "Select Ada" }).isChecked()).toBe(true);
  expect(await page.getByLabel("Search", { exact: true }).inputValue()).toBe("half a wo");
  expect(messages).toEqual([]);
});

it("leads from a later page to the first one when submissions arrive", async () => {
  await dashboard.server.fill(form.id, 60);
  await open(page);
  await page.getByRole("link", { name: "Next page" }).click();
  await page.getByText("51–60 of 60").first().waitFor();

  await post({ name: "Ada" });
  await page.getByRole("button", { name: "1 new", exact: true }).click();
  await page.getByRole("link", { name: /Ada/ }).waitFor();

  expect(await page.locator(".position").first().textContent()).toBe("1–50 of 61");
});

it("moves no row when a notice comes", async () => {
  await three();
  await open(page);
  const last = page.locator(".rows > li").last();
  const place = await last.boundingBox();

  await page.getByRole("checkbox", { name: "Select Bob" }).check();
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await noticeShown(page);

  expect(await last.boundingBox()).toEqual(place);
});

it("reads submissions beside the list in a wide window, and works them off there", async () => {
  const wide = await dashboard.signedIn({ viewport: { width: 1_440, height: 900 } });
  await three();
  await open(wide);
  const pane = wide.frameLocator(".pane iframe");
  const rowOf = (name: string) => wide.locator(".rows > li", { hasText: name });

  await rowOf("Cyd").click();
  await pane.getByText("I am Cyd").first().waitFor();
  const listed = await senders(wide);
  const menus = await pane.locator(".menu").count();
  await pane.getByRole("button", { name: "Trash" }).first().click();
  await pane.getByText("I am Bob").first().waitFor();
  await wide.locator(".rows .sender", { hasText: "Cyd" }).waitFor({ state: "detached" });
  const current = await wide.locator(".rows > li:has(a[aria-current]) .sender").textContent();
  await wide.getByRole("button", { name: "Close", exact: true }).click();
  const closed = await wide.locator(".pane").count();
  await rowOf("Ada").click();
  await pane.getByRole("button", { name: "Trash" }).first().click();
  await noticeShown(wide);
  const [notice, left] = [await wide.locator(".notice").textContent(), await senders(wide)];
  await open(wide, "&tab=trash");
  await rowOf("Cyd").click();
  await pane.getByRole("link", { name: "Delete permanently" }).click();
  await pane.getByText("will be deleted").waitFor();
  await pane.getByRole("button", { name: "Delete permanently" }).click();
  await wide.getByText("was deleted permanently.").waitFor();

  expect(listed).toEqual(["Cyd", "Bob", "Ada"]);
  expect([menus, current, closed]).toEqual([0, "Bob", 0]);
  expect([notice, left]).toEqual([expect.stringContaining("trash"), ["Bob"]]);
  expect(await senders(wide)).toEqual(["Ada"]);
  await wide.close();
});

it("changes the density without loading the page, and remembers it", async () => {
  await three();
  await open(page);
  await page.getByRole("checkbox", { name: "Select Bob" }).check();

  await openViews();
  await page.getByRole("button", { name: "Compact" }).dblclick();
  const compact = await page.locator(".rows.compact").count();
  const isSelected = await page.getByRole("checkbox", { name: "Select Bob" }).isChecked();
  await page.reload();
  const kept = await page.locator(".rows.compact").count();
  await openViews();
  await page.getByRole("button", { name: "Comfortable" }).click();

  expect([compact, isSelected, kept]).toEqual([1, true, 1]);
  expect(await page.locator(".rows.comfortable").count()).toBe(1);
});

it("shows whole messages in rows as wide as the list", async () => {
  await post({ name: "Ada", message: `${"many words ".repeat(40)}and the end` });
  await open(page);

  await openViews();
  await page.getByRole("button", { name: "Whole messages" }).click();
  await page.keyboard.press("Escape");
  await page.locator(".rows.full").waitFor();

  const [row, list] = [page.locator(".rows > li"), page.locator(".card.list")];
  expect(await row.innerText()).toContain("and the end");
  const widths = await Promise.all(
    [row, list].map(async (one) => (await one.boundingBox())?.width),
  );
  expect(widths[0]).toBeGreaterThan((widths[1] ?? 0) - 4);
  expect(await layoutProblems(page)).toEqual([]);
  await openViews();
  await page.getByRole("button", { name: "Comfortable" }).click();
});

it("shows the times of the browser's zone, from the first page on", async () => {
  const tokyo = await dashboard.typedSignIn({ timezoneId: "Asia/Tokyo" });
  const id = await post({ name: "Ada" });
  const { created_at } = await dashboard.server.read<Submission>(`/submissions/${id}`);
  await open(tokyo);
  const time = tokyo.locator(".rows time");
  const shown = [await time.textContent(), await time.getAttribute("title")];

  const format = { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Tokyo" } as const;
  expect(shown).toEqual(["now", new Date(created_at).toLocaleString("en-GB", format)]);
  expect(await tokyo.locator(".user").innerText()).toContain("Times in Asia/Tokyo");
});

it("fills an empty page, and reports the end of the session", async () => {
  const other = await dashboard.signedIn();
  await open(other);
  expect(await layoutProblems(other)).toEqual([]);

  await post({ name: "Ada" });
  await other.getByText("1 new").waitFor();
  await other
    .context()
    .request.post("/dashboard/sign-out", { headers: { origin: dashboard.server.url } });
  await post({ name: "Bob" });
  await other.getByText("You are signed out.").waitFor();

  expect(await senders(other)).toEqual(["Ada"]);
});
