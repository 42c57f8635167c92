import { isOnPostgres } from "../../../test/database.ts";
import { usePeerStores } from "../../../test/peer-stores.ts";
import { addressSubject, networkSubject } from "../../domain/account/sign-in-delay.ts";

const NOW = 1_000_000_000;
const HOUR_MS = 3_600_000;
const network = networkSubject("203.0.113.66");
const address = addressSubject("ada@example.org");

const { fixture, open } = usePeerStores();

describe("the counts of wrong passwords", () => {
  it("are shared by all processes, also for attempts at the same time", async () => {
    const stores = [await open(), ...(isOnPostgres ? [await open()] : [])];
    const attempts = Array.from({ length: 20 }, async (_, n) =>
      stores[n % stores.length]?.writes.reserveSignIn({
        subjects: [network, address],
        now: NOW,
      }),
    );

    const waits = await Promise.all(attempts);
    const left = await stores.at(-1)?.reads.signInWait({ subjects: [network], now: NOW });

    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
    expect(waits.filter((wait) => wait === 1_000)).toHaveLength(15);
    expect(left).toBe(1_000);
    const [row] = await fixture.rows("sign_in_count", ["failures"], {
      subject: Buffer.from(address.hash),
    });
    expect(row?.failures).toBe(5);
  });

  it("outlive their process, and are forgotten an hour after the last attempt", async () => {
    const before = await open();
    for (let n = 0; n < 5; n += 1) {
      await before.writes.reserveSignIn({ subjects: [network], now: NOW });
    }
    const after = await open();
    const waitAt = (now: number) => after.reads.signInWait({ subjects: [network], now });

    expect(await waitAt(NOW)).toBe(1_000);
    expect(await waitAt(NOW + 1_000)).toBe(0);
    expect(await after.writes.pruneSessions({ now: NOW + HOUR_MS - 1, limit: 10 })).toBe(0);
    expect(await after.writes.pruneSessions({ now: NOW + HOUR_MS, limit: 10 })).toBe(1);
  });
});
