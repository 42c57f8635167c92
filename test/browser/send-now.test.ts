// The morning after an outage: what waited for a receiver is sent by one button, and nothing is delivered twice.
import { useShared } from "../harness/use.ts";
import { serveOnLoopback } from "../harness/loopback.ts";
import { inBrowser as it } from "./in-browser.ts";
import { openDashboard } from "./dashboard.ts";
import { layoutProblems } from "./page-checks.ts";

const WAITING = 400;
const DELIVERED = 40;
let isDown = false;
/** The `webhook-id` of each request that was accepted. */
const accepted: string[] = [];
const receiver = useShared(() =>
  serveOnLoopback((request, response) => {
    request.resume().once("end", () => {
      if (!isDown) accepted.push(String(request.headers["webhook-id"]));
      response.writeHead(isDown ? 503 : 200).end();
    });
  }),
);
const dashboard = useShared(() =>
  openDashboard({
    INTRAY_WEBHOOK_ALLOW: receiver.host,
    INTRAY_RATE_LIMIT: "off",
    INTRAY_RETRY_SCHEDULE: "6h,6h",
  }),
);
async function post(form: string, count: number, when: string) {
  for (let n = 0; n < count; n += 20) {
    const some = Array.from({ length: Math.min(20, count - n) }, (_, i) =>
      dashboard.server.post(form, { message: `${n + i} ${when} of ${form}` }),
    );
    await Promise.all(some);
  }
}
const finished = async (webhook: number, state: string) => {
  const [row] = (await dashboard.server.sql(
    "select count(*) as n from delivery where webhook_id = ? and attempts_made > 0 and state = ?",
    webhook,
    state,
  )) as { readonly n: number | string }[];
  return Number(row?.n);
};
/** A webhook to which some submissions were delivered, before its receiver failed. */
async function outage(): Promise<number> {
  const { id, uuid } = await dashboard.server.create<{ id: number; uuid: string }>("/forms", {
    name: "Contact",
  });
  const hook = { form_id: id, name: "CRM", url: `${receiver.url}/hook` };
  const { id: webhook } = await dashboard.server.create("/form_webhooks", hook);
  await post(uuid, DELIVERED, "before");
  await expect.poll(() => finished(webhook, "succeeded")).toBe(DELIVERED);
  isDown = true;
  await post(uuid, WAITING, "during");
  await expect.poll(() => finished(webhook, "queued")).toBe(WAITING);
  isDown = false;
  return webhook;
}
it(`${WAITING} waiting deliveries are sent by one button, without those that were delivered`, async () => {
  const webhook = await outage();
  expect(accepted).toHaveLength(DELIVERED);
  const page = await dashboard.signedIn();
  await page.goto(`/dashboard/webhooks/${webhook}`);
  await page.getByRole("link", { name: `Send what is waiting now (${WAITING})` }).click();

  const box = (name: RegExp) => page.getByRole("checkbox", { name });
  expect(await box(/^400 deliveries waiting/).isChecked()).toBe(true);
  expect(await box(/^40 deliveries delivered already/).isChecked()).toBe(false);
  expect(await layoutProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Send now" }).click();
  await page.getByText(`${WAITING} deliveries were attempted.`).waitFor();
  expect(await layoutProblems(page)).toEqual([]);

  expect(await page.locator("dl").innerText()).toMatch(/Delivered\s+400/i);
  expect(accepted).toHaveLength(DELIVERED + WAITING);
  expect(new Set(accepted).size).toBe(DELIVERED + WAITING);
  await page.goto(`/dashboard/webhooks/${webhook}`);
  expect(await page.getByText("Send what is waiting now").count()).toBe(0);
});
