// Checks of a rendered page: accessibility, and whether it fits its window.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Result } from "axe-core";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns axe's violations, one line for each element. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
  // All rules run, but what passes is neither described nor sent, which takes four fifths of the time. Only a
  // rule that is off needs style sheets preloaded.
  const violations = await page.evaluate<readonly Result[]>(
    `axe.run({
      preload: { assets: ["media"] },
      resultTypes: ["violations"],
      rules: { "target-size": { enabled: true } },
    }).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ""}`),
  );
}

/** Returns whether the page is wider than its window. */
export const overflows = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Checks the page narrow in light mode, and wide in dark mode; returns a line for each problem. */
export async function layoutProblems(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [colorScheme, width] of [
    ["light", 320],
    ["dark", 1_200],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    if (await overflows(page)) found.push(`wider than ${width} px`);
    found.push(...(await axeViolations(page)));
  }
  return found;
}
