/** `verify`: whether what is kept is whole and agrees with itself. */
import { lockFolder } from "../store/sqlite/lock.ts";
import { repairCounters, wrongCounters } from "../store/submissions/recount.ts";
import type { Check } from "./check.ts";
import { checkCounters } from "./check-counters.ts";
import { checkDatabase } from "./check-database.ts";
import { checkDeliveries } from "./check-deliveries.ts";
import { checkFiles } from "./check-files.ts";
import { checkKey } from "./check-key.ts";
import type { Around, Command } from "./command.ts";
import { withDatabase } from "./open-database.ts";

const CHECKS: readonly Check[] = [
  checkDatabase,
  checkKey,
  checkCounters,
  checkFiles,
  checkDeliveries,
];
/** Of one check; a folder that is not mounted would be a million lines. */
const MAX_TOLD = 100;

export const verify: Command = {
  name: "verify",
  summary: "checks that everything that is kept is whole",
  usage: "[--quick] [--repair-counters]",
  details: [
    "--quick            leaves out what reads every byte: files' and bodies' hashes",
    "--repair-counters  counts the submissions, and makes the counters right; on SQLite no",
    "                   server may be running",
    "",
    "It changes nothing else, and may run beside the server. It ends with 1 when something is",
    "off, a line for each.",
  ],
  options: { quick: { type: "boolean" }, "repair-counters": { type: "boolean" } },
  words: { least: 0, most: 0 },
  async run({ options }, around) {
    if (options["repair-counters"] === true) await repair(around);
    const { config, clock, say, note } = around;
    const isQuick = options["quick"] === true;
    return withDatabase(config, "reader", async (opened) => {
      let isWhole = true;
      for (const check of CHECKS) {
        let found = 0;
        for await (const problem of check.run({ opened, config, now: clock.now(), isQuick })) {
          found += 1;
          if (found <= MAX_TOLD) say(`${check.name}: ${problem}`);
        }
        if (found > MAX_TOLD) say(`${check.name}: ${found - MAX_TOLD} more`);
        if (found === 0) note(`${check.name}: in order`);
        else isWhole = false;
      }
      return isWhole ? 0 : 1;
    });
  },
};

async function repair({ config, note }: Around): Promise<void> {
  // SQLite's server would wait for the count, and give up.
  const lock = config.database.kind === "sqlite" ? lockFolder(config.dataDir) : undefined;
  try {
    await withDatabase(config, "writer", async ({ db }) => {
      const wrong = await wrongCounters(db);
      await db.transaction().execute((transaction) => repairCounters(transaction, wrong));
      note(
        wrong.length === 0
          ? "counters: there was nothing to repair"
          : `counters: ${wrong.length} repaired`,
      );
    });
  } finally {
    lock?.release();
  }
}
