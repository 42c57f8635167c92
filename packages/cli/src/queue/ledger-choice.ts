/** Selects the ledgers for commands that inspect or change queues. */
import type { Intray } from "@intray/sdk";
import { type Failure, failure, usageFailure } from "../errors/failure.ts";
import { ledgerFolder, type QueueIdentity } from "../ledger/ledger-name.ts";
import { readLedgers, type LedgerStatus } from "../ledger/ledger-report.ts";
import { findForm } from "../records/find-form.ts";
import { FORM_ID } from "./key-scope.ts";

export interface LedgerChoice {
  /** Id or uuid of a form; {@link resolveForm} turns it into a scope. */
  readonly form?: string | undefined;
  readonly scope?: string | undefined;
  readonly filter?: string | undefined;
  readonly consumer?: string | undefined;
}

/**
 * The choice with the scope of its form instead of the form. A uuid is looked up on the server, an id is not.
 *
 * @throws Failure 2 for a form together with another scope, and errors of the lookup.
 */
export async function resolveForm(
  { form, ...choice }: LedgerChoice,
  client: () => Promise<Intray>,
): Promise<LedgerChoice> {
  if (form === undefined) return choice;
  if (choice.scope !== undefined) {
    throw usageFailure("--form and --scope select the same thing.", "Remove one of them.");
  }
  const ref = await findForm(form, client);
  const id = FORM_ID.test(ref) ? ref : (await (await client()).forms.get(ref)).id;
  return { ...choice, scope: `form:${id}` };
}

/** Returns the matching ledgers of a server on this machine. Needs no server and no key. */
export const chooseLedgers = (
  stateHome: string,
  origin: string,
  choice: LedgerChoice,
  onDamaged: (failure: Failure) => void,
): LedgerStatus[] =>
  readLedgers(ledgerFolder(stateHome), origin, onDamaged).filter(({ identity }) =>
    isChosen(identity, choice),
  );

export const isChosen = (identity: QueueIdentity, choice: LedgerChoice): boolean =>
  (choice.scope ?? identity.scope) === identity.scope &&
  (choice.filter ?? identity.filter) === identity.filter &&
  (choice.consumer ?? identity.consumer) === identity.consumer;

/** Returns the only ledger. @throws Failure 2 if there are several, 3 if there is none. */
export function requireLedger(
  [ledger, ...others]: readonly LedgerStatus[],
  baseUrl: string,
): LedgerStatus {
  if (ledger === undefined) {
    throw failure("no_queue", `No matching queue of ${baseUrl} has run on this machine.`, {
      hint: "intray queue status shows the queues that have.",
    });
  }
  if (others.length === 0) return ledger;
  const names = [ledger, ...others].map(
    ({ identity: { scope, filter, consumer } }) =>
      `  --scope ${scope} --filter ${filter} --consumer ${consumer}`,
  );
  throw failure(
    "several_queues",
    `There are ${names.length} queues of this server on this machine.`,
    { hint: ["Select one of them:", ...names].join("\n") },
  );
}
