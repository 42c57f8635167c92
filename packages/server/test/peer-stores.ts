/** For tests: several stores, as of several processes, on one database of their own. */
import { DESTINATION_KINDS } from "../src/domain/delivery/destination.ts";
import { type Clock, systemClock } from "../src/platform/clock.ts";
import { silentLog } from "../src/platform/log.ts";
import { openStore } from "../src/store/open-store.ts";
import { type Store } from "../src/store/store.ts";
import { type Fixture, FIXTURE_KEYS, openFixture } from "./store-fixture.ts";

export interface PeerStores {
  readonly fixture: Fixture;
  open(onDue?: () => void, clock?: Clock): Promise<Store>;
  close(): Promise<void>;
}

export async function openPeerStores(): Promise<PeerStores> {
  const fixture = await openFixture();
  const opened: Store[] = [];
  return {
    fixture,
    async open(onDue = () => {}, clock = systemClock) {
      const store = await openStore({
        database: fixture.database,
        encryptionKeys: FIXTURE_KEYS,
        sendable: DESTINATION_KINDS,
        clock,
        log: silentLog,
        onDeath: () => undefined,
        onDue,
      });
      opened.push(store);
      return store;
    },
    async close() {
      await Promise.all(opened.map((store) => store.close()));
      await fixture.close();
    },
  };
}
