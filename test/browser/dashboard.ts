// The dashboard in a real browser: a server, a browser, and signed-in pages.
import type { BrowserContextOptions, Page } from "playwright-core";
import { EMAIL, PASSWORD, startDashboard } from "../../packages/server/test/dashboard.ts";
import { openBrowser } from "./in-browser.ts";

/** Types address and password of the user on the page that asks for them. */
export async function signIn(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Gives the browser of a page a device that makes and uses passkeys without asking. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

export async function openDashboard(settings: Readonly<Record<string, string>> = {}) {
  const [server, browser] = await Promise.all([startDashboard(settings), openBrowser()]);
  const newContext = (options: BrowserContextOptions) =>
    browser.newContext({ baseURL: server.url, timezoneId: "UTC", ...options });
  return {
    server,
    browser,
    /** Opens an empty page in a context of its own, signed in. */
    async signedIn(options: BrowserContextOptions = {}) {
      const visitor = server.visitor();
      await visitor.signIn();
      const context = await newContext(options);
      await context.addCookies(
        [...visitor.cookies].map(([name, value]) => ({ name, value, url: server.url })),
      );
      return context.newPage();
    },
    /** The same by typing the password, on the page that follows. */
    async typedSignIn(options: BrowserContextOptions = {}) {
      const page = await (await newContext(options)).newPage();
      await page.goto("/dashboard/sign-in");
      await signIn(page);
      await page.waitForURL((url) => !url.pathname.endsWith("/sign-in"));
      return page;
    },
    /** Ends the session that has begun last. */
    endSession: () => server.sql("delete from session where id = (select max(id) from session)"),
    /** Closes the pages too. */
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
