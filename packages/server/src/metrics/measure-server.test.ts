import { Registry } from "prom-client";
import { createFakeClock } from "../../test/fake-clock.ts";
import { parseScrape } from "../../test/scrape.ts";
import { type MeasuredServer, measureServer } from "./measure-server.ts";

const NOW = 1_790_000_000_000;
const never = () => new Promise<never>(() => undefined);
const broken = () => Promise.reject(new Error("The database does not respond."));

const clock = createFakeClock(NOW);
const state = { pause: undefined, newestAheadMs: 0, steps: 0, pulledIn: 0 };
let reads = 0;
const server: MeasuredServer = {
  clock,
  clockWatch: { state: () => state },
  leased: () => 3,
  openCircuits: () => 2,
  oldestDueMs: async () => 61_500,
  async openWork() {
    reads += 1;
    return { pending: { webhook: 4, email: 0 }, alerts: { disk_low: 1 } };
  },
  freeBytes: async () => ({ data: 5_000, files: 7_000 }),
  lastBackupAt: () => NOW,
  highestShare: () => 0.5,
};
const scrape = async (over: Partial<MeasuredServer> = {}, afterMs = 0) => {
  const registry = new Registry();
  measureServer(registry, { ...server, ...over });
  const text = registry.metrics();
  clock.advance(afterMs);
  return Object.fromEntries(parseScrape(await text).values);
};

it("are read by one read of the database for those that count rows", async () => {
  reads = 0;

  expect(await scrape()).toMatchObject({
    intray_deliveries_leased: 3,
    intray_delivery_circuits_open: 2,
    intray_delivery_oldest_due_seconds: 61.5,
    'intray_deliveries_pending{kind="webhook"}': 4,
    'intray_deliveries_pending{kind="email"}': 0,
    'intray_alerts_open{kind="disk_low"}': 1,
    'intray_disk_free_bytes{disk="data"}': 5_000,
    'intray_disk_free_bytes{disk="files"}': 7_000,
    intray_last_backup_timestamp_seconds: NOW / 1_000,
  });
  expect(reads).toBe(1);
});

it("count rows again only after fifty times as long as the last count took", async () => {
  const registry = new Registry();
  let took = 100;
  const openWork = async () => {
    clock.advance(took);
    return server.openWork();
  };
  measureServer(registry, { ...server, openWork });
  reads = 0;

  await registry.metrics();
  took = 0;
  clock.advance(4_999);
  await registry.metrics();
  expect(reads).toBe(1);
  clock.advance(1);
  await registry.metrics();
  await registry.metrics();

  expect(reads).toBe(3);
});

it.each([
  ["fail", broken],
  ["do not end", never],
])("leave out only those whose reads %s", async (_, read) => {
  const over = { oldestDueMs: read, openWork: read, freeBytes: read };
  const without = await scrape({ ...over, lastBackupAt: () => undefined }, 2_000);

  expect(Object.keys(without).toSorted()).toEqual([
    "intray_clock_steps_total",
    "intray_deleting_paused",
    "intray_deliveries_leased",
    "intray_deliveries_pulled_in_total",
    "intray_delivery_circuits_open",
    "intray_file_quota_used_ratio",
    "intray_newest_row_ahead_seconds",
  ]);
});
