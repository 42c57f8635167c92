/** For tests: several stores, as of several processes, on one database of their own. */
import { type Clock, systemClock } from "../src/platform/clock.ts";
import { type Store } from "../src/store/store.ts";
import { type Fixture, openFixture, useFixture } from "./fixture.ts";
import { openTestStore } from "./store/test-store.ts";

export async function openPeerStores() {
  const fixture = await openFixture();
  const opened: Store[] = [];
  return {
    fixture,
    open: openerOf(fixture, opened),
    async close() {
      await Promise.all(opened.map((store) => store.close()));
      await fixture.close();
    },
  };
}

/** The same for each test of the file, whose stores and database are closed after it. */
export function usePeerStores() {
  const fixture = useFixture();
  const opened: Store[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((store) => store.close())));
  return { fixture, open: openerOf(fixture, opened) };
}

const openerOf =
  (fixture: Fixture, opened: Store[]) =>
  async (onDue = () => {}, clock: Clock = systemClock) => {
    const store = await openTestStore(fixture.database, { clock, onDue });
    opened.push(store);
    return store;
  };
