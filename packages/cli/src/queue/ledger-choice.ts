/** Selects the ledgers for commands that inspect or change queues. */
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";
import { ledgerFolder } from "../ledger/ledger-name.ts";
import type { QueueIdentity } from "../ledger/ledger-name.ts";
import type { LedgerStatus } from "../ledger/ledger-report.ts";
import { readLedgers } from "../ledger/ledger-report.ts";

/** Filters for ledgers. */
export interface LedgerChoice {
  readonly scope?: string | undefined;
  readonly filter?: string | undefined;
  readonly consumer?: string | undefined;
}

/** Returns the matching ledgers of a server on this machine. Needs no server and no key. */
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

/** Returns the only ledger; `undefined` if there is none. @throws Failure 2 if there are several. */
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
    hint: ["Select one of them:", ...names].join("\n"),
  });
}

/** Like {@link onlyLedger}. @throws Failure 3 if there is none. */
export function requireLedger(ledgers: readonly LedgerStatus[], baseUrl: string): LedgerStatus {
  const ledger = onlyLedger(ledgers);
  if (ledger !== undefined) return ledger;
  throw new Failure({
    exit: EXIT.notFound,
    code: "no_queue",
    message: `No matching queue of ${baseUrl} has run on this machine.`,
    hint: "intray queue status shows the queues that have.",
  });
}
