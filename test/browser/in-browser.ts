// What browser tests share: one browser for each worker, and that tests are skipped without one.
import type { Browser } from "playwright-core";
import { found, startBrowser } from "./chromium.ts";

/** Returns true, with a warning, if browser tests must be skipped. With CI set they are never skipped. */
export function isBrowserMissing(): boolean {
  if (found !== undefined || (process.env["CI"] ?? "") !== "") return false;
  console.warn(
    "Chromium was not found, so browser tests are skipped. INTRAY_TEST_CHROMIUM can name its path.",
  );
  return true;
}

/** A test that is skipped if there is no browser. */
export const inBrowser = it.skipIf(isBrowserMissing());

/** Starting a browser takes as long as a test, so the files of a worker share one, which ends with the worker. */
let shared: Browser | undefined;

/** Returns the browser of this worker. Closing it closes its contexts, of which each file opens its own. */
export async function openBrowser(): Promise<Browser> {
  if (shared?.isConnected() === true) return shared;
  const browser = await startBrowser();
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  shared = browser;
  return browser;
}
