/** What can be done with a submission: each button is a post of its own. */
import type { Submission } from "@intray/sdk/schemas";

export function SubmissionActions({
  submission: { id, read, spam, trash, claim },
  query,
  mayMarkRead,
}: {
  readonly submission: Submission;
  /** Names the list that it was opened from. */
  readonly query: string;
  /** The script may mark it read once it is shown. */
  readonly mayMarkRead: boolean;
}) {
  const to = (action: string) => `/dashboard/submissions/${id}/${action}${query}`;
  const isMarkedOnSight = mayMarkRead && !read && claim === undefined;
  return (
    <div class="row actions">
      <form
        class="row"
        method="post"
        action={to("mark")}
        data-mark-read={isMarkedOnSight ? to("seen") : undefined}
      >
        {claim !== undefined && claim.state !== "leased" ? (
          <button name="read" value="no">
            Back into the queue
          </button>
        ) : null}
        {read ? (
          <button name="read" value="no">
            Mark unread
          </button>
        ) : (
          <button name="read" value="yes">
            Mark read
          </button>
        )}
        {spam ? (
          <button name="spam" value="no">
            Not spam
          </button>
        ) : (
          <button name="spam" value="yes">
            Spam
          </button>
        )}
        {trash ? (
          <button name="trash" value="no">
            Restore
          </button>
        ) : (
          <button name="trash" value="yes">
            Trash
          </button>
        )}
      </form>
      <form method="post" action={to("refire")}>
        <button>Re-fire all webhooks</button>
      </form>
      {trash ? (
        <a class="button danger" href={to("delete")}>
          Delete for good
        </a>
      ) : null}
      <p class="states">
        <span class={`badge ${read ? "soft" : "accent"}`} data-read-state>
          {read ? "Read" : "Unread"}
        </span>
        {spam ? <span class="badge bad">Spam</span> : null}
        {trash ? <span class="badge warn">In the trash</span> : null}
      </p>
      <label class="check small" hidden data-mark-read-choice>
        <input type="checkbox" /> <span>Mark read what I open</span>
      </label>
    </div>
  );
}
