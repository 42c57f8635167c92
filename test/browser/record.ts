// Records what Chromium posts for each form case: node --conditions=@intray/source test/browser/record.ts
import { writeFileSync } from "node:fs";
import { startBrowser } from "./chromium.ts";
import { FORM_CASES } from "./form-cases.ts";
import { openSite, textFile } from "./site.ts";

const VECTORS = new URL("../vectors/browser-posts.json", import.meta.url);

const site = await openSite();
const browser = await startBrowser();
const recorded = [];
for (const one of FORM_CASES) {
  const { name, charset, attributes, inputs, choose = {}, script } = one;
  site.show("/", {
    html: `<!doctype html><form method="post" action="/post" ${attributes}>${inputs}<button>Send</button></form>`,
    ...(charset === undefined ? {} : { charset }),
  });
  const page = await browser.newPage();
  await page.goto(site.url);
  for (const [selector, files] of Object.entries(choose)) {
    const chosen = files.map(({ name: of, text, type }) => textFile(of, text, type));
    await page.setInputFiles(selector, chosen);
  }
  if (script === undefined) await page.click("button");
  else await page.evaluate(script);
  const { contentType, body } = await site.nextPost();
  recorded.push({ name, content_type: contentType, body: body.toString("base64") });
  await page.close();
}
const vectors = { browser: `Chromium ${browser.version()}`, posts: recorded };
writeFileSync(VECTORS, `${JSON.stringify(vectors, null, 2)}\n`);
await browser.close();
site.close();
console.log(`${recorded.length} posts of ${vectors.browser}`);
