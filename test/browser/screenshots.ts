// Takes the screenshots of the dashboard in README.md and docs/use/e-mail.md: a server with a month of posts to three forms, made
// quickly with an adjustable clock, and one working and one failing receiver. Usage: npm run screenshots
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { WebhookLog } from "@intray/sdk/schemas";
import type { Page } from "playwright-core";
import { serveOnLoopback } from "../harness/loopback.ts";
import { type Clock, systemClock, toWallMs } from "../../packages/server/dist/platform/clock.js";
import { readConfig } from "../../packages/server/dist/config/config.js";
import { systemRandom } from "../../packages/server/dist/platform/random.js";
import { createLog } from "../../packages/server/dist/platform/log.js";
import { startServer } from "../../packages/server/dist/bootstrap/server.js";
import { notePictures } from "../../scripts/release-problems.ts";
import { startBrowser } from "./chromium.ts";
import { apiOf, postTo } from "../harness/api.ts";

const FIRST_LOGIN = { email: "ada@example.org", password: "correct horse battery" };
const FOLDER = fileURLToPath(new URL("../../docs/use/dashboard/", import.meta.url));
const MAIL_FOLDER = fileURLToPath(new URL("../../docs/use/e-mail/", import.meta.url));
const HOUR_MS = 3_600_000;
const DAYS = 30;

const NAMES = ["Grace Hopper", "Alan Kay", "Barbara Liskov", "Ken Iverson", "Radia Perlman"];
const MESSAGES = [
  "We would like to order forty of the oak chairs. Do you deliver to Bergen?",
  "Could you send me the care instructions for the walnut table?",
  "The lamp arrived today. It is lovely, thank you!",
  "Is the showroom open on Saturdays?",
  "Please call me back about the kitchen; I am at home after six.",
  "I have found my old invoice: number 20417. The drawer still sticks.",
];
const ADVERT = "Cheap casino bonus, best SEO backlinks http://win.example http://rank.example";

const data = mkdtempSync(join(tmpdir(), "intray-screenshots-"));
let now = Date.now() - DAYS * 24 * HOUR_MS;
let next = 0;
/** Picks items in a fixed pseudo-random order, so that screenshots only change if the pages do. */
function pick<T>(from: readonly T[]): T {
  next = (next * 31 + 17) % 10_007;
  const [item] = from.slice(next % from.length);
  if (item === undefined) throw new Error("The list is empty.");
  return item;
}

const receiver = await serveOnLoopback((incoming, answer) => {
  incoming.resume();
  answer.writeHead(incoming.url === "/crm" ? 200 : 503);
  answer.end(incoming.url === "/crm" ? '{"ok":true}' : "Down for maintenance");
});

const { config } = readConfig({
  INTRAY_PORT: "0",
  INTRAY_DATA_DIR: data,
  INTRAY_RATE_LIMIT: "off",
  INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
});
const start = (clock: Clock) =>
  startServer({
    config,
    clock,
    random: systemRandom,
    log: createLog("silent"),
    onDeath: (error) => {
      throw error;
    },
  });
let server = await start({ ...systemClock, now: () => toWallMs(now) });
const firstStart = readFileSync(join(data, "first-start.txt"), "utf8");
const key = /itk_acct_\w+/.exec(firstStart)?.[0] ?? "";

const callApi = (method: string, path: string, json: unknown) =>
  apiOf(server.url, key)<{ readonly id: number }>(method, path, json);

function post(form: number, fields: Readonly<Record<string, string>>): Promise<number> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  if (fields["plan"] === "kitchen") body.set("drawing", new File(["…"], "kitchen.pdf"));
  return postTo(server.url, form, body);
}

/** Waits for the CRM's deliveries before the clock moves on, which would expire their leases. */
async function crmDelivered(): Promise<void> {
  for (let polls = 0; polls < 200; polls += 1) {
    const path = `/webhook_logs?webhook_id=${crm.id}&per_page=100`;
    const { webhook_logs: logs } = await apiOf(server.url, key)<{
      readonly webhook_logs: readonly WebhookLog[];
    }>("GET", path);
    if (!logs.some(({ state }) => state === "queued" || state === "delivering")) return;
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
}

await callApi("PATCH", "/forms/1", { form: { name: "Contact", lead_scoring: { enabled: true } } });
const quotes = await callApi("POST", "/forms", { form: { name: "Quotes", project_id: 1 } });
const newsletter = await callApi("POST", "/forms", { form: { name: "Newsletter", project_id: 1 } });
const crm = await callApi("POST", "/form_webhooks", {
  form_webhook: { form_id: 1, name: "CRM", url: `${receiver.url}/crm` },
});
await callApi("POST", "/form_webhooks", {
  form_webhook: { form_id: quotes.id, name: "Planning", url: `${receiver.url}/planning` },
});

// Before the clock has moved past the expiry of the link.
await signInFirst(server.url);
let last = 0;
let contacted = 0;
for (let hour = 0; hour < DAYS * 24; hour += 1) {
  now += HOUR_MS;
  const isDay = new Date(now).getUTCHours() >= 7 && new Date(now).getUTCHours() <= 21;
  if (!isDay || pick([false, true, true])) continue;
  const name = pick(NAMES);
  const email = `${name.toLowerCase().replace(" ", ".")}@example.org`;
  const kind = pick(["contact", "contact", "quote", "newsletter", "spam"]);
  last += 1;
  if (kind === "newsletter") await post(newsletter.id, { email });
  else if (kind === "spam")
    await post(1, { name, email, message: `${ADVERT} ${last}`, _gotcha: "x" });
  else if (kind === "quote") {
    await post(quotes.id, {
      name,
      email,
      plan: pick(["kitchen", "table"]),
      message: `${pick(MESSAGES)} (${last})`,
    });
  } else contacted = await post(1, { name, email, message: `${pick(MESSAGES)} (${last})` });
  await crmDelivered();
}

/** Housekeeping has counted the days by then. */
const COUNTED_AFTER_MS = 15_000;
await new Promise((resolve) => void setTimeout(resolve, COUNTED_AFTER_MS));
// A server that has seen its clock being moved warns of it on the overview; the next one has not.
await server.close({ atOnce: true });
server = await start(systemClock);
const browser = await startBrowser();
mkdirSync(FOLDER, { recursive: true });
try {
  const page = await browser.newPage({
    viewport: { width: 1_200, height: 780 },
    timezoneId: "UTC",
  });
  await page.goto(`${server.url}/dashboard/sign-in`);
  await page.getByLabel("E-mail").fill(FIRST_LOGIN.email);
  await page.getByLabel("Password").fill(FIRST_LOGIN.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/dashboard");
  await take(page, "overview", "/dashboard");
  await take(page, "submission", `/dashboard/submissions/${contacted}`);
  await take(page, "webhook", `/dashboard/webhooks/${crm.id}`);
  await takePreview(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await take(page, "inbox-dark", "/dashboard/inbox");
  notePictures(fileURLToPath(new URL("../..", import.meta.url)));
} finally {
  await browser.close();
  await server.close({ atOnce: true });
  receiver.close();
  rmSync(data, { recursive: true, force: true });
}

async function take(page: Page, name: string, path: string): Promise<void> {
  await page.goto(`${server.url}${path}`);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

/** The preview of a notification, of which nothing is saved. */
async function takePreview(page: Page): Promise<void> {
  await page.goto(`${server.url}/dashboard/forms/1/email`);
  await page.getByLabel("Subject", { exact: true }).fill('{{form_name}}: {{field "name"}}');
  await page.getByText("Appearance").click();
  await page.getByLabel("Color of buttons").fill("#1c7148");
  await page.getByLabel("Submission", { exact: true }).selectOption(String(contacted));
  await page.locator("#preview dd", { hasText: "Contact: " }).first().waitFor();
  // The last of the previews, which has the color.
  await page.locator(`iframe.mail[srcdoc*="1c7148" i]`).waitFor();
  await page.locator("#preview-pane").scrollIntoViewIfNeeded();
  await page.frameLocator("iframe.mail").locator(".button").first().waitFor();
  const path = join(MAIL_FOLDER, "preview.png");
  await page.locator("#preview-pane").screenshot({ path });
}

/** Signs in by the link of the first start, and chooses {@link FIRST_LOGIN}. */
async function signInFirst(url: string): Promise<void> {
  const link = /http\S+\/dashboard\/link\/\S+/.exec(firstStart)?.[0] ?? "";
  const submit = (to: string, cookie: string, fields: Readonly<Record<string, string>>) =>
    fetch(to, {
      method: "POST",
      redirect: "manual",
      headers: { origin: url, cookie },
      body: new URLSearchParams(fields),
    });
  const linked = await submit(link, "", {});
  const cookie = linked.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  await submit(`${url}/dashboard/welcome`, cookie, FIRST_LOGIN);
}
