/** Base class of commands for one queue of this machine. */
import { BaseCommand } from "../base-command.ts";
import type { LedgerStatus } from "../ledger/ledger-report.ts";
import type { LedgerChoice } from "./ledger-choice.ts";

export abstract class QueueCommand extends BaseCommand {
  /** Returns the selected ledger. @throws Failure 3 if none matches, 2 if several do. */
  protected async chooseLedger(choice: LedgerChoice): Promise<LedgerStatus> {
    const { chooseLedgers, requireLedger } = await import("./ledger-choice.ts");
    const { baseUrl } = await this.settings();
    const { origin } = new URL(baseUrl);
    return requireLedger(chooseLedgers(this.environment.stateHome, origin, choice), baseUrl);
  }
}
