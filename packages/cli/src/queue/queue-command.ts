/** Base class of commands for one queue of this machine. */
import { BaseCommand } from "../base-command.ts";
import type { LedgerStatus } from "../ledger/ledger-report.ts";
import type { LedgerChoice } from "./ledger-choice.ts";

export abstract class QueueCommand extends BaseCommand {
  /** Returns the selected ledger. @throws Failure 3 if none matches, 2 if several do. */
  protected async chooseLedger(choice: LedgerChoice): Promise<LedgerStatus> {
    const { requireLedger } = await import("./ledger-choice.ts");
    return requireLedger(await this.chooseLedgers(choice), (await this.settings()).baseUrl);
  }

  /** Returns the selected ledgers. Needs the server only to look up the uuid of a form. */
  protected async chooseLedgers(choice: LedgerChoice): Promise<LedgerStatus[]> {
    const { chooseLedgers, resolveForm } = await import("./ledger-choice.ts");
    const resolved = await resolveForm(choice, () => this.client());
    const { origin } = new URL((await this.settings()).baseUrl);
    return chooseLedgers(this.environment.stateHome, origin, resolved);
  }
}
