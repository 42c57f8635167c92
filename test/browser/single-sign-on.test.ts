// Somebody signs in at a provider, in a browser with and without script, until the provider ends it.
import type { Page } from "playwright-core";
import { useShared } from "../harness/use.ts";
import { freePort } from "../harness/postgres.ts";
import { openOidcProvider } from "../harness/oidc-provider.ts";
import { inBrowser as it } from "./in-browser.ts";
import { addAuthenticator, openDashboard, signIn } from "./dashboard.ts";
import { axeViolations } from "./page-checks.ts";

const provider = useShared(openOidcProvider);
const dashboard = useShared(async () => {
  const port = await freePort();
  return openDashboard({
    ...provider.settings,
    INTRAY_OIDC_ROLE_CLAIM: "groups",
    INTRAY_OIDC_ROLES: '{"staff":{"role":"responder"},"makers":{"role":"editor"}}',
    INTRAY_PORT: String(port),
    // Browsers have no passkeys for addresses.
    INTRAY_PUBLIC_URL: `http://localhost:${port}`,
  });
});
/** As people open it. */
const address = () => dashboard.server.url.replace("127.0.0.1", "localhost");
beforeAll(() => provider.serve(address()));

it.each([
  ["with script", true],
  ["without script", false],
])("begins and ends %s", async (_, javaScriptEnabled) => {
  const sub = `bob-${javaScriptEnabled}`;
  provider.person = { sub, email: `${sub}@example.org`, email_verified: true, groups: ["staff"] };
  const baseURL = address();
  const context = await dashboard.browser.newContext({ javaScriptEnabled, baseURL });
  const page = await context.newPage();

  await page.goto("/dashboard/inbox?tab=spam");
  const violations = javaScriptEnabled ? await axeViolations(page) : [];
  await page.getByRole("link", { name: "Sign in with Example ID" }).click();
  await page.getByRole("button", { name: `Sign in as ${sub}` }).click();
  await page.waitForURL(`${baseURL}/dashboard/inbox?tab=spam`);
  await page.goto("/dashboard/account");
  const account = await page.locator("main").innerText();
  await provider.logOut(sub);
  await page.goto("/dashboard/inbox");
  await page.getByText("Your session has ended").waitFor();

  expect(violations).toEqual([]);
  expect(account).toContain(`${sub}@example.org`);
  expect(account).toContain("Responder");
  await context.close();
});

it("needs a passkey if the account says so, and a removed person loses session and key", async () => {
  const { server, browser } = dashboard;
  await server.patch("/account", { second_factor_role: "viewer" });
  provider.person = {
    sub: "mia",
    email: "mia@example.org",
    email_verified: true,
    groups: ["makers"],
  };
  const open = async () => (await browser.newContext({ baseURL: address() })).newPage();
  const [mia, ada] = [await open(), await open()];
  for (const page of [mia, ada]) await addAuthenticator(page);
  const addPasskey = async (page: Page) => {
    await page.getByText("The account needs a second factor of you.").waitFor();
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("Your recovery codes").waitFor();
  };

  await mia.goto("/dashboard/inbox");
  await mia.getByRole("link", { name: "Sign in with Example ID" }).click();
  await mia.getByRole("button", { name: "Sign in as mia" }).click();
  await addPasskey(mia);
  await mia.goto("/dashboard/keys");
  await mia.getByLabel("Name").first().fill("Mia's");
  await mia.getByRole("button", { name: "Create key" }).click();
  const key = (await mia.locator("pre").first().innerText()).trim();
  await mia.goto("/dashboard/inbox");
  const before = await server.request("GET", "/forms", { key });

  await ada.goto("/dashboard/sign-in");
  await signIn(ada);
  await addPasskey(ada);
  await ada.goto("/dashboard/people");
  await ada.getByRole("link", { name: "mia@example.org" }).click();
  await ada.getByRole("link", { name: "Remove" }).click();
  await ada.getByRole("button", { name: "Remove and revoke keys" }).click();
  await ada.getByText("1 API key revoked.").waitFor();
  const after = await server.request("GET", "/forms", { key });
  await mia.goto("/dashboard/inbox");
  await mia.getByRole("link", { name: "Sign in with Example ID" }).click();
  await mia.getByText("Your access was removed.").waitFor();

  expect([before.status, after.status]).toEqual([200, 401]);
});
