// The dashboard in a real browser: a server, a browser, and signed-in pages.
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import {
  type DashboardServer,
  EMAIL,
  PASSWORD,
  startDashboard,
} from "../../packages/server/test/dashboard.ts";
import { openBrowser } from "./chromium.ts";

export interface Dashboard {
  readonly server: DashboardServer;
  readonly browser: Browser;
  /** Opens an empty page in a context of its own, signed in. */
  signedIn(options?: BrowserContextOptions): Promise<Page>;
  /** The same by typing the password, on the page that follows. */
  typedSignIn(options?: BrowserContextOptions): Promise<Page>;
  /** Ends the session that has begun last. */
  endSession(): Promise<unknown>;
  /** Closes the pages too. */
  close(): Promise<void>;
}

/** Types address and password of the user on the page that asks for them. */
export async function signIn(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

export async function openDashboard(
  settings: Readonly<Record<string, string>> = {},
): Promise<Dashboard> {
  const [server, browser] = await Promise.all([startDashboard(settings), openBrowser()]);
  const newContext = (options: BrowserContextOptions) =>
    browser.newContext({ baseURL: server.url, timezoneId: "UTC", ...options });
  return {
    server,
    browser,
    async signedIn(options = {}) {
      const visitor = server.visitor();
      await visitor.signIn();
      const context = await newContext(options);
      await context.addCookies(
        [...visitor.cookies].map(([name, value]) => ({ name, value, url: server.url })),
      );
      return context.newPage();
    },
    async typedSignIn(options = {}) {
      const page = await (await newContext(options)).newPage();
      await page.goto("/dashboard/sign-in");
      await signIn(page);
      await page.waitForURL((url) => !url.pathname.endsWith("/sign-in"));
      return page;
    },
    endSession: () => server.sql("delete from session where id = (select max(id) from session)"),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
