/** The buttons of a submission; each one posts a form. */
import type { Submission } from "@intray/sdk/schemas";
import { RequestKey } from "../http/request-key.tsx";

export function SubmissionActions({
  submission: { id, read, spam, trash, claim },
  query,
}: {
  readonly submission: Submission;
  /** Query string of the list that the submission was opened from. */
  readonly query: string;
}) {
  const to = (action: string) => `/dashboard/submissions/${id}/${action}${query}`;
  return (
    <div class="row actions">
      <form class="row" method="post" action={to("mark")}>
        {claim !== undefined && claim.state !== "leased" ? (
          <button name="read" value="no">
            Return to queue
          </button>
        ) : null}
        <Toggle name="read" isSet={read} setLabel="Done" clearLabel="Not done" shortcut="e" />
        <Toggle name="spam" isSet={spam} setLabel="Mark spam" clearLabel="Not spam" shortcut="s" />
        <Toggle name="trash" isSet={trash} setLabel="Trash" clearLabel="Restore" shortcut="#" />
      </form>
      <form method="post" action={to("refire")}>
        <RequestKey />
        <button id="refire">Re-fire webhooks</button>
      </form>
      {trash ? (
        <a class="button danger" href={to("delete")}>
          Delete permanently
        </a>
      ) : null}
      <p class="states">
        <span class={`badge ${read ? "soft" : "accent"}`} data-read-state>
          {read ? "Done" : "To do"}
        </span>
        {spam ? <span class="badge bad">Spam</span> : null}
        {trash ? <span class="badge warn">Trash</span> : null}
      </p>
    </div>
  );
}

/** A button that sets or clears a flag of the submission. */
function Toggle({
  name,
  isSet,
  setLabel,
  clearLabel,
  shortcut,
}: {
  readonly name: "read" | "spam" | "trash";
  readonly isSet: boolean;
  readonly setLabel: string;
  readonly clearLabel: string;
  readonly shortcut: string;
}) {
  return (
    <button id={`mark-${name}`} name={name} value={isSet ? "no" : "yes"} data-key={shortcut}>
      {isSet ? clearLabel : setLabel}
    </button>
  );
}
