/** The inbox's filter by text, form and dates. */
import type { AppError } from "../../domain/errors.ts";
import type { ListedForm } from "../../store/forms/form-names.ts";
import { visible } from "../../platform/text/safe-text.ts";
import { DELIVERY_STATE_OPTIONS } from "../format/delivery-state.tsx";
import { type PageZone, labelWithZone } from "../format/zone.ts";
import { Select, TextField, optionsOf } from "../layout/fields.tsx";
import { choiceHint } from "../layout/form-label.ts";
import { inboxPath, type InboxView, isFiltered, withoutFilters } from "./view.ts";

const FIELDS: readonly string[] = ["query", "from", "to"];

/** Returns whether the error is shown next to the filter's inputs. */
export const isFieldError = ({ fields }: AppError): boolean =>
  fields.length > 0 && fields.every(({ field }) => FIELDS.includes(field));

interface InboxFilterProps {
  readonly view: InboxView;
  /** Of the days. */
  readonly zone: PageZone;
  /** The options. */
  readonly forms: readonly ListedForm[];
  /** Name of the selected form; `null` for all forms. */
  readonly form: string | null;
}

export function InboxFilter({ view, zone, forms, form }: InboxFilterProps) {
  const selected = forms.find(({ id, uuid }) => [String(id), uuid].includes(view.form_id));
  return (
    <form class="filter" method="get" action="/dashboard/inbox" role="search">
      {view.tab === "inbox" ? null : <input type="hidden" name="tab" value={view.tab} />}
      <TextField name="query" label="Search" type="search" value={view.query} />
      {/* Always open in a wide window. */}
      <details
        class="more-filters"
        open={view.from !== "" || view.to !== "" || view.delivery !== ""}
      >
        <summary>More filters</summary>
        <Select
          name="form_id"
          label="Form"
          value={selected === undefined ? view.form_id : String(selected.id)}
          options={optionsOf(forms, "All forms")}
          {...choiceHint(forms, "Search for another one as form:NAME.")}
          other={form ?? visible(view.form_id)}
        />
        <TextField name="from" label={labelWithZone("From", zone)} type="date" value={view.from} />
        <TextField name="to" label={labelWithZone("To", zone)} type="date" value={view.to} />
        <Select
          name="delivery"
          label="Delivery"
          value={view.delivery}
          options={DELIVERY_STATE_OPTIONS}
        />
      </details>
      <div class="row">
        <button>Filter</button>
        {isFiltered(view) ? (
          <a class="small" href={inboxPath(withoutFilters(view))}>
            Clear
          </a>
        ) : null}
      </div>
      <SearchHelp />
    </form>
  );
}

/** What can be typed besides text. */
const SearchHelp = () => (
  <details class="small search-help">
    <summary class="soft">How to search</summary>
    <dl>
      {EXAMPLES.map(([example, meaning]) => (
        <>
          <dt>
            <code>{example}</code>
          </dt>
          <dd>{meaning}</dd>
        </>
      ))}
    </dl>
  </details>
);

const EXAMPLES = [
  ["forty chairs", "this text in a field"],
  ['"forty chairs" -blue', "this text, and not the other"],
  ['company:"Acme Inc"', "with this text in the field company"],
  ["tag:vip", "with this tag; -tag:vip without it"],
  ["assignee:me", "assigned to you; also none, or a part of an address"],
  ["is:snoozed", "snoozed now; -is:snoozed not"],
  ["is:unread", "also read, seen, unseen, replied, spam, possible-spam, trash"],
  ["has:file", "also note, reply"],
  ["delivery:failed", "also waiting, delivered, partly, withheld, none"],
  ["from:ada@example.org", "from this address, or a part of it"],
  ["after:2026-11-01", "from this day on (UTC); before: ends there"],
  ['form:"Contact us"', "of this form; project:Acme of a project's forms"],
  ["file:invoice", "with a file of such a name"],
] as const;
