/** The inbox's rows with what can be done to them: one form, which works without script. */
import type { SubmissionList } from "@intray/sdk/schemas";
import { BULK_ACTIONS, TAB_ACTIONS } from "./bulk-actions.ts";
import { InboxRows } from "./rows.tsx";
import { inboxPath, type InboxView } from "./view.ts";

export function InboxForm({
  view,
  list: { submissions, meta },
  until,
}: {
  readonly view: InboxView;
  readonly list: SubmissionList;
  /** ISO 8601: what "all that match" does not reach beyond. */
  readonly until: string;
}) {
  return (
    <form class="inbox" method="post" action={inboxPath(view, "/do")} data-quick="">
      <input type="hidden" name="until" value={until} />
      <div class="acts">
        <label class="all" hidden>
          <input type="checkbox" id="tick-all" />
          <span class="visually-hidden">Tick all on this page</span>
        </label>
        <label class="visually-hidden" for="which">
          Which submissions
        </label>
        <select name="which" id="which">
          <option value="ticked">The ticked ones</option>
          <option value="page">{pageOption(submissions.length)}</option>
          <option value="match">{matchOption(meta)}</option>
        </select>
        {TAB_ACTIONS[view.tab].map((name) => (
          <button
            name="act"
            value={name}
            class={name === "delete" ? "danger" : undefined}
            data-confirm={
              name === "delete" ? "Delete for good? Nothing brings them back." : undefined
            }
          >
            {BULK_ACTIONS[name].label}
          </button>
        ))}
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
      <InboxRows submissions={submissions} view={view} />
    </form>
  );
}

const pageOption = (n: number) => (n === 1 ? "The one on this page" : `All ${n} on this page`);

/** How much a search or a span of days finds is counted up to a bound. */
const matchOption = ({ count, count_exact }: SubmissionList["meta"]) =>
  count_exact === false
    ? `All that match (more than ${count.toLocaleString("en")})`
    : `All ${count.toLocaleString("en")} that match`;
