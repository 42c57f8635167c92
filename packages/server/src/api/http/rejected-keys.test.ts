import { afterAll, beforeAll, expect, it } from "vitest";
import { createFakeClock } from "../../../test/fake-clock.ts";
import { openPeerStores, type PeerStores } from "../../../test/peer-stores.ts";
import { type Log, silentLog } from "../../platform/log.ts";
import { listAudit } from "../../store/accounts/audit.ts";
import { reportRejectedKeys } from "./rejected-keys.ts";

let peers: PeerStores;
beforeAll(async () => {
  peers = await openPeerStores();
});
afterAll(() => peers.close());

it("reports unknown keys at once, and then at most once a minute, with their number", async () => {
  const clock = createFakeClock(Date.UTC(2026, 10, 23));
  const logged: unknown[] = [];
  const warn = (about: object) => logged.push(about);
  const log = { ...silentLog, warn } as unknown as Log;
  const report = reportRejectedKeys({ store: await peers.open(), clock, log });
  const recorded = async () =>
    (await listAudit(peers.fixture.db, { account_id: 1, limit: 9 })).map((row) => [
      row.actor,
      row.action,
      row.times,
      row.ip,
    ]);

  for (let n = 1; n <= 500; n += 1) report(`203.0.113.${n % 250}`);
  await expect.poll(recorded).toEqual([["Unknown key", "key.unknown", 1, "203.0.113.1"]]);
  clock.advance(60_000);
  await expect.poll(recorded).toEqual([["Unknown key", "key.unknown", 500, "203.0.113.0"]]);
  clock.advance(600_000);
  report("198.51.100.1");

  expect(logged).toEqual([
    { times: 1, ip: "203.0.113.1" },
    { times: 499, ip: "203.0.113.0" },
    { times: 1, ip: "198.51.100.1" },
  ]);
  await expect.poll(recorded).toEqual([["Unknown key", "key.unknown", 501, "198.51.100.1"]]);
});
