// A real browser for the tests that need one, and why there is none where it is missing.
import { accessSync, constants } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const found = [process.env["INTRAY_TEST_CHROMIUM"] ?? "", ...PATHS].find(canRun);

/**
 * Whether tests in a browser are to be passed over; says so once. With CI set they never are: there a
 * missing browser is a failure.
 */
export function isBrowserMissing(): boolean {
  if (found !== undefined || (process.env["CI"] ?? "") !== "") return false;
  console.warn(
    "No Chromium here (INTRAY_TEST_CHROMIUM names one): the tests in a browser are passed over.",
  );
  return true;
}

export function openBrowser(): Promise<Browser> {
  if (found === undefined) {
    throw new Error("There is no Chromium. Install it, or name it with INTRAY_TEST_CHROMIUM.");
  }
  return chromium.launch({
    executablePath: found,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-default-apps",
      "--no-first-run",
    ],
  });
}
