// A process for tests: reads the digests that are due, and says when it begins to render the first, which it
// never ends. Arguments: the database as JSON, the encryption key as hex, and the time.
import { DESTINATION_KINDS } from "../../src/domain/delivery/destination.ts";
import { systemClock, toWallMs } from "../../src/platform/clock.ts";
import { silentLog } from "../../src/platform/log.ts";
import { openStore } from "../../src/store/open-store.ts";
import type { Database } from "../../src/store/store.ts";
import { digestQueue } from "./digests.ts";

const [, , database = "", key = "", now = ""] = process.argv;

const store = await openStore({
  database: JSON.parse(database) as Database,
  encryptionKeys: [Buffer.from(key, "hex")],
  clock: systemClock,
  log: silentLog,
  sendable: DESTINATION_KINDS,
  onDeath: () => process.exit(1),
  onDue: () => undefined,
});
const clockWatch = { deletionTime: () => toWallMs(Number(now)) };
const queue = digestQueue(
  { store, clockWatch },
  {
    render() {
      process.send?.("rendering");
      return new Promise(() => undefined);
    },
  },
);
await queue.queueDue(1);
