/** `verify`: checks the integrity of stored data. */
import { lockFolder } from "../store/sqlite/lock.ts";
import { repairCounters, wrongCounters } from "../store/submissions/recount.ts";
import { recountDeliveries } from "../store/submissions/delivery-state.ts";
import type { Check } from "./check.ts";
import { checkCounters } from "./check-counters.ts";
import { checkDatabase } from "./check-database.ts";
import { checkDeliveries } from "./check-deliveries.ts";
import { checkDeliveryStates, wrongDeliveryStates } from "./check-delivery-states.ts";
import { checkFiles } from "./check-files.ts";
import { checkIds } from "./check-ids.ts";
import { checkKey } from "./check-key.ts";
import type { CommandContext, Command } from "./command.ts";
import { withDatabase } from "./open-database.ts";

const CHECKS: readonly Check[] = [
  checkDatabase,
  checkKey,
  checkIds,
  checkCounters,
  checkFiles,
  checkDeliveries,
  checkDeliveryStates,
];
/** Problems per check: a folder that is not mounted would otherwise print a line for each file. */
const MAX_REPORTED = 100;

export const verify: Command = {
  name: "verify",
  summary: "checks the integrity of stored data",
  usage: "[--quick] [--repair-counters]",
  details: [
    "--quick            skips checks that read the content of files and bodies",
    "--repair-counters  counts the submissions, and the deliveries of each, and corrects the",
    "                   counters. With SQLite no server may be running",
    "",
    "It changes nothing else, and may run while the server runs. It prints a line for each",
    "problem, and exits with 1 if there is one.",
  ],
  options: { quick: { type: "boolean" }, "repair-counters": { type: "boolean" } },
  args: { min: 0, max: 0 },
  async run({ options }, context) {
    if (options["repair-counters"] === true) await repair(context);
    const { config, clock, print, printInfo } = context;
    const isQuick = options["quick"] === true;
    return withDatabase(config, "reader", async (opened) => {
      let isIntact = true;
      for (const check of CHECKS) {
        let found = 0;
        for await (const problem of check.run({ opened, config, now: clock.now(), isQuick })) {
          found += 1;
          if (found <= MAX_REPORTED) print(`${check.name}: ${problem}`);
        }
        if (found > MAX_REPORTED) print(`${check.name}: ${found - MAX_REPORTED} more`);
        if (found === 0) printInfo(`${check.name}: ok`);
        else isIntact = false;
      }
      return isIntact ? 0 : 1;
    });
  },
};

async function repair({ config, printInfo }: CommandContext): Promise<void> {
  // With SQLite a running server would wait for the recount and time out.
  const printRepaired = (name: string, count: number) =>
    printInfo(count === 0 ? `${name}: nothing to repair` : `${name}: ${count} repaired`);
  const lock = config.database.kind === "sqlite" ? lockFolder(config.dataDir) : undefined;
  try {
    await withDatabase(config, "writer", async ({ db }) => {
      const wrong = await wrongCounters(db);
      await db.transaction().execute((transaction) => repairCounters(transaction, wrong));
      printRepaired("counters", wrong.length);
      let repaired = 0;
      for await (const ids of wrongDeliveryStates(db)) {
        repaired += ids.length;
        await db.transaction().execute((transaction) => recountDeliveries(transaction, ids));
      }
      printRepaired("delivery states", repaired);
    });
  } finally {
    lock?.release();
  }
}
