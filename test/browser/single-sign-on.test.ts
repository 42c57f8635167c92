// Somebody signs in at a provider, in a browser with and without script, until the provider ends it.
import { useShared } from "../harness/use.ts";
import { freePort } from "../harness/loopback.ts";
import { openOidcProvider } from "../harness/oidc-provider.ts";
import { inBrowser as it } from "./in-browser.ts";
import { openDashboard } from "./dashboard.ts";
import { axeViolations } from "./page-checks.ts";

const provider = useShared(openOidcProvider);
const dashboard = useShared(async () => {
  const port = await freePort();
  return openDashboard({
    ...provider.settings,
    INTRAY_OIDC_ROLE_CLAIM: "groups",
    INTRAY_OIDC_ROLES: '{"staff":{"role":"responder"}}',
    INTRAY_PORT: String(port),
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
