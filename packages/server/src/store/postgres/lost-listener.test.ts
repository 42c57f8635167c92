// A process whose listening connection is lost is alive, and keeps its leases.
import { sql } from "kysely";
import { createFakeClock, type FakeClock } from "../../../test/fake-clock.ts";
import { usePeerStores } from "../../../test/peer-stores.ts";
import { addWebhook, newSubmission } from "../../../test/fixture.ts";
import { claimRequest, lostLeases, NOW } from "../../../test/store/outcomes.ts";
import type { Store } from "../store.ts";
import { GRACE_MS, OWNER_LOCKS } from "./presence.ts";

const { fixture, open } = usePeerStores();
/** Time stands still in each process until a test advances it. */
let clocks: { readonly holder: FakeClock; readonly other: FakeClock };
let holder: Store;
let other: Store;
beforeEach(async () => {
  clocks = { holder: createFakeClock(NOW), other: createFakeClock(NOW) };
  holder = await open(undefined, clocks.holder);
  other = await open(undefined, clocks.other);
  await addWebhook(fixture);
  for (let n = 1; n <= 4; n++) await fixture.accept(newSubmission(n));
  const lease_token = `${holder.owner}token`;
  await holder.writes.claimDeliveries(claimRequest({ lease_token, may_start_quarantined: false }));
});

async function takeBack(): Promise<number> {
  const { dead } = await other.deadOwners();
  return other.writes.recoverLeases(lostLeases({ deadOwners: dead }));
}

const ownerId = () => Number(holder.owner.slice(0, -1));
/** Reads of the sessions that have, or wait for, the lock of the holder. */
async function fromLocks(read: string, isGranted: boolean): Promise<number> {
  const { rows } = await sql`select ${sql.raw(read)} from pg_locks
    where locktype = 'advisory' and classid = ${OWNER_LOCKS} and granted = ${isGranted}
      and database = (select oid from pg_database where datname = current_database())
      and objid = ${ownerId()}`.execute(fixture.db);
  return rows.length;
}
const hasLock = async () => (await fromLocks("1", true)) === 1;

async function endListener(): Promise<void> {
  await fromLocks("pg_terminate_backend(pid)", true);
  await vi.waitUntil(async () => !(await hasLock()));
}

const isSuspected = async () => (await other.deadOwners()).isSuspecting;

it("starts the grace period again each time the process has its lock again", async () => {
  for (let loss = 0; loss < 3; loss += 1) {
    await endListener();
    expect(await isSuspected()).toBe(true);
    clocks.other.advance(GRACE_MS - 1);
    // The holder's timer that connects again may be set a moment after its lock is free.
    await vi.waitUntil(async () => {
      clocks.holder.advance(1_000);
      return hasLock();
    });
    await vi.waitUntil(async () => !(await isSuspected()));
  }
  await endListener();
  expect(await isSuspected()).toBe(true);
  clocks.other.advance(GRACE_MS - 1);

  expect(await takeBack()).toBe(0);
});

it("takes the leases of a dead process after the grace period", async () => {
  await holder.close();
  await vi.waitUntil(isSuspected);

  clocks.other.advance(GRACE_MS);

  expect(await takeBack()).toBe(4);
});

it("is not left connected by a process that ends while it connects again", async () => {
  const owner = ownerId();
  const isWaiting = async () => (await fromLocks("1", false)) > 0;
  await endListener();
  await fixture.db.connection().execute(async (on) => {
    await sql`select pg_advisory_lock(${OWNER_LOCKS}, ${owner})`.execute(on);
    await vi.waitUntil(async () => {
      clocks.holder.advance(1_000);
      return isWaiting();
    });
    await holder.close();
    await sql`select pg_advisory_unlock(${OWNER_LOCKS}, ${owner})`.execute(on);
  });

  await vi.waitUntil(async () => !(await isWaiting()));
  await expect.poll(hasLock).toBe(false);
});
