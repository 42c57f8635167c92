// /intray.js while the network is cut: before the post reaches the server, after it has, while the page is left.
// Every post is stored exactly once. OUTBOX_CUTS sets how many cuts there are.
import type { Form, Submission, SubmissionList } from "@intray/sdk/schemas";
import type { Page, Route } from "playwright-core";
import { useShared } from "../harness/use.ts";
import { useApiServer } from "../../packages/server/test/api-server.ts";
import { inBrowser as it, openBrowser } from "./in-browser.ts";
import { openSite, textFile } from "./site.ts";

const CUTS = Number(process.env["OUTBOX_CUTS"] ?? 10);

const server = useApiServer();
const site = useShared(openSite);
const browser = useShared(openBrowser);
const form = useShared(() =>
  server.create<Form>("/forms", {
    name: "Contact",
    duplicate_filter: false,
    spam_checks: { rate: false },
  }),
);
beforeAll(() => {
  site.show("/contact", {
    html: `<!doctype html><script src="${server.url}/intray.js" defer></script>
        <form method="post" action="${server.url}/f/${form.uuid}"><textarea name="text" required></textarea>
        <input type="file" name="file"><button>Send</button></form>`,
  });
});

async function stored(): Promise<readonly Submission[]> {
  const found: Submission[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/submissions?form_id=${form.id}&order_by=date_asc&page=${page}`;
    const { submissions } = await server.read<SubmissionList>(path);
    found.push(...submissions);
    if (submissions.length < 100) return found;
  }
}

const send = async (page: Page, text: string) => {
  await page.fill("textarea", text);
  await page.click("button");
};
const says = (page: Page, text: string) =>
  page.locator("[role=status]").filter({ hasText: text }).waitFor();
const lineIsBack = (page: Page) => page.evaluate("dispatchEvent(new Event('online'))");
/** The number of kept posts of the site. */
const kept = (page: Page) =>
  page.evaluate<number>(`new Promise((resolve) => {
      const opening = indexedDB.open("intray", 1);
      opening.onsuccess = () => {
        const request = opening.result.transaction("posts").objectStore("posts").count();
        request.onsuccess = () => resolve(request.result);
      };
    })`);

it("sends every post exactly once, wherever the network is cut", { timeout: 600_000 }, async () => {
  const page = await browser.newPage({ locale: "en-US" });
  let isCut: "before" | "after" | undefined;
  await page.route("**/f/**", async (route: Route) => {
    if (isCut === "after") await route.fetch();
    await (isCut === undefined ? route.continue() : route.abort("internetdisconnected"));
  });
  await page.goto(`${site.url}/contact`);
  const texts = Array.from({ length: CUTS }, (_, n) => `Number ${n}\r\n2`);

  for (const [n, text] of texts.entries()) {
    isCut = n % 2 === 0 ? "before" : "after";
    await send(page, text);
    await says(page, "will be sent automatically");
    if (n % 5 === 1) await lineIsBack(page);
    // Once the visitor sends again, once the line comes back, once the page is opened anew.
    isCut = undefined;
    if (n % 3 === 0) await page.click("button");
    if (n % 3 === 1) await lineIsBack(page);
    if (n % 3 === 2) await page.reload();
    else await says(page, "Your message has been received.");
    await expect.poll(() => kept(page)).toBe(0);
  }

  expect((await stored()).map(({ payload_params }) => payload_params["text"])).toEqual(texts);
  await page.close();
});

it("keeps files with their names, also for a page that is opened later", async () => {
  const context = await browser.newContext({ locale: "de-DE" });
  const page = await context.newPage();
  await page.goto(`${site.url}/contact`);
  await context.setOffline(true);
  await page.setInputFiles("[name=file]", textFile(`a "b" ü.txt`, "hello"));
  await send(page, "With a file");
  await says(page, "Sie wird automatisch gesendet.");
  await page.close();
  await context.setOffline(false);

  const later = await context.newPage();
  await later.goto(`${site.url}/contact`);
  await expect.poll(async () => (await stored()).length).toBe(CUTS + 1);

  expect((await stored()).at(-1)).toMatchObject({
    payload_params: { text: "With a file" },
    attachments: [{ name: `a "b" ü.txt`, file_size: 5 }],
  });
  await context.close();
});
