/** Which submissions of a tab the inbox shows: by a text, a form, and days. */
import type { Form } from "@intray/sdk/schemas";
import type { AppError } from "../../domain/errors.ts";
import { Select, TextField } from "../layout/fields.tsx";
import { inboxPath, type InboxView, isFiltered } from "./view.ts";

const FIELDS: readonly string[] = ["query", "from", "to"];

/** Whether it stands beside what was typed. */
export const isFieldError = ({ fields }: AppError): boolean =>
  fields.length > 0 && fields.every(({ field }) => FIELDS.includes(field));

export function InboxFilter({
  view,
  forms,
  form,
  error,
}: {
  readonly view: InboxView;
  /** Those to choose from. */
  readonly forms: readonly Form[];
  /** The name of the one that is chosen. */
  readonly form: string | null;
  readonly error: AppError | undefined;
}) {
  const chosen = forms.find(({ id, uuid }) => [String(id), uuid].includes(view.form_id));
  // One of very many forms is not among those to choose from.
  const other: readonly (readonly [string, string])[] =
    chosen === undefined && form !== null ? [[view.form_id, form]] : [];
  return (
    <form class="filter" method="get" action="/dashboard/inbox" role="search">
      {view.tab === "inbox" ? null : <input type="hidden" name="tab" value={view.tab} />}
      <TextField name="query" label="Search" type="search" value={view.query} error={error} />
      <Select
        name="form_id"
        label="Form"
        value={chosen === undefined ? view.form_id : String(chosen.id)}
        options={[
          ["", "All forms"],
          ...other,
          ...forms.map(({ id, name }) => [String(id), name] as const),
        ]}
      />
      <TextField name="from" label="From (UTC)" type="date" value={view.from} error={error} />
      <TextField name="to" label="To (UTC)" type="date" value={view.to} error={error} />
      <div class="row">
        <button>Search</button>
        {isFiltered(view) ? (
          <a class="small" href={inboxPath({ ...view, query: "", from: "", to: "", cursor: "" })}>
            Clear
          </a>
        ) : null}
      </div>
    </form>
  );
}
