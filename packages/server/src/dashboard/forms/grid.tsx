/** `/dashboard/forms/<id>/grid`: the submissions of a form as a table, with its fields as columns. */
import type { Hono } from "hono";
import type { Form, Submission } from "@intray/sdk/schemas";
import { fieldColumn } from "@intray/sdk/columns";
import { numberOf } from "../../domain/fields/input-values.ts";
import { visible } from "../../platform/text/safe-text.ts";
import { labelWithZone } from "../format/zone.ts";
import { plural } from "../format/quantities.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { byForm, dataOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { preferFormZone } from "../http/preferences.ts";
import { matchingPages } from "../inbox/bulk-actions.ts";
import { cellOf } from "../inbox/export.ts";
import { inboxPath, type InboxView, listQuery, readView, viewQuery } from "../inbox/view.ts";
import { Card } from "../layout/card.tsx";
import { Checkbox, Hidden, PostForm, TextField } from "../layout/fields.tsx";
import { pageLinks, readSorting, type Sorting, Table } from "../layout/lists.tsx";
import { findNamedForm } from "./find-form.ts";
import { tabUrl } from "./groups.ts";
import type { Shown, TabContent } from "./tab-settings.tsx";

/** The newest matches, which a list by the values of a column and the charts are made of. */
const MAX_READ = 1_000;
const PER_PAGE = 50;
/** The fields of so many submissions can be columns. Senders choose their names. */
const SEEN_IN = 100;
const MAX_OFFERED = 150;
const MAX_NAME_CHARACTERS = 200;
/** More fields are columns only if they are chosen. */
const MAX_UNCHOSEN = 20;
/** Of a cell; the submission's page shows the whole text. */
const MAX_CELL_CHARACTERS = 200;

const TIME = "_created_at";
const FACTS = { [TIME]: "Time", _state: "State", _tags: "Tags", _lead_score: "Lead score" };

/** Cells by column, cut. */
type Row = Pick<Submission, "id" | "created_at"> & { readonly cells: ReadonlyMap<string, string> };

export async function fillGridTab(
  c: DashboardContext,
  { clock }: DashboardParts,
  { form }: Shown,
): Promise<TabContent> {
  const view = await readFormView(c, form);
  const offered = await offeredColumns(c, form);
  const columns = shownColumns(form, offered);
  const asked = readSorting(c, [TIME, ...columns]);
  const isDescending = c.req.query("sort") === undefined || asked.isDescending;
  const sorting = { ...asked, isDescending };
  const { rows, note, next_cursor } = await readGrid(c, view, { columns, sorting });
  const rules = form.fields.map(({ name, label = name }) => [fieldColumn(name), label] as const);
  const labels = new Map([...rules, ...Object.entries(FACTS)]);
  const labelOf = (column: string) => visible(labels.get(column) ?? column);
  const first = { ...view, cursor: "" };
  const values = {
    scope: "matching",
    until: new Date(clock.now()).toISOString(),
    format: "csv",
    column: columns,
  };
  return {
    after: (
      <>
        <MatchFilter c={c} view={view} />
        <Card>
          <div class="wide-table">
            <Table
              class="grid"
              rows={rows}
              sorting={sorting}
              empty="No submission is like that."
              columns={columns.map((column, index) => ({
                heading: labelOf(column),
                order: column === TIME ? `-${column}` : column,
                cell: (row: Row) => <Cell {...{ row, column }} view={index === 0 ? first : null} />,
              }))}
            />
          </div>
          <p class="soft small">{note}</p>
          <PostForm
            action={inboxPath(first, "/export")}
            button="Download as CSV"
            look="other"
            values={values}
          >
            <Checkbox
              name="technical"
              label="With technical columns"
              hint="After the others: id, source, IP address, browser, files and more. All matches are in the file, newest first."
            />
          </PostForm>
          <ColumnChoice
            action={`${tabUrl(form.id, "grid")}/columns`}
            columns={columns}
            others={offered.filter((column) => !columns.includes(column))}
            labelOf={labelOf}
            isOpen={c.req.query("columns") === "open"}
          />
        </Card>
        {pageLinks(c, { next_cursor })}
      </>
    ),
  };
}

/** What the address names of the form's submissions: search words, days and page. */
export async function readFormView(c: DashboardContext, form: Form): Promise<InboxView> {
  const form_id = String(form.id);
  await preferFormZone(c, form_id);
  return { ...readView(c), tab: "inbox", form_id, delivery: "", page: "", back: "" };
}

/** Reads the newest matches. Returns whether there are more. */
export async function readNewest(
  c: DashboardContext,
  view: InboxView,
  take: (submission: Submission) => void,
): Promise<boolean> {
  let count = 0;
  const scope = { view: { ...view, cursor: "" }, until: "9999" };
  for await (const { submissions, next } of matchingPages(c.var.api, scope)) {
    submissions.forEach(take);
    count += submissions.length;
    if (count >= MAX_READ) return next !== null;
  }
  return false;
}

type ReadGridArgs = { readonly columns: readonly string[]; readonly sorting: Sorting<string> };

async function readGrid(c: DashboardContext, view: InboxView, { columns, sorting }: ReadGridArgs) {
  const rowOf = (submission: Submission): Row => {
    const cut = (column: string) => cellOf(submission, column).slice(0, MAX_CELL_CHARACTERS + 1);
    const { id, created_at } = submission;
    return { id, created_at, cells: new Map(columns.map((one) => [one, cut(one)])) };
  };
  if (sorting.order === TIME) {
    const order_by = sorting.isDescending ? "date_desc" : "date_asc";
    const params = { query: { ...listQuery(view), per_page: PER_PAGE, order_by } as const };
    const { submissions, meta } = dataOf(await c.var.api.GET("/api/v1/submissions", { params }));
    const more = meta.count_exact === false ? "More than " : "";
    const note = `${more}${plural(meta.count, "submission")}, ${sorting.isDescending ? "newest" : "oldest"} first.`;
    return { rows: submissions.map(rowOf), note, next_cursor: meta.next_cursor };
  }
  const all: Row[] = [];
  const hasMore = await readNewest(c, view, (one) => all.push(rowOf(one)));
  const offset = Math.floor(Math.abs(Number(view.cursor) || 0));
  const next = offset + PER_PAGE;
  const note = hasMore
    ? `Sorted among the newest ${all.length.toLocaleString("en")} matches. Older ones are not in this list: search, or sort by time to see them.`
    : `Sorted among all ${plural(all.length, "submission")}.`;
  const next_cursor = next < all.length ? String(next) : null;
  return { rows: sortRows(all, sorting).slice(offset, next), note, next_cursor };
}

const collator = new Intl.Collator("en", { numeric: true });

/** Numbers by their size before texts, and rows without a value last, in both directions. */
function sortRows(rows: readonly Row[], { order, isDescending }: Sorting<string>) {
  const direction = isDescending ? -1 : 1;
  const keyed = rows.map((row) => {
    const text = row.cells.get(order)?.trim() ?? "";
    return { row, text, number: numberOf(text) ?? Infinity };
  });
  keyed.sort((a, b) => {
    if (a.text === "" || b.text === "") return Number(a.text === "") - Number(b.text === "");
    if (a.number !== b.number) return a.number < b.number ? -direction : direction;
    return direction * collator.compare(a.text, b.text);
  });
  return keyed.map(({ row }) => row);
}

/** Every column that can be shown: facts, fields with a rule, those that were seen, and those that are chosen. */
async function offeredColumns(c: DashboardContext, form: Form): Promise<readonly string[]> {
  const query = { form_id: String(form.id), filter_by: "all", per_page: SEEN_IN } as const;
  const newest = dataOf(await c.var.api.GET("/api/v1/submissions", { params: { query } }));
  const names = [form.fields, ...newest.submissions.map(({ form_params }) => form_params)]
    .flatMap((fields) => fields.map(({ name }) => name))
    .filter(({ length }) => length <= MAX_NAME_CHARACTERS);
  const fields = [...new Set(names)].slice(0, MAX_OFFERED).map(fieldColumn);
  return [...new Set([TIME, ...fields, ...Object.keys(FACTS), ...form.grid_columns])];
}

function shownColumns({ fields, grid_columns }: Form, offered: readonly string[]) {
  if (grid_columns.length > 0) return grid_columns;
  const defined = fields.map(({ name }) => fieldColumn(name));
  const seen = offered.filter((column) => !Object.hasOwn(FACTS, column));
  const shown = (defined.length > 0 ? defined : seen).slice(0, MAX_UNCHOSEN);
  return [TIME, ...shown, "_state", "_tags"];
}

interface CellProps {
  readonly row: Row;
  readonly column: string;
  /** Of the list, which the first cell of a row leads to its submission from. */
  readonly view: InboxView | null;
}

function Cell({ row: { id, created_at, cells }, column, view }: CellProps) {
  const text = cells.get(column) ?? "";
  const cut = text.length > MAX_CELL_CHARACTERS ? `${text.slice(0, MAX_CELL_CHARACTERS)}…` : text;
  const shown = column === TIME ? <Timestamp at={created_at} /> : <bdi>{visible(cut)}</bdi>;
  if (view === null) return shown;
  const to = `/dashboard/submissions/${id}${viewQuery(view)}`;
  return <a href={to}>{text.trim() === "" ? `Submission ${id}` : shown}</a>;
}

type MatchFilterProps = { readonly c: DashboardContext; readonly view: InboxView };

/** Search words and days. */
export function MatchFilter({ c, view }: MatchFilterProps) {
  const sort = c.req.query("sort");
  const day = (name: "from" | "to", label: string) => (
    <TextField
      name={name}
      label={labelWithZone(label, c.var.zone)}
      type="date"
      value={view[name]}
    />
  );
  return (
    <form class="card filters" role="search" method="get">
      {sort === undefined ? null : <Hidden values={{ sort }} />}
      <TextField name="query" label="Search" type="search" value={view.query} />
      {day("from", "From")}
      {day("to", "To")}
      <button>Filter</button>
    </form>
  );
}

interface ColumnChoiceProps {
  readonly action: string;
  readonly columns: readonly string[];
  readonly others: readonly string[];
  readonly labelOf: (column: string) => string;
  readonly isOpen: boolean;
}

const SIDES = [
  ["left", "↑"],
  ["right", "↓"],
] as const;

/** The columns as boxes: the checked ones in their order, with buttons that move them, then the others. */
function ColumnChoice({ action, columns, others, labelOf, isOpen }: ColumnChoiceProps) {
  const box = (column: string, isShown: boolean) => (
    <label>
      <input type="checkbox" name="column" value={column} checked={isShown} />{" "}
      <bdi>{labelOf(column)}</bdi>
    </label>
  );
  return (
    <details id="columns" open={isOpen}>
      <summary>Columns</summary>
      <PostForm action={action} button="Save columns">
        {/* Enter presses the first button. */}
        <button hidden tabindex={-1}></button>
        <p class="hint">
          For everybody who opens this form. None checked: time, fields, state and tags.
        </p>
        <ol class="column-choice">
          {columns.map((column) => (
            <li>
              {box(column, true)}{" "}
              {SIDES.map(([side, arrow]) => (
                <button
                  class="plain small"
                  name="move"
                  value={`${side} ${column}`}
                  aria-label={`Move ${labelOf(column)} to the ${side}`}
                >
                  {arrow}
                </button>
              ))}
            </li>
          ))}
          {others.map((column) => (
            <li>{box(column, false)}</li>
          ))}
        </ol>
      </PostForm>
    </details>
  );
}

export function addGridRoutes(routes: Hono<DashboardEnv>): void {
  routes.post("/:form_id/grid/columns", async (c) => {
    const { id } = await findNamedForm(c);
    const posted = await readPosted(c);
    const grid_columns = [...posted.texts("column")];
    const [, side, column = ""] = /^(left|right) (.*)$/s.exec(posted.text("move")) ?? [];
    const from = grid_columns.indexOf(column);
    const to = Math.max(0, side === "left" ? from - 1 : from + 1);
    if (from >= 0) grid_columns.splice(to, 0, ...grid_columns.splice(from, 1));
    const body = { form: { grid_columns } };
    dataOf(await c.var.api.PATCH("/api/v1/forms/{form_id}", { ...byForm(id), body }));
    return c.redirect(`${tabUrl(id, "grid")}?columns=open#columns`, 303);
  });
}
