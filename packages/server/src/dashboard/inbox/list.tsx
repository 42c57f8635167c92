/** The inbox's list: rows and bulk actions in one HTML form, which works without script, and the links to its pages. */
import { IfMayPost } from "../http/page-roles.tsx";
import { useContext } from "hono/jsx";
import type { SubmissionList, Submission } from "@intray/sdk/schemas";
import { actionOf, type BulkActionName, ENTER, TAB_ACTIONS } from "./bulk-actions.ts";
import type { Density } from "../http/preferences.ts";
import { OFFER_TAGS, UsedTags } from "../submission/tags.tsx";
import { inboxPath, type InboxView, viewQuery, firstPage, pageNumber, PER_PAGE } from "./view.ts";
import { SPAM_CHECKS } from "../../domain/form.ts";
import type { NamedForm } from "../../store/forms/form-names.ts";
import { labelOf } from "../layout/form-label.ts";
import { isUnseen, messagePreview, senderOf, subjectOf } from "./row-text.ts";
import { DeliveryStateBadge } from "../format/delivery-state.tsx";
import { PageLinks } from "../layout/lists.tsx";
import { plural } from "../format/quantities.ts";
import { dayOf, labelWithZone, ZoneContext } from "../format/zone.ts";
import { Age } from "../format/timestamp.tsx";
import { visible } from "../../platform/text/safe-text.ts";

export function InboxForm({
  view,
  list: { submissions, meta },
  forms,
  tags,
  people,
  until,
  density,
  now,
}: {
  readonly view: InboxView;
  readonly list: SubmissionList;
  readonly forms: readonly NamedForm[];
  /** Tags to offer. */
  readonly tags: readonly string[];
  /** To assign to. */
  readonly people: readonly { readonly email: string }[];
  /** ISO 8601: "all matching" leaves out submissions created later. */
  readonly until: string;
  readonly density: Density;
  /** Milliseconds since the epoch. */
  readonly now: number;
}) {
  const zone = useContext(ZoneContext);
  return (
    <form class="inbox" method="post" action={inboxPath(view, "/bulk")} data-in-place="">
      <input type="hidden" name="until" value={until} />
      {/* Enter in an input presses the first button of the form. */}
      <button name="bulk_action" value={ENTER} hidden tabindex={-1}></button>
      <div class="bulk">
        <label class="all" hidden>
          <input type="checkbox" id="select-all" />
          <span class="visually-hidden">Select all on this page</span>
        </label>
        <label class="small soft" for="scope">
          Apply to
        </label>
        <select name="scope" id="scope">
          <option value="selected">the selected</option>
          <option value="page">{`all on this page (${submissions.length})`}</option>
          <option value="matching">{`all matching (${formatMatches(meta)})`}</option>
        </select>
        <BulkButtons names={TAB_ACTIONS[view.tab]} />
        <IfMayPost to={inboxPath(view, "/bulk")}>
          <details class="more-actions">
            <summary>Tag, assign, snooze</summary>
            <span class="tagging">
              <label class="visually-hidden" for="bulk-tags">
                Tags, separated by commas
              </label>
              <input id="bulk-tags" name="tags" placeholder="Tag" {...OFFER_TAGS} />
              <UsedTags of={tags} />
              <BulkButtons names={["tag", "untag"]} />
            </span>
            {people.length < 2 ? null : (
              <span class="tagging">
                <select name="assignee" aria-label="Person">
                  <option value="">Person</option>
                  {people.map(({ email }) => (
                    <option>{email}</option>
                  ))}
                </select>
                <BulkButtons names={["assign", "unassign"]} />
              </span>
            )}
            <span class="tagging">
              <input name="snooze" type="date" aria-label={labelWithZone("Snooze until", zone)} />
              <BulkButtons names={["snooze", "wake"]} />
            </span>
          </details>
        </IfMayPost>
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
      <ol class={`rows ${density}`}>
        {submissions.map((submission) => (
          <Row
            submission={submission}
            view={view}
            forms={forms}
            isWhole={density === "full"}
            now={now}
          />
        ))}
      </ol>
    </form>
  );
}

/** Where one submission is deleted, and where it is marked: who may do so to many. */
const ROUTES: Readonly<Record<"delete" | "others", string>> = {
  delete: "/dashboard/submissions/0/delete",
  others: "/dashboard/inbox/bulk",
};

const BulkButtons = ({ names }: { readonly names: readonly BulkActionName[] }) => (
  <>
    {names.map((name) => (
      <IfMayPost to={ROUTES[name === "delete" ? name : "others"]}>
        <button
          name="bulk_action"
          value={name}
          class={name === "delete" ? "danger" : undefined}
          data-confirm={
            name === "delete" ? "Delete permanently? This cannot be undone." : undefined
          }
        >
          {actionOf(name).label}
        </button>
      </IfMayPost>
    ))}
  </>
);

/** Leads with at least this score are highlighted. */
const GOOD_LEAD_SCORE = 70;
/** Of a row; its submission's page shows all. */
const MAX_TAGS_SHOWN = 3;

interface RowProps {
  readonly submission: Submission;
  readonly view: InboxView;
  readonly forms: readonly NamedForm[];
  readonly isWhole: boolean;
  readonly now: number;
}

function Row({ submission, view, forms, isWhole, now }: RowProps) {
  const { id, read, created_at } = submission;
  const { name, address } = senderOf(submission);
  const sender = name ?? address;
  const isNew = isUnseen(submission);
  return (
    <li id={`submission-${id}`} class={isNew ? "unseen" : read ? "done" : undefined}>
      <input
        type="checkbox"
        name="id"
        value={id}
        aria-label={`Select ${visible(sender ?? `submission ${id}`)}`}
      />
      <input type="hidden" name="on_page" value={id} />
      <a href={`/dashboard/submissions/${id}${viewQuery(view)}`}>
        <span class="from">
          {isNew ? <span class="visually-hidden">New, from </span> : null}
          <bdi class={sender === undefined ? "sender soft" : "sender"}>
            {visible(sender ?? "No e-mail or name")}
          </bdi>{" "}
          {name === undefined || address === undefined ? null : (
            <bdi class="address">{visible(address)}</bdi>
          )}
        </span>{" "}
        <Words submission={submission} isWhole={isWhole} />
      </a>
      <div class="meta">
        <span class="badges">
          <Badges submission={submission} view={view} now={now} />
        </span>
        {view.form_id === "" ? (
          <bdi class="form-name">{visible(labelOf(forms, submission))}</bdi>
        ) : null}
        <Age at={created_at} now={now} />
      </div>
    </li>
  );
}

/** Of a message in the list; its submission's page shows all. */
const MAX_MESSAGE_CHARACTERS = 2_000;

/** The subject and the message or its beginning, or only one of them. */
function Words({ submission, isWhole }: Pick<RowProps, "submission" | "isWhole">) {
  const subject = subjectOf(submission);
  const preview = messagePreview(submission, isWhole ? MAX_MESSAGE_CHARACTERS : undefined);
  return (
    <span class="words">
      {subject === undefined ? null : <bdi class="subject">{visible(subject)}</bdi>}{" "}
      <bdi class="excerpt">{visible(preview)}</bdi>
    </span>
  );
}

/** What was found, in the words of the form's settings: "Links". */
const spamReason = (name: string): string =>
  Object.entries(SPAM_CHECKS).find(([check]) => check === name)?.[1].label ?? name;

function Badges({
  submission: {
    read,
    spam,
    spam_reason,
    spam_findings,
    claim,
    attachments,
    lead_agent,
    delivery_state,
    tags = [],
    assignee,
    snoozed_until,
  },
  view: { tab },
  now,
}: Pick<RowProps, "submission" | "view" | "now">) {
  const zone = useContext(ZoneContext);
  const snoozedTo = Date.parse(snoozed_until ?? "");
  const score = lead_agent?.score;
  const { length } = attachments;
  return (
    <>
      {read ? <span class="badge soft">done</span> : null}
      {spam && tab !== "spam" ? <span class="badge bad">spam</span> : null}
      {!spam && spam_findings !== undefined ? <span class="badge warn">possible spam</span> : null}
      {spam && tab === "spam" && spam_reason !== null ? (
        <span class="badge soft">{spamReason(spam_reason)}</span>
      ) : null}
      {snoozedTo > now ? <span class="badge soft">until {dayOf(zone.name, snoozedTo)}</span> : null}
      {assignee == null ? null : (
        <bdi class="badge accent" title={`Assigned to ${visible(assignee)}`}>
          {visible(assignee.replace(/@.*/, ""))}
        </bdi>
      )}
      {claim === undefined ? null : (
        <span class="badge warn">{claim.state === "put_off" ? "put off" : claim.state}</span>
      )}
      {score === undefined || score === null ? null : (
        <span class={score >= GOOD_LEAD_SCORE ? "badge good" : "badge soft"}>
          lead {Math.round(score)}
        </span>
      )}
      {tags.slice(0, MAX_TAGS_SHOWN).map((tag) => (
        <bdi class="badge tag">{visible(tag)}</bdi>
      ))}
      {tags.length > MAX_TAGS_SHOWN ? (
        <span class="badge soft">{`+${tags.length - MAX_TAGS_SHOWN} tags`}</span>
      ) : null}
      {length === 0 ? null : <span class="badge soft">{plural(length, "file")}</span>}
      <DeliveryStateBadge of={delivery_state} />
    </>
  );
}

/** How many cursors a URL keeps. Before them the previous page is found by its number. */
const MAX_BACK = 5;

/** Returns `101–150 of 1,830`; empty for an empty list. */
export function listPosition(view: InboxView, { submissions, meta }: SubmissionList): string {
  if (submissions.length === 0) return "";
  const before = (pageNumber(view) - 1) * PER_PAGE;
  const first = (before + 1).toLocaleString("en");
  const last = (before + submissions.length).toLocaleString("en");
  return `${first}–${last} of ${formatMatches(meta)}`;
}

/** The API counts the matches of a search or a date range only up to a limit. */
const formatMatches = ({ count, count_exact }: SubmissionList["meta"]): string =>
  `${count_exact === false ? "more than " : ""}${count.toLocaleString("en")}`;

type InboxPagesProps = { readonly view: InboxView; readonly list: SubmissionList };

/** Links that keep the filters; null for a single page. */
export function InboxPages({ view, list }: InboxPagesProps) {
  const previous = previousPage(view);
  const next = nextPage(view, list.meta.next_cursor);
  return (
    <PageLinks
      links={[
        { label: "Previous page", rel: "prev", to: previous && inboxPath(previous) },
        { label: "Next page", rel: "next", to: next && inboxPath(next) },
      ]}
    >
      <span class="position soft small">{listPosition(view, list)}</span>
    </PageLinks>
  );
}

function nextPage(view: InboxView, cursor: string | null): InboxView | undefined {
  if (cursor === null) return undefined;
  const back = view.cursor === "" ? [] : [...cursorsOf(view), view.cursor].slice(-MAX_BACK);
  return { ...view, cursor, page: String(pageNumber(view) + 1), back: back.join(".") };
}

/** By its cursor, so that no row is left out when submissions have arrived since; else by its number. */
function previousPage(view: InboxView): InboxView | undefined {
  const page = pageNumber(view);
  if (page === 1) return view.cursor === "" ? undefined : firstPage(view);
  if (page === 2) return firstPage(view);
  const cursors = cursorsOf(view);
  const number = String(page - 1);
  return {
    ...view,
    cursor: cursors.at(-1) ?? "",
    page: number,
    back: cursors.slice(0, -1).join("."),
  };
}

const cursorsOf = ({ back }: InboxView) => back.split(".").filter((cursor) => cursor !== "");
