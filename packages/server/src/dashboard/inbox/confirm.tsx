/** The confirmation pages of bulk actions: before a deletion or a re-fire, and to continue a long action. */
import { plural } from "../format/quantities.ts";
import { assetUrl } from "../http/assets.ts";
import type { DashboardContext } from "../http/env.ts";
import { showPage } from "../layout/page.tsx";
import { BULK_ACTIONS, type BulkActionName, type Selection } from "./bulk-actions.ts";
import { inboxPath, type InboxView } from "./view.ts";
import type { ApiClient } from "../http/api-client.ts";
import { selectPages } from "./export.ts";

/** Asks before submissions are deleted permanently. */
export async function showDeleteConfirmation(
  c: DashboardContext,
  { view, selection }: { readonly view: InboxView; readonly selection: Selection },
): Promise<Response> {
  const what =
    selection.kind === "matching"
      ? "all matching submissions in the trash"
      : selection.ids.length === 1
        ? "1 submission"
        : `${selection.ids.length} submissions`;
  return showPage(c, {
    title: "Delete permanently",
    section: "inbox",
    content: (
      <>
        <h1>Delete permanently?</h1>
        <form class="card" method="post" action={inboxPath(view, "/bulk")}>
          <p>{`This deletes ${what}, including files and the webhook log. It cannot be undone.`}</p>
          <input type="hidden" name="bulk_action" value="delete" />
          <input type="hidden" name="confirmed" value="yes" />
          <SelectionInputs selection={selection} />
          <div class="row">
            <button class="danger">Delete permanently</button>
            <a class="button" href={inboxPath(view)}>
              Cancel
            </a>
          </div>
        </form>
      </>
    ),
  });
}

/** What an action does to submissions, as a request. */
const ACTS: Readonly<Partial<Record<BulkActionName, (what: string) => string>>> = {
  read: (what) => `Mark ${what} as done`,
  unread: (what) => `Mark ${what} as not done`,
  spam: (what) => `Mark ${what} as spam`,
  ham: (what) => `Mark ${what} as not spam`,
  trash: (what) => `Move ${what} to the trash`,
  restore: (what) => `Restore ${what}`,
};

interface ShowQuestionArgs {
  readonly view: InboxView;
  readonly selection: Selection;
  readonly action: BulkActionName;
  readonly count: { readonly count: number; readonly isExact: boolean };
}

/** Asks before many submissions are changed, which can be undone. */
export async function showQuestion(
  c: DashboardContext,
  { view, selection, action, count: { count, isExact } }: ShowQuestionArgs,
): Promise<Response> {
  const { label } = BULK_ACTIONS[action];
  const what = `${isExact ? "" : "more than "}${count.toLocaleString("en")} submissions`;
  const act = ACTS[action]?.(what) ?? `${label}: ${what}`;
  return showPage(c, {
    title: label,
    section: "inbox",
    scripts: [assetUrl("inbox.js")],
    content: (
      <>
        <h1>{`${act}?`}</h1>
        <form class="card" method="post" action={inboxPath(view, "/bulk")} data-in-place="">
          <p>You can undo this for seven days, from the audit log.</p>
          <input type="hidden" name="bulk_action" value={action} />
          <input type="hidden" name="confirmed" value="yes" />
          <SelectionInputs selection={selection} />
          <div class="row">
            <button class="main">{act}</button>
            <a class="button" href={inboxPath(view)}>
              Cancel
            </a>
          </div>
        </form>
      </>
    ),
  });
}

/** The selection as hidden inputs. */
function SelectionInputs({ selection }: { readonly selection: Selection }) {
  return selection.kind === "matching" ? (
    <>
      <input type="hidden" name="scope" value="matching" />
      <input type="hidden" name="until" value={selection.until} />
    </>
  ) : (
    <>
      {selection.ids.map((id) => (
        <input type="hidden" name="id" value={id} />
      ))}
    </>
  );
}

/** Progress of a bulk action that one request could not finish. */
interface Progress {
  readonly action: BulkActionName;
  /** Cursor of the next page of matches. */
  readonly after: string;
  /** ISO 8601; see {@link Selection}. */
  readonly until: string;
  /** Separated by commas; empty for an action that takes none. */
  readonly tags: string;
  /** The name by which the act can be undone; empty if it cannot. */
  readonly undo: string;
  /** How many submissions the action has applied to so far. */
  readonly done: number;
}

/** Offers to continue a bulk action; the script continues it without asking. */
export async function showContinuation(
  c: DashboardContext,
  view: InboxView,
  { action, after, until, tags, undo, done }: Progress,
): Promise<Response> {
  return showPage(c, {
    title: "Not finished yet",
    section: "inbox",
    scripts: [assetUrl("inbox.js")],
    content: (
      <>
        <h1>Not finished yet</h1>
        <form
          class="card"
          method="post"
          action={inboxPath(view, "/bulk")}
          data-in-place=""
          data-continue=""
        >
          <p role="status">
            {`${plural(done, "submission")} ${BULK_ACTIONS[action].result} so far. More submissions match.`}
          </p>
          <input type="hidden" name="bulk_action" value={action} />
          <input type="hidden" name="scope" value="matching" />
          <input type="hidden" name="until" value={until} />
          <input type="hidden" name="after" value={after} />
          <input type="hidden" name="done" value={done} />
          {tags === "" ? null : <input type="hidden" name="tags" value={tags} />}
          {undo === "" ? null : <input type="hidden" name="undo" value={undo} />}
          <input type="hidden" name="confirmed" value="yes" />
          <div class="row">
            <button class="main">Continue</button>
            <a class="button" href={inboxPath(view)}>
              Stop
            </a>
          </div>
        </form>
      </>
    ),
  });
}

/** How many of the selected submissions a webhook has accepted; `undefined` for all that match, which are not read. */
export async function countDelivered(
  api: ApiClient,
  selection: Selection,
): Promise<number | undefined> {
  if (selection.kind === "matching") return undefined;
  let count = 0;
  for await (const submissions of selectPages(api, selection.ids)) {
    count += submissions.filter(({ webhook_sent_at }) => webhook_sent_at !== null).length;
  }
  return count;
}

interface ShowRefireConfirmationArgs {
  readonly view: InboxView;
  readonly selection: Selection;
  readonly delivered: number | undefined;
}

export async function showRefireConfirmation(
  c: DashboardContext,
  { view, selection, delivered }: ShowRefireConfirmationArgs,
): Promise<Response> {
  const all = selection.kind === "ids" ? selection.ids.length : undefined;
  return showPage(c, {
    title: "Re-fire webhooks",
    section: "inbox",
    scripts: [assetUrl("inbox.js")],
    content: (
      <>
        <h1>Re-fire webhooks?</h1>
        <form class="card" method="post" action={inboxPath(view, "/bulk")} data-in-place="">
          <p>
            {delivered === undefined || all === undefined
              ? "Some of the matching submissions may have been delivered already."
              : `${delivered.toLocaleString("en")} of ${plural(all, "submission was", "submissions were")} delivered already.`}{" "}
            Sent again, their receivers get them twice.
          </p>
          <input type="hidden" name="confirmed" value="yes" />
          <SelectionInputs selection={selection} />
          <div class="row">
            <button class="main" name="bulk_action" value="refire_undelivered">
              Send only what was not delivered
            </button>
            <button name="bulk_action" value="refire">
              Send all again
            </button>
            <a class="button" href={inboxPath(view)}>
              Cancel
            </a>
          </div>
        </form>
      </>
    ),
  });
}
