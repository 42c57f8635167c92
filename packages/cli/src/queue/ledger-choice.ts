/** Finds the ledgers that a look from outside is about. */
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";
import { ledgerFolder } from "../ledger/ledger-name.ts";
import type { QueueIdentity } from "../ledger/ledger-name.ts";
import type { LedgerStatus } from "../ledger/ledger-report.ts";
import { readLedgers } from "../ledger/ledger-report.ts";

/** What narrows the choice; all of it optional. */
export interface LedgerChoice {
  readonly scope?: string | undefined;
  readonly filter?: string | undefined;
  readonly consumer?: string | undefined;
}

/** The ledgers of a server on this machine that fit. Works without the server and without a key. */
export function chooseLedgers(
  stateHome: string,
  origin: string,
  choice: LedgerChoice,
): LedgerStatus[] {
  return readLedgers(ledgerFolder(stateHome), origin).filter(({ identity }) =>
    isChosen(identity, choice),
  );
}

export function isChosen(identity: QueueIdentity, choice: LedgerChoice): boolean {
  return (
    (choice.scope ?? identity.scope) === identity.scope &&
    (choice.filter ?? identity.filter) === identity.filter &&
    (choice.consumer ?? identity.consumer) === identity.consumer
  );
}

/** The one ledger that fits; `undefined` when none does. @throws Failure 2 when several do. */
export function onlyLedger(ledgers: readonly LedgerStatus[]): LedgerStatus | undefined {
  if (ledgers.length < 2) return ledgers[0];
  const names = ledgers.map(
    ({ identity: { scope, filter, consumer } }) =>
      `  --scope ${scope} --filter ${filter} --consumer ${consumer}`,
  );
  throw new Failure({
    exit: EXIT.usage,
    code: "several_queues",
    message: `There are ${ledgers.length} queues of this server on this machine.`,
    hint: ["Say which one:", ...names].join("\n"),
  });
}

/** As {@link onlyLedger}. @throws Failure 3 when none fits, too. */
export function requireLedger(ledgers: readonly LedgerStatus[], baseUrl: string): LedgerStatus {
  const ledger = onlyLedger(ledgers);
  if (ledger !== undefined) return ledger;
  throw new Failure({
    exit: EXIT.notFound,
    code: "no_queue",
    message: `No such queue of ${baseUrl} has run on this machine.`,
    hint: "intray queue status shows those that have.",
  });
}
