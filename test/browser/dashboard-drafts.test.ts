// What people typed and did not save: after a reload, Back, a rejected save, the end of the session, and a sign-out.
import type { Form } from "@intray/sdk/schemas";
import type { Page } from "playwright-core";
import { useEach, useShared } from "../harness/use.ts";
import { inBrowser as it } from "./in-browser.ts";
import { openDashboard, signIn } from "./dashboard.ts";
import { layoutProblems } from "./page-checks.ts";

const RESTORED = "Unsaved changes were restored.";

const dashboard = useShared(() => openDashboard({ INTRAY_RATE_LIMIT: "off" }));
const form = useEach(() => dashboard.server.create<Form>("/forms", { name: "Stored" }));
const stored = () => dashboard.server.read<Form>(`/forms/${form.id}`);
const name = (page: Page) => page.locator("#settings #name");
const restored = (page: Page) => page.getByText(RESTORED);
const drafts = (page: Page) =>
  page.evaluate(() => Object.entries(sessionStorage).filter(([key]) => key.startsWith("draft ")));
/** Opens the page of the form in a context of its own, and types another name. */
async function typed(): Promise<Page> {
  const page = await dashboard.signedIn();
  await page.goto(`/dashboard/forms/${form.id}/advanced`);
  await name(page).fill("Typed");
  return page;
}

it("survive a reload, until they are discarded", async () => {
  const page = await typed();
  await page.locator("#settings [name=opening_marks_read]").check();
  await page.locator("#settings [name=silence_alerts]").selectOption("off");

  await page.reload();
  await restored(page).waitFor();
  const after = [
    await name(page).inputValue(),
    await page.locator("#settings [name=opening_marks_read]").isChecked(),
    await page.locator("#settings [name=silence_alerts]").inputValue(),
  ];
  expect(await layoutProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Discard" }).click();
  const discarded = [
    await name(page).inputValue(),
    await page.locator("#settings [name=opening_marks_read]").isChecked(),
  ];
  await page.reload();

  expect(after).toEqual(["Typed", true, "off"]);
  expect(discarded).toEqual(["Stored", false]);
  expect([await name(page).inputValue(), await restored(page).count()]).toEqual(["Stored", 0]);
  expect(await drafts(page)).toEqual([]);
});

it("survive Back, and are gone once they are saved", async () => {
  const page = await typed();
  await page.getByRole("link", { name: "Webhooks", exact: true }).first().click();
  await page.getByRole("heading", { name: "Webhooks", level: 1 }).waitFor();
  await page.goBack();
  await restored(page).waitFor();

  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByText("The settings were saved.").waitFor();

  expect([(await stored()).name, await drafts(page)]).toEqual(["Typed", []]);
  expect(await restored(page).count()).toBe(0);
});

it("survive a rejected save that the person leaves", async () => {
  const page = await typed();
  await page.locator("#settings #timezone").fill("Mars");
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByText("Nothing was saved.").first().waitFor();

  await page.getByRole("link", { name: "Advanced", exact: true }).click();
  await restored(page).waitFor();

  expect([
    await name(page).inputValue(),
    await page.locator("#settings #timezone").inputValue(),
  ]).toEqual(["Typed", "Mars"]);
});

it("survive the end of the session, and are saved after signing in", async () => {
  const page = await typed();
  await dashboard.endSession();
  await page.reload();
  await page.getByText("Your session has ended.").waitFor();
  await signIn(page);
  await restored(page).waitFor();
  await dashboard.endSession();
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByText("Your session has ended.").waitFor();
  await signIn(page);
  await page.getByText("The settings were saved.").waitFor();

  expect([(await stored()).name, await drafts(page)]).toEqual(["Typed", []]);
});

it("belong to their tab, and do not overwrite what was saved in another one", async () => {
  const page = await typed();
  const second = await page.context().newPage();
  await second.goto(`/dashboard/forms/${form.id}/advanced`);
  const before = await restored(second).count();
  await name(second).fill("Saved");
  await second.getByRole("button", { name: "Save settings" }).click();
  await second.getByText("The settings were saved.").waitFor();

  await page.reload();
  await restored(page).waitFor();
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByText("Nothing was saved yet.").waitFor();

  expect([before, (await stored()).name]).toEqual([0, "Saved"]);
});

it("end with signing out", async () => {
  const page = await typed();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();

  expect(await drafts(page)).toEqual([]);
});

it("are warned about before they are left, and never kept if they are secrets", async () => {
  const page = await dashboard.signedIn();
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  const bar = page.getByText("Unsaved changes", { exact: true });
  await page.goto(`/dashboard/forms/${form.id}/spam`);
  const before = await bar.isVisible();
  await page.locator("#captcha").selectOption("turnstile");
  await page.locator("#captcha_site_key").fill("Typed");
  await page.locator("#captcha_secret").pressSequentially("hush");
  const kept = JSON.stringify(await drafts(page));
  const after = await bar.isVisible();
  await page.getByRole("link", { name: "Advanced" }).click();
  await page.waitForURL("**/advanced");
  await page.goBack();
  await restored(page).waitFor();

  expect(kept).toContain("Typed");
  expect(kept).not.toContain("hush");
  expect([before, after, asked]).toEqual([false, true, ["beforeunload"]]);
  expect(await page.locator("#captcha_site_key").inputValue()).toBe("Typed");
  expect(await page.locator("#captcha_secret").inputValue()).toBe("");
});

it("survive on the other pages: e-mail, fields, a note, a new form and a new webhook", async () => {
  const submission = await dashboard.server.post("1", { name: "Ada" });
  const page = await dashboard.signedIn();
  // Without the browser's question, which may abort goto().
  await page.addInitScript(() =>
    addEventListener("beforeunload", (event) => event.stopImmediatePropagation()),
  );
  for (const [path, input] of [
    [`/forms/${form.id}/email`, "#autoreply_name"],
    [`/forms/${form.id}/fields`, "#new_fields"],
    [`/submissions/${submission}?tab=inbox`, "#note"],
    ["/forms", "#new #name"],
    ["/webhooks/new", "#template"],
  ] as const) {
    await page.goto(`/dashboard${path}`);
    await page.locator(input).evaluate((element: HTMLInputElement) => {
      for (const part of [element.closest("details")]) part?.setAttribute("open", "");
      element.value = "Typed";
      element.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await page.goto("/dashboard/audit");
    await page.goto(`/dashboard${path}`);
    await restored(page).waitFor();
    expect([path, await page.locator(input).inputValue()]).toEqual([path, "Typed"]);
  }
  await page.goto("/dashboard/forms");
  await page.getByRole("button", { name: "Create form" }).click();
  await page.getByText("The form Typed was created.").waitFor();
  await page.goto("/dashboard/forms");
  await page.locator("#new #name").waitFor();
  expect([await page.locator("#new #name").inputValue(), await restored(page).count()]).toEqual([
    "",
    0,
  ]);
});
