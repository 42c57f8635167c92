/** The inbox's rows and bulk actions: one HTML form, which works without script. */
import type { SubmissionList } from "@intray/sdk/schemas";
import { BULK_ACTIONS, TAB_ACTIONS } from "./bulk-actions.ts";
import type { Density } from "../http/preferences.ts";
import { countText } from "./pages.tsx";
import { InboxRows } from "./rows.tsx";
import { inboxPath, type InboxView } from "./view.ts";

export function InboxForm({
  view,
  list: { submissions, meta },
  until,
  density,
  now,
}: {
  readonly view: InboxView;
  readonly list: SubmissionList;
  /** ISO 8601: "all matching" leaves out submissions created later. */
  readonly until: string;
  readonly density: Density;
  /** Milliseconds since the epoch. */
  readonly now: number;
}) {
  return (
    <form class="inbox" method="post" action={inboxPath(view, "/bulk")} data-in-place="">
      <input type="hidden" name="until" value={until} />
      {/* Enter in the input of tags presses the first button of the form. */}
      <button name="bulk_action" value="tag" hidden tabindex={-1}></button>
      <div class="bulk">
        <label class="all" hidden>
          <input type="checkbox" id="select-all" />
          <span class="visually-hidden">Select all on this page</span>
        </label>
        <label class="visually-hidden" for="scope">
          Apply to
        </label>
        <select name="scope" id="scope">
          <option value="selected">Selected</option>
          <option value="page">{`All on this page (${submissions.length})`}</option>
          <option value="matching">{`All matching (${countText(meta)})`}</option>
        </select>
        {TAB_ACTIONS[view.tab].map((name) => (
          <button
            name="bulk_action"
            value={name}
            class={name === "delete" ? "danger" : undefined}
            data-confirm={
              name === "delete" ? "Delete permanently? This cannot be undone." : undefined
            }
          >
            {BULK_ACTIONS[name].label}
          </button>
        ))}
        <span class="tagging">
          <label class="visually-hidden" for="tags">
            Tags, separated by commas
          </label>
          <input id="tags" name="tags" placeholder="Tag" autocomplete="off" />
          {(["tag", "untag"] as const).map((name) => (
            <button name="bulk_action" value={name}>
              {BULK_ACTIONS[name].label}
            </button>
          ))}
        </span>
        <span class="export">
          <span class="soft small">Export</span>
          {(["csv", "json"] as const).map((format) => (
            <button
              name="format"
              value={format}
              formaction={inboxPath(view, "/export")}
              aria-label={`Export as ${format.toUpperCase()}`}
            >
              {format.toUpperCase()}
            </button>
          ))}
        </span>
      </div>
      <InboxRows submissions={submissions} view={view} density={density} now={now} />
    </form>
  );
}
