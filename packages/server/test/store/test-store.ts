/** Opens stores for tests. */
import { DESTINATION_KINDS } from "../../src/domain/delivery/destination.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { silentLog } from "../../src/platform/log.ts";
import { openStore } from "../../src/store/open-store.ts";
import type { Database, StoreOptions } from "../../src/store/store.ts";
import { FIXTURE_KEYS } from "../fixture.ts";

/** The store of a server that sends to destinations of every kind, with the keys of every fixture. */
export const openTestStore = (database: Database, options: Partial<StoreOptions> = {}) =>
  openStore({
    database,
    encryptionKeys: FIXTURE_KEYS,
    sendable: DESTINATION_KINDS,
    clock: systemClock,
    log: silentLog,
    onDeath: (error) => {
      throw error;
    },
    onDue: () => undefined,
    ...options,
  });
