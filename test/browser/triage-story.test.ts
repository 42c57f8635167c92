// The second story: more than a page of submissions is triaged by keys alone, and one mistake is undone.
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { useShared } from "../harness/use.ts";
import { isBrowserMissing } from "./chromium.ts";
import { openDashboard } from "./dashboard.ts";

const COUNT = 60;
const PER_PAGE = 50;
/** Every tenth submission is spam, every tenth is for the trash, and the others are done. */
type Verdict = "done" | "spam" | "trash";
const verdictOf = (n: number): Verdict => (n % 10 === 3 ? "spam" : n % 10 === 7 ? "trash" : "done");
const numbers = Array.from({ length: COUNT }, (_, n) => n);
const countOf = (verdict: Verdict) => numbers.filter((n) => verdictOf(n) === verdict).length;

describe.skipIf(isBrowserMissing())(`${COUNT} submissions`, () => {
  let form: number;
  const dashboard = useShared(() => openDashboard({ INTRAY_RATE_LIMIT: "off" }));
  beforeAll(async () => {
    ({ id: form } = await dashboard.server.create("/forms", { name: "Contact" }));
    for (const n of numbers) {
      const fields = { name: `Person ${n}`, email: `p${n}@example.org`, message: `Question ${n}` };
      await dashboard.server.post(String(form), new URLSearchParams(fields));
    }
  });

  /** Returns the numbers of the rows. */
  const shown = async (page: Page) =>
    (await page.locator(".rows .sender").allTextContents()).map((text) => Number(text.slice(7)));
  const focusedRow = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll(".rows > li")].findIndex((row) =>
        row.contains(document.activeElement),
      ),
    );
  /** Selects the rows with a verdict: goes up to the first row, and then down through all of them. */
  async function select(page: Page, verdict: Verdict): Promise<number> {
    for (let row = await focusedRow(page); row > 0; row -= 1) await page.keyboard.press("k");
    if ((await focusedRow(page)) === -1) await page.keyboard.press("j");
    const rows = await shown(page);
    for (const [row, n] of rows.entries()) {
      if (row > 0) await page.keyboard.press("j");
      if (verdictOf(n) === verdict) await page.keyboard.press("x");
    }
    return rows.filter((n) => verdictOf(n) === verdict).length;
  }
  /** Waits until the list has this many rows in all. */
  const left = (page: Page, count: number) =>
    page.locator(".position").getByText(`of ${count}`).first().waitFor();

  it("are triaged by keys alone, one mistake undone", async () => {
    const page = await dashboard.signedIn();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    await page.goto(`/dashboard/inbox?form_id=${form}&tab=unread`);
    await page.evaluate("window.isSame = true");
    await left(page, COUNT);
    await page.getByRole("button", { name: "Keyboard shortcuts" }).waitFor();

    // A mistake: what is done is put in the trash, and comes back.
    const first = await select(page, "done");
    await page.keyboard.press("#");
    await left(page, COUNT - first);
    const undo = page.getByRole("button", { name: "Undo" });
    const isUndoInView = await undo.evaluate((button) => {
      const { top, bottom } = button.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    await page.keyboard.press("z");
    await left(page, COUNT);
    const again = await shown(page);

    let rest = COUNT;
    for (const [verdict, key] of [
      ["done", "e"],
      ["spam", "s"],
      ["trash", "#"],
    ] as const) {
      let remaining = countOf(verdict);
      while (remaining > 0) {
        const selected = await select(page, verdict);
        await page.keyboard.press(key);
        remaining -= selected;
        rest -= selected;
        if (rest > 0) await left(page, rest);
      }
    }
    await page.getByText("Nothing to do.").waitFor();

    expect(isUndoInView).toBe(true);
    expect(await page.evaluate("window.isSame")).toBe(true);
    expect(again).toEqual(numbers.slice(-PER_PAGE).toReversed());
    expect(await page.title()).toBe("To do of Contact · Intray");
    expect(await page.locator(".tabs").innerText()).toMatch(
      /Inbox 48\s+To do 0\s+Spam 6\s+Trash 6/,
    );
    expect(await verdicts()).toEqual(numbers.map(verdictOf));
    expect(problems).toEqual([]);
    await page.context().close();
  });

  /** Reads what has become of each submission from the database. */
  async function verdicts(): Promise<readonly Verdict[]> {
    const rows = (await dashboard.server.sql(
      "select read, spam, trash from submission where form_id = ? order by id",
      form,
    )) as readonly { readonly read: number; readonly spam: number; readonly trash: number }[];
    return rows.map(({ spam, trash }) => (trash === 1 ? "trash" : spam === 1 ? "spam" : "done"));
  }
});
