// Screenshots of the stories that the browser tests walk, for a person to look at: in the folder that
// INTRAY_TEST_PHOTOS names. Without it nothing is taken.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";

const WIDTHS = [320, 768, 1_440, 1_920];
const HEIGHT = 900;

/** Takes the page in both color schemes and four widths, and restores its window. */
export async function takePhotos(page: Page, name: string): Promise<void> {
  const folder = process.env["INTRAY_TEST_PHOTOS"] ?? "";
  if (folder === "") return;
  mkdirSync(folder, { recursive: true });
  const before = page.viewportSize();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`) });
    }
  }
  await page.emulateMedia({ colorScheme: null });
  if (before !== null) await page.setViewportSize(before);
}
