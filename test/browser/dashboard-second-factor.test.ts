// Passkeys in Chromium: set up, signed in by, asked again and removed.
import type { BrowserContext, Page } from "playwright-core";
import { PASSWORD } from "../../packages/server/test/dashboard.ts";
import { useShared } from "../harness/use.ts";
import { inBrowser as it } from "./in-browser.ts";
import { addAuthenticator, openDashboard, signIn } from "./dashboard.ts";
import { axeViolations } from "./page-checks.ts";

const dashboard = useShared(openDashboard);

async function typePassword(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/dashboard/sign-in");
  await signIn(page);
  return page;
}

const signOut = (page: Page) => page.getByRole("button", { name: "Sign out" }).first().click();

it("is a passkey, which also signs in alone", async () => {
  // Browsers have no passkeys for addresses.
  const baseURL = dashboard.server.url.replace("127.0.0.1", "localhost");
  const context = await dashboard.browser.newContext({ baseURL });
  const page = await typePassword(context);
  await addAuthenticator(page);
  await page.goto("/dashboard/account/second-factor");
  expect(await axeViolations(page)).toEqual([]);
  await dashboard.server.sql("update session set proved_at = 0");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByLabel("Name").fill("Test device");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("Your recovery codes").waitFor();
  const code = (await page.locator("#codes").innerText()).split("\n")[0] ?? "";

  // The same device has one already.
  await page.goto("/dashboard/account/second-factor");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("This device has a passkey for you already.").waitFor();

  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();

  await signOut(page);
  const again = await typePassword(context);
  await again.getByRole("heading", { name: "Second factor" }).waitFor();
  expect(await axeViolations(again)).toEqual([]);
  await again.getByRole("textbox").fill(code);
  await again.getByRole("button", { name: "Confirm" }).click();
  await again.getByRole("heading", { name: "Overview" }).waitFor();
  await again.goto("/dashboard/account/second-factor");
  await again.getByText("9 codes left").waitFor();
  await again.getByRole("button", { name: "Remove Test device" }).click();
  await again.getByText("The Test device was removed.").waitFor();

  // A passkey that the server no longer knows signs nobody in.
  await signOut(again);
  await page.goto("/dashboard/sign-in");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText("This passkey is not known here").waitFor();
  await context.close();
});
