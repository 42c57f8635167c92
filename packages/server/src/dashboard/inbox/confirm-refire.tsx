/** Asks before submissions are sent again that a webhook has already accepted. */
import { plural } from "../format/quantities.ts";
import type { ApiClient } from "../http/api-client.ts";
import { assetUrl } from "../http/assets.ts";
import type { DashboardContext } from "../http/env.ts";
import { showPage } from "../layout/page.tsx";
import { SelectionInputs } from "./confirm.tsx";
import { selectedPages } from "./export.ts";
import type { Selection } from "./selection.ts";
import { inboxPath, type InboxView } from "./view.ts";

/** How many of the selected submissions a webhook has accepted; `undefined` for all that match, which are not read. */
export async function countDelivered(
  api: ApiClient,
  selection: Selection,
): Promise<number | undefined> {
  if (selection.kind === "matching") return undefined;
  let count = 0;
  for await (const submissions of selectedPages(api, selection.ids)) {
    count += submissions.filter(({ webhook_sent_at }) => webhook_sent_at !== null).length;
  }
  return count;
}

export async function showRefireConfirmation(
  c: DashboardContext,
  {
    view,
    selection,
    delivered,
  }: {
    readonly view: InboxView;
    readonly selection: Selection;
    readonly delivered: number | undefined;
  },
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
