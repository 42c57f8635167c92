/** The buttons of a submission; each one posts a form. */
import type { Submission } from "@intray/sdk/schemas";

export function SubmissionActions({
  submission: { id, read, spam, trash, claim },
  query,
  mayMarkRead,
}: {
  readonly submission: Submission;
  /** Query string of the list that the submission was opened from. */
  readonly query: string;
  /** Whether the script may mark an unread submission as read when the page is shown. */
  readonly mayMarkRead: boolean;
}) {
  const to = (action: string) => `/dashboard/submissions/${id}/${action}${query}`;
  // A submission that a consumer leased or put off stays in the queue.
  const isMarkedWhenShown = mayMarkRead && !read && claim === undefined;
  return (
    <div class="row actions">
      <form
        class="row"
        method="post"
        action={to("mark")}
        data-mark-read={isMarkedWhenShown ? to("seen") : undefined}
      >
        {claim !== undefined && claim.state !== "leased" ? (
          <button name="read" value="no">
            Return to queue
          </button>
        ) : null}
        {read ? (
          <button name="read" value="no">
            Mark as unread
          </button>
        ) : (
          <button name="read" value="yes">
            Mark as read
          </button>
        )}
        {spam ? (
          <button name="spam" value="no">
            Not spam
          </button>
        ) : (
          <button name="spam" value="yes">
            Mark as spam
          </button>
        )}
        {trash ? (
          <button name="trash" value="no">
            Restore
          </button>
        ) : (
          <button name="trash" value="yes">
            Move to trash
          </button>
        )}
      </form>
      <form method="post" action={to("refire")}>
        <button>Re-fire webhooks</button>
      </form>
      {trash ? (
        <a class="button danger" href={to("delete")}>
          Delete permanently
        </a>
      ) : null}
      <p class="states">
        <span class={`badge ${read ? "soft" : "accent"}`} data-read-state>
          {read ? "Read" : "Unread"}
        </span>
        {spam ? <span class="badge bad">Spam</span> : null}
        {trash ? <span class="badge warn">Trash</span> : null}
      </p>
      <label class="check small" hidden data-mark-read-setting>
        <input type="checkbox" /> <span>Mark as read when opened</span>
      </label>
    </div>
  );
}
