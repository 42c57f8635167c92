// Every page of the dashboard, found in the router, with long and hostile names: accessible, and as wide as its window.
import { beforeAll, describe, expect, it } from "vitest";
import { useShared } from "../harness/use.ts";
import { openPages } from "../../packages/server/test/dashboard-pages.ts";
import { isBrowserMissing } from "./chromium.ts";
import { openDashboard } from "./dashboard.ts";
import { axeViolations, overflows } from "./page-checks.ts";

/** As long as names of templates may be, with markup and a character that reorders text. */
const HOSTILE = ` \u202E</textarea><script>window.ran = 1</script>${"W".repeat(40)}`;

describe.skipIf(isBrowserMissing())("every page of the dashboard", () => {
  const paths: string[] = [];
  const dashboard = useShared(() =>
    openDashboard({
      INTRAY_RATE_LIMIT: "off",
      INTRAY_SMTP_URL: "smtp://127.0.0.1:9",
      INTRAY_MAIL_FROM: "forms@example.org",
    }),
  );
  beforeAll(async () => {
    const { server } = dashboard;
    await server.sql(
      `insert into alert (account_id, kind, subject_id, detail, since, raised_at, seen_at)
        values (1, 'webhook_failing', 7, ?, 1000, 2000, 2000)`,
      JSON.stringify({
        kind: "webhook_failing",
        webhook: "Long".repeat(30),
        form: HOSTILE,
        last_error: "HTTP 500",
      }),
    );
    const [name, message] = ["W".repeat(3_000), "<b>W</b>".repeat(2_000)];
    const email = `${"a".repeat(60)}@${"b.".repeat(60)}example`;
    await server.post("1", new URLSearchParams({ name, message, email }));
    for (const path of await openPages(server, HOSTILE)) {
      const { text } = await server.ada.get(path);
      // The others are files, and parts that scripts load.
      if (/^<!doctype html>/i.test(text)) paths.push(path);
    }
  });

  it.each([
    [320, "light", true],
    [768, "light", false],
    [1_200, "dark", true],
    [1_920, "dark", false],
  ] as const)("fits into %i px, is accessible in %s mode, and runs nothing", async (...about) => {
    const [width, colorScheme, hasAxe] = about;
    const page = await dashboard.signedIn({ colorScheme, viewport: { width, height: 800 } });
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("dialog", (dialog) => {
      problems.push(dialog.message());
      void dialog.dismiss();
    });
    for (const path of paths) {
      await page.goto(`/dashboard${path}`);
      await page.evaluate(
        `for (const one of document.querySelectorAll("details")) one.open = true`,
      );
      if (await overflows(page)) problems.push(`${path} is too wide`);
      if (hasAxe) problems.push(...(await axeViolations(page)).map((one) => `${path}: ${one}`));
      if ((await page.evaluate("window.ran")) !== undefined) problems.push(`${path} ran a script`);
    }

    expect(paths.length).toBeGreaterThan(20);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
