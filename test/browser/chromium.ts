// Finds and starts Chromium for the browser tests.
import { accessSync, constants } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** A busy machine takes longer than Playwright's half a minute. */
const PATIENCE_MS = 120_000;

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** `undefined` if there is none. */
export const found = [process.env["INTRAY_TEST_CHROMIUM"] ?? "", ...PATHS].find(canRun);

/** @throws Error if there is none. */
export function chromiumPath(): string {
  if (found !== undefined) return found;
  throw new Error("Chromium was not found. Install it, or set INTRAY_TEST_CHROMIUM to its path.");
}

/** Starts a browser of its own, for programs. */
export async function startBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-default-apps",
      "--no-first-run",
      // A new tab does not start a process.
      "--process-per-site",
    ],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}
