// The first story of a new user: a form is set up, and posted from a page of another origin, within ten clicks.
import { describe, expect, it } from "vitest";
import { useShared } from "../harness/use.ts";
import type { Page } from "playwright-core";
import { isBrowserMissing } from "./chromium.ts";
import { openDashboard } from "./dashboard.ts";
import { layoutProblems } from "./page-checks.ts";
import { takePhotos } from "./photos.ts";
import { openSite } from "./site.ts";

const MAX_CLICKS = 10;

describe.skipIf(isBrowserMissing())("a first form", () => {
  const dashboard = useShared(openDashboard);
  const site = useShared(openSite);

  it.each([
    ["with script", true],
    ["without script", false],
  ])(
    "is set up and posted from another page within ten clicks %s",
    async (_, hasScript) => {
      const page = await dashboard.typedSignIn({ javaScriptEnabled: hasScript });
      let clicks = 0;
      const click = async (by: Page, role: "link" | "button", name: string | RegExp) => {
        clicks += 1;
        await by
          .getByRole(role, { name, exact: typeof name === "string" })
          .first()
          .click();
      };
      const title = hasScript ? "Contact" : "Contact without script";

      // The form.
      await click(page, "link", "Forms");
      await page.getByLabel("Name").fill(title);
      await click(page, "button", "Create form");
      await page.getByRole("heading", { name: title, level: 1 }).waitFor();
      await takePhotos(page, "first-form");

      // Its HTML, copied to a page of another origin.
      const snippet = await page.locator("#snippet").innerText();
      clicks += 1;
      site.show("/contact", { html: `<!doctype html><title>Contact</title>${snippet}` });

      // A visitor of that page.
      const visitor = await dashboard.browser.newPage({ javaScriptEnabled: hasScript });
      await visitor.goto(`${site.url}/contact`);
      await visitor.getByLabel("E-mail").fill("grace@example.org");
      await visitor.getByLabel("Message").fill("How much is the oak table?");
      await click(visitor, "button", "Send");
      await visitor.getByRole("heading").waitFor();
      await visitor.close();

      // The submission.
      await click(page, "link", /^Inbox/);
      await click(page, "link", /grace@example\.org/);
      await page.getByText("How much is the oak table?", { exact: true }).waitFor();
      await takePhotos(page, "first-submission");

      expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
      await page.goto("/dashboard");
      await page.getByText("First steps").waitFor();
      await takePhotos(page, "first-steps");
      const done = page.locator(".first-steps .done");
      expect((await done.allInnerTexts()).join(" ")).toMatch(
        /Create a form.*Add the form to your/s,
      );
      // Axe needs script.
      const problems = hasScript ? [...(await layoutProblems(page))] : [];
      await page.goto("/dashboard/inbox");
      if (hasScript) problems.push(...(await layoutProblems(page)));
      expect(problems).toEqual([]);
      await page.context().close();
    },
    60_000,
  );

  it("is offered by an empty inbox, which fits and is accessible", async () => {
    const { id } = await dashboard.server.create("/forms", { name: "Jobs" });
    const page = await dashboard.signedIn();
    await page.goto(`/dashboard/inbox?form_id=${id}`);
    expect(await layoutProblems(page)).toEqual([]);

    // An account with submissions has an inbox of its own for a new form.
    await page.getByRole("link", { name: "Try the form" }).click();
    await page.getByRole("textbox").first().fill("ada@example.org");
    await page.getByLabel("Message").fill("Hello");
    await page.getByRole("button", { name: /Send|Submit/ }).click();
    await page.goto(`/dashboard/inbox?form_id=${id}`);
    await page.getByRole("link", { name: /ada@example\.org/ }).waitFor();

    expect(await page.getByText("No submissions yet").count()).toBe(0);
    await page.context().close();
  });
});
