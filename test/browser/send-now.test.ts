// The morning after an outage: what waited for a receiver is sent by one button, and nothing is delivered twice.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useShared } from "../harness/use.ts";
import { serveOnLoopback } from "../harness/loopback.ts";
import { isBrowserMissing } from "./chromium.ts";
import { type Dashboard, openDashboard } from "./dashboard.ts";
import { layoutProblems } from "./page-checks.ts";
import { takePhotos } from "./photos.ts";

const WAITING = 400;
const DELIVERED = 40;
/** Of which the server does not begin all at once. */
const MORE_THAN_SLOTS = 60;

describe.skipIf(isBrowserMissing())("after an outage", () => {
  let dashboard: Dashboard;
  let url: string;
  let isDown: boolean;
  /** The receiver holds its answers. */
  let isHanging: boolean;
  let held: (() => void)[];
  /** The `webhook-id` of each request that was accepted. */
  let accepted: string[];
  const receiver = useShared(() =>
    serveOnLoopback((request, response) => {
      request.resume().once("end", () => {
        const answer = () => {
          if (!isDown) accepted.push(String(request.headers["webhook-id"]));
          response.writeHead(isDown ? 503 : 200).end();
        };
        if (isHanging) held.push(answer);
        else answer();
      });
    }),
  );
  beforeAll(async () => {
    url = `${receiver.url}/hook`;
    dashboard = await openDashboard({
      INTRAY_WEBHOOK_ALLOW: receiver.host,
      INTRAY_RATE_LIMIT: "off",
      INTRAY_RETRY_SCHEDULE: "6h,6h",
    });
  });
  afterAll(async () => {
    await dashboard.close();
  });
  beforeEach(() => {
    accepted = [];
    isDown = false;
    isHanging = false;
    held = [];
  });
  async function post(form: string, count: number, when: string) {
    for (let n = 0; n < count; n += 20) {
      const some = Array.from({ length: Math.min(20, count - n) }, (_, i) =>
        dashboard.server.post(
          form,
          new URLSearchParams({ message: `${n + i} ${when} of ${form}` }),
        ),
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
  async function outage(delivered: number, waiting: number): Promise<number> {
    const { id, uuid } = await dashboard.server.create<{ id: number; uuid: string }>("/forms", {
      name: "Contact",
    });
    const webhook = (
      await dashboard.server.create("/form_webhooks", { form_id: id, name: "CRM", url })
    ).id;
    await post(uuid, delivered, "before");
    await expect.poll(() => finished(webhook, "succeeded")).toBe(delivered);
    isDown = true;
    await post(uuid, waiting, "during");
    await expect.poll(() => finished(webhook, "queued")).toBe(waiting);
    isDown = false;
    return webhook;
  }
  it(`${WAITING} waiting deliveries are sent by one button, without those that were delivered`, async () => {
    const webhook = await outage(DELIVERED, WAITING);
    expect(accepted).toHaveLength(DELIVERED);
    const page = await dashboard.signedIn();
    await page.goto(`/dashboard/webhooks/${webhook}`);
    await takePhotos(page, "outage-webhook");
    await page.getByRole("link", { name: `Send what is waiting now (${WAITING})` }).click();

    const box = (name: RegExp) => page.getByRole("checkbox", { name });
    expect(await box(/^400 deliveries waiting/).isChecked()).toBe(true);
    expect(await box(/^40 deliveries delivered already/).isChecked()).toBe(false);
    expect(await layoutProblems(page)).toEqual([]);
    await takePhotos(page, "outage-send");
    await page.getByRole("button", { name: "Send now" }).click();
    await page.getByText(`${WAITING} deliveries were attempted.`).waitFor();
    expect(await layoutProblems(page)).toEqual([]);
    await takePhotos(page, "outage-sent");

    expect(await page.locator("dl").innerText()).toMatch(/Delivered\s+400/i);
    expect(accepted).toHaveLength(DELIVERED + WAITING);
    expect(new Set(accepted).size).toBe(DELIVERED + WAITING);
    await page.goto(`/dashboard/webhooks/${webhook}`);
    expect(await page.getByText("Send what is waiting now").count()).toBe(0);
    await page.context().close();
  });

  it("are sent by filter without script; failed ones are fired again, once", async () => {
    const webhook = await outage(1, 3);
    await dashboard.server.sql(
      `update delivery set state = 'exhausted', next_attempt_at = null, finished_at = 1
        where webhook_id = ? and state = 'queued'`,
      webhook,
    );
    const page = await dashboard.signedIn({ javaScriptEnabled: false });
    await page.goto("/dashboard/deliveries");
    await page.getByLabel("State", { exact: true }).selectOption("exhausted");
    await page.getByLabel("Webhook", { exact: true }).selectOption(String(webhook));
    await page.getByLabel("Last answer", { exact: true }).selectOption("5xx");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("link", { name: "Send these now" }).click();
    await page.getByText("3 deliveries failed, blocked, canceled or skipped").waitFor();
    await page.getByRole("button", { name: "Send now" }).click();

    await expect.poll(() => finished(webhook, "succeeded")).toBe(4);
    expect(new Set(accepted).size).toBe(4);
    expect(accepted).toHaveLength(4);
    await page.goto(`/dashboard/deliveries/send?webhook_id=${webhook}&state=exhausted`);
    await page.getByText("Nothing is waiting to be sent.").waitFor();
    await page.context().close();
  });

  it("are taken back by Stop, in all tabs; what was under way is delivered once", async () => {
    const webhook = await outage(0, MORE_THAN_SLOTS);
    isHanging = true;
    const sent = await dashboard.server.request("POST", "/deliveries/send", {
      json: { destination_id: webhook },
    });
    const { started_at } = sent.json() as { readonly started_at: string };
    await expect.poll(() => held.length).toBeGreaterThan(0);
    const page = await dashboard.signedIn();
    const other = await page.context().newPage();
    for (const tab of [page, other]) {
      const query = `webhook_id=${webhook}&since=${started_at}&total=${MORE_THAN_SLOTS}`;
      await tab.goto(`/dashboard/deliveries/sending?${query}`);
    }

    await page.getByRole("button", { name: "Stop sending" }).click();
    await page.getByText(/^Stopped: \d+ deliveries wait again/).waitFor();
    await other.getByRole("button", { name: "Stop sending" }).waitFor({ state: "hidden" });

    const waiting = await finished(webhook, "queued");
    expect(waiting).toBeGreaterThan(0);
    const began = new RegExp(`^0 of ${MORE_THAN_SLOTS - waiting} deliver(y|ies) attempted[.]`);
    await page.getByText(began).waitFor();
    isHanging = false;
    for (const answer of held.splice(0)) answer();
    await expect.poll(() => finished(webhook, "succeeded")).toBe(MORE_THAN_SLOTS - waiting);
    expect(accepted).toHaveLength(MORE_THAN_SLOTS - waiting);
    expect(new Set(accepted).size).toBe(accepted.length);
    await page.context().close();
  });
});
