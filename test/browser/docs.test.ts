// The API reference in a real browser: its search, and whether it fits and can be read.
import { useShared } from "../harness/use.ts";
import { useApiServer } from "../../packages/server/test/api-server.ts";
import { inBrowser as it, openBrowser } from "./in-browser.ts";
import { layoutProblems } from "./page-checks.ts";

const refused: string[] = [];
const server = useApiServer();
const browser = useShared(openBrowser);
const page = useShared(() => browser.newPage());
beforeAll(async () => {
  page.on("console", (message) => {
    if (message.type() === "error") refused.push(message.text());
  });
  await page.goto(`${server.url}/docs`);
});

const results = () => page.locator("#search li a").allTextContents();

it("finds operations by words of their title, path and text, without a request", async () => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.keyboard.press("/");
  await page.keyboard.type("signing secret");
  const [first = ""] = await results();
  expect(first.toLowerCase()).toContain("signing secret");
  expect(await page.locator("#search [role=status]").textContent()).toMatch(/^\d+ results?$/);

  await page.keyboard.press("Enter");
  expect(await page.evaluate("document.querySelector(':target').textContent.trim()")).toBe(first);

  await page.getByRole("searchbox").fill("/form_webhooks/{id} signing");
  expect((await results()).length).toBeGreaterThan(0);
  await page.getByRole("searchbox").fill("no such <word>");
  expect([await results(), await page.locator("#search [role=status]").textContent()]).toEqual([
    [],
    "0 results",
  ]);
  await page.keyboard.press("Escape");
  expect([await page.getByRole("searchbox").inputValue(), requests]).toEqual(["", []]);
});

it("fits and is accessible with results, and its policy refuses nothing", async () => {
  await page.getByRole("searchbox").fill("submission");

  expect([await layoutProblems(page), refused]).toEqual([[], []]);
});

it("lays out only what is in view, and opens at the section that a link names", async () => {
  const top = (id: string) =>
    page.locator(`[id="${id}"]`).evaluate((heading) => heading.getBoundingClientRect().top);
  for (const id of ["testFormWebhook", "undoSubmissions", "ReplyInput"]) {
    await page.goto(`${server.url}/docs`);
    expect(
      await page
        .locator(".entry")
        .last()
        .evaluate((entry) =>
          entry.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }),
        ),
    ).toBe(false);
    await page.locator(`main a[href="#${id}"], nav a[href="#${id}"]`).first().click();
    await expect.poll(() => top(id)).toBeLessThan(60);
    expect(await top(id)).toBeGreaterThanOrEqual(0);
    await page.goto("about:blank");
    await page.goto(`${server.url}/docs#${id}`);
    await expect.poll(() => top(id)).toBeLessThan(60);
    expect(await top(id)).toBeGreaterThanOrEqual(0);
  }
});

it("has no search box without script", async () => {
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(`${server.url}/docs`);

  expect(await plain.getByRole("searchbox").count()).toBe(0);
});
