// A server whose wall clock is set back and ahead while it runs, and between two runs.
import type { DeliveryList, Form, SubmissionList } from "@intray/sdk/schemas";
import { pino } from "pino";
import type { RunningServer } from "../../packages/server/src/bootstrap/server.ts";
import { systemClock } from "../../packages/server/src/platform/clock.ts";
import { withWallTime } from "../../packages/server/test/fake-clock.ts";
import { startTestServer } from "../../packages/server/test/test-server.ts";
import { api, KEY } from "../harness/server-program.ts";
import { startReceiver } from "../harness/receiver.ts";
import { openFolder } from "../harness/folder.ts";
import { useEach } from "../harness/use.ts";
import { postTo } from "../harness/api.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The server's clock is so far ahead of the machine's, or behind it if negative. */
let aheadMs: number;
const folder = useEach(openFolder);
const receiver = useEach(startReceiver);
let server: RunningServer;
let url: string;
let logged: string;
let form: Form;
beforeEach(async () => {
  aheadMs = 0;
  await start();
  form = await api<Form>(url, "POST", "/forms", { name: "Form" });
});
afterEach(stop);

async function start(): Promise<void> {
  logged = "";
  const settings = {
    INTRAY_DATA_DIR: folder.path,
    INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY,
    INTRAY_WEBHOOK_ALLOW: receiver.host,
    INTRAY_RETRY_SCHEDULE: "3s,3s,3s",
  };
  server = await startTestServer(settings, {
    clock: withWallTime(() => systemClock.now() + aheadMs),
    log: pino({ base: null }, { write: (line) => void (logged += line) }),
  });
  ({ url } = server);
}

async function stop(): Promise<void> {
  await server.close({ atOnce: true });
}

const post = (text: string) => postTo(url, form.uuid, { text });

const addWebhook = () =>
  api(url, "POST", "/form_webhooks", { form_id: form.id, url: `${receiver.url}/` });

const texts = () =>
  receiver.received.map(({ body }) => /text-[a-z]+/.exec(body.toString())?.[0] ?? "");

const countOf = async (state: string) =>
  (await api<DeliveryList>(url, "GET", `/deliveries?state=${state}`)).meta.count;

async function metric(name: string): Promise<number> {
  const response = await fetch(`${url}/metrics`);
  const text = await response.text();
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
}

it("sends deliveries at once after the clock is set back", async () => {
  await addWebhook();
  await addWebhook();
  await post("text-before");
  await vi.waitUntil(() => receiver.received.length === 2);

  aheadMs = -10 * MINUTE_MS;
  // A post in the last milliseconds of the old time would be due by that, until the check of the next minute.
  await vi.waitUntil(async () => (await metric("intray_clock_steps_total")) === 1);
  await post("text-back");
  await vi.waitUntil(() => receiver.received.length === 4);

  expect(texts().toSorted()).toEqual(["text-back", "text-back", "text-before", "text-before"]);
});

it("sends what was queued while the clock was ahead, after a restart at the latest", async () => {
  await addWebhook();
  receiver.status = 500;
  aheadMs = HOUR_MS;
  await vi.waitUntil(async () => (await metric("intray_clock_steps_total")) === 1);
  await post("text-ahead");
  // Its retry is due in an hour and three seconds, once the clock is right.
  await vi.waitUntil(async () => (await countOf("retrying")) === 1);
  aheadMs = 0;
  receiver.status = 200;
  await vi.waitUntil(async () => (await metric("intray_clock_steps_total")) === 2);
  await post("text-corrected");
  // Once its outcome is stored: a delivery whose worker dies before is sent again.
  await vi.waitUntil(async () => (await countOf("succeeded")) === 1);
  await stop();
  await start();
  await vi.waitUntil(() => receiver.received.length === 3);

  expect(texts()).toEqual(["text-ahead", "text-corrected", "text-ahead"]);
  expect(logged).toContain("The newest submission is dated 60 minutes in the future.");
  await vi.waitUntil(() =>
    logged.includes("Deliveries were due later than their schedule allows: 1."),
  );
  expect(await metric("intray_newest_row_ahead_seconds")).toBeGreaterThan(3_000);
  expect(await metric("intray_deliveries_pulled_in_total")).toBe(1);
});

it("deletes nothing while the clock is ahead, or when it starts with such a clock", async () => {
  const id = await post("text-trash");
  await api(url, "POST", "/submissions/bulk", { submission_ids: [id], set: { trash: true } });
  const trashed = async () =>
    (await api<SubmissionList>(url, "GET", "/submissions?filter_by=trash")).submissions.length;
  expect(await trashed()).toBe(1);

  aheadMs = 40 * DAY_MS;
  await vi.waitUntil(async () => (await metric("intray_deleting_paused")) === 1);
  aheadMs = 0;
  await vi.waitUntil(async () => (await metric("intray_clock_steps_total")) === 2);
  const afterStep = await trashed();
  await stop();
  aheadMs = 40 * DAY_MS;
  await start();
  await vi.waitUntil(() => logged.includes("Deleting by age is paused"));
  aheadMs = 0;

  expect([afterStep, await trashed()]).toEqual([1, 1]);
});
