/** Base class and flags of commands for queues of this machine, and the JSON of their items. */
import * as Flags from "@oclif/core/flags";
import { formFlag } from "../flags/flags.ts";
import { consumerFlag, filterFlag } from "./run-flags.ts";
import { EXIT, type ExitCode } from "../errors/failure.ts";
import { BaseCommand } from "../base-command.ts";
import type { LedgerStatus, ListedItem } from "../ledger/ledger-report.ts";
import type { LedgerChoice } from "./ledger-choice.ts";

export const ledgerFlags = {
  form: formFlag({ description: "Only queues of this form." }),
  scope: Flags.string({
    helpValue: "SCOPE",
    description: "Only queues with this key scope, as shown by queue status, e.g. form:3.",
  }),
  filter: filterFlag(),
  consumer: consumerFlag({ description: "Only queues of this consumer." }),
};

export abstract class QueueCommand extends BaseCommand {
  /** Returns the selected ledger. @throws Failure 3 if none matches, 2 if several do. */
  protected async chooseLedger(choice: LedgerChoice): Promise<LedgerStatus> {
    const { requireLedger } = await import("./ledger-choice.ts");
    return requireLedger(
      await this.chooseLedgers(choice, EXIT.done),
      (await this.settings()).baseUrl,
    );
  }

  /** Returns the selected ledgers, and warns of damaged ones, of which it is not known whether they are. Needs the server only to look up the uuid of a form. */
  protected async chooseLedgers(
    choice: LedgerChoice,
    exitIfDamaged: ExitCode = EXIT.corrupt,
  ): Promise<LedgerStatus[]> {
    const { chooseLedgers, resolveForm } = await import("./ledger-choice.ts");
    const resolved = await resolveForm(choice, () => this.client());
    const { origin } = new URL((await this.settings()).baseUrl);
    return chooseLedgers(this.environment.stateHome, origin, resolved, ({ message, hint }) => {
      this.out.warn([message, hint].join(" ").trim());
      this.exitWith(exitIfDamaged);
    });
  }
}

export type ItemRecord = ReturnType<typeof toItemRecord>;

export function toItemRecord({ item, firstSeenAt, changedAt }: ListedItem) {
  const { state } = item;
  return {
    submission_id: item.submissionId,
    uid: item.uid,
    form_id: item.formId,
    state: state.kind,
    generation: item.generation,
    attempts: item.attempts,
    starts: item.starts,
    interruptions: item.interruptions,
    deferrals: item.deferrals,
    due_at: state.kind === "retry" ? new Date(state.dueAt).toISOString() : null,
    reason: "reason" in state ? state.reason : null,
    last_output: item.lastOutput,
    first_seen_at: new Date(firstSeenAt).toISOString(),
    changed_at: new Date(changedAt).toISOString(),
  };
}
