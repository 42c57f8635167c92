/** The inbox's rows with what can be done to them: one form, which works without script. */
import type { SubmissionList } from "@intray/sdk/schemas";
import { ACTS, ACTS_OF } from "./bulk-actions.ts";
import { InboxRows } from "./rows.tsx";
import { addressOf, type InboxView } from "./view.ts";

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
    <form class="inbox" method="post" action={addressOf(view, "/do")} data-quick="">
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
          <option value="page">{shownWords(submissions.length)}</option>
          <option value="match">{matchWords(meta)}</option>
        </select>
        {ACTS_OF[view.tab].map((name) => (
          <button
            name="act"
            value={name}
            class={name === "delete" ? "danger" : undefined}
            data-confirm={
              name === "delete" ? "Delete for good? Nothing brings them back." : undefined
            }
          >
            {ACTS[name].label}
          </button>
        ))}
        <span class="export">
          <span class="soft small">Export</span>
          {(["csv", "json"] as const).map((format) => (
            <button
              name="format"
              value={format}
              formaction={addressOf(view, "/export")}
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

const shownWords = (n: number) => (n === 1 ? "The one on this page" : `All ${n} on this page`);

/** How much a search or a span of days finds is counted up to a bound. */
const matchWords = ({ count, count_exact }: SubmissionList["meta"]) =>
  count_exact === false
    ? `All that match (more than ${count.toLocaleString("en")})`
    : `All ${count.toLocaleString("en")} that match`;
