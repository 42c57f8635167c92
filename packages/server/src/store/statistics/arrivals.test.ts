import { newSubmission, useFixture } from "../../../test/fixture.ts";
import { indexSubmissions } from "../submissions/search-text.ts";
import { accountArrivals, accountSources, pruneArrivals, SLOT_MS } from "./arrivals.ts";

const DAY_MS = 86_400_000;
const DAY = 20_000;
const NOON = DAY * DAY_MS + DAY_MS / 2;

const fixture = useFixture();

const index = () => fixture.transact((on) => indexSubmissions(on, { limit: 500 }));
const slots = async (account_id = 1) =>
  (await accountArrivals(fixture.db, { account_id, fromSlot: 0 })).slots;
const sources = (fromDay = 0, limit = 10) =>
  accountSources(fixture.db, { account_id: 1, fromDay, limit });

async function post(n: number, now: number, source_host: string | null, spam: 0 | 1 = 0) {
  await fixture.accept({ ...newSubmission(n, { now, spam }), source_host });
}

describe("arrivals", () => {
  it("are counted once, by quarter of an hour, host and intake's verdict", async () => {
    await post(1, NOON, "shop.example");
    await post(2, NOON + SLOT_MS - 1, "shop.example", 1);
    await post(3, NOON + SLOT_MS, null);
    await index();
    await post(4, NOON + DAY_MS, "shop.example");
    await index();
    await index();

    const slot = NOON / SLOT_MS;
    expect(await slots()).toEqual([
      { slot, arrived: 2, spam: 1 },
      { slot: slot + 1, arrived: 1, spam: 0 },
      { slot: slot + 96, arrived: 1, spam: 0 },
    ]);
    expect(await sources()).toEqual([
      { host: "shop.example", arrived: 3, spam: 1 },
      { host: null, arrived: 1, spam: 0 },
    ]);
    expect(await sources(DAY + 1)).toEqual([{ host: "shop.example", arrived: 1, spam: 0 }]);
    expect([await slots(2), await sources(0, 1)]).toEqual([
      [],
      [expect.objectContaining({ arrived: 3 })],
    ]);
  });

  it("count further hosts of a day together, however many a sender makes up", async () => {
    for (let n = 1; n <= 120; n++) await post(n, NOON, `host-${n}.example`);
    await index();
    await post(121, NOON, "host-1.example");
    await index();

    const found = await sources(0, 1_000);

    expect([found.length, found[0]]).toEqual([101, { host: "*", arrived: 20, spam: 0 }]);
    expect(found[1]).toEqual({ host: "host-1.example", arrived: 2, spam: 0 });
  });

  it("are deleted once they are older than any chart", async () => {
    await post(1, NOON, "old.example");
    await post(2, NOON + 2 * DAY_MS, "new.example");
    await index();

    const before = NOON + DAY_MS;
    const isMore = [
      await pruneArrivals(fixture.db, { before, limit: 1 }),
      await pruneArrivals(fixture.db, { before, limit: 1 }),
    ];

    expect(isMore).toEqual([true, false]);
    expect(await slots()).toEqual([{ slot: NOON / SLOT_MS + 192, arrived: 1, spam: 0 }]);
    expect(await sources()).toEqual([{ host: "new.example", arrived: 1, spam: 0 }]);
  });

  it("begin with the migration", async () => {
    const { completeFrom } = await accountArrivals(fixture.db, { account_id: 1, fromSlot: 0 });

    expect(Math.abs(completeFrom * SLOT_MS - Date.now())).toBeLessThan(DAY_MS);
  });
});
