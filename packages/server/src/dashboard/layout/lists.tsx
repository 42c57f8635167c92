/** Parts of lists: keyset pagination, and tables. */
import type { Child } from "hono/jsx";
import type { DashboardContext } from "../http/env.ts";
import { Card } from "./card.tsx";

const PER_PAGE = 50;

/** Returns the API's query parameters for the page that the request names. */
export function pageQuery(c: DashboardContext): { per_page: number; cursor?: string } {
  const cursor = c.req.query("cursor");
  return { per_page: PER_PAGE, ...(cursor === undefined || cursor === "" ? {} : { cursor }) };
}

/** Links to the first and the next page that keep the other query parameters; null for a single page. */
export function pageLinks(c: DashboardContext, meta: { readonly next_cursor: string | null }) {
  const isFirst = (c.req.query("cursor") ?? "") === "";
  if (isFirst && meta.next_cursor === null) return null;
  const to = (cursor: string | null) => {
    const { pathname, searchParams } = new URL(c.req.url);
    searchParams.delete("cursor");
    if (cursor !== null) searchParams.set("cursor", cursor);
    const query = searchParams.toString();
    return query === "" ? pathname : `${pathname}?${query}`;
  };
  return (
    <nav class="pages" aria-label="Pages">
      {isFirst ? (
        <span />
      ) : (
        <a class="button" href={to(null)}>
          First page
        </a>
      )}
      {meta.next_cursor === null ? null : (
        <a class="button" rel="next" href={to(meta.next_cursor)}>
          Next page
        </a>
      )}
    </nav>
  );
}

export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => Child;
  /** `header` names the row. The heading of `actions` is only read by screen readers. */
  readonly look?: "number" | "header" | "actions";
  /** Of the cells. */
  readonly class?: string;
}

interface TableProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** Shown instead of a table without rows. */
  readonly empty?: Child;
  readonly class?: string;
}

/** With the class `stack`, in narrow windows each cell but the first one has its heading before it. */
export function Table<Row>({ rows, columns, empty, class: name }: TableProps<Row>) {
  if (rows.length === 0) return empty === undefined ? null : <p class="empty">{empty}</p>;
  return (
    <table class={name}>
      <thead>
        <tr>
          {columns.map(({ heading, look }) => (
            <th class={look === "number" ? look : undefined}>
              {look === "actions" ? <span class="visually-hidden">{heading}</span> : heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            {columns.map((column, index) => (
              <Cell column={column} isFirst={index === 0} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly isFirst: boolean;
  readonly row: Row;
}

function Cell<Row>({ column, isFirst, row }: CellProps<Row>) {
  const { heading, cell, look, class: name } = column;
  if (look === "header") return <th scope="row">{cell(row)}</th>;
  return (
    <td
      class={look === "number" ? "number" : name}
      data-label={isFirst || look === "actions" ? undefined : heading}
    >
      {cell(row)}
    </td>
  );
}

interface ListAndNewProps {
  /** The list, and the links to its pages. */
  readonly list: Child;
  readonly pages?: Child;
  readonly title: string;
  /** The form that makes a new one. */
  readonly children: Child;
  readonly class?: string;
}

/** A list, and beside it the card "new". */
export function ListAndNew({ list, pages, title, children, ...look }: ListAndNewProps) {
  return (
    <div class="list-and-new">
      <div class="stacked">
        <Card {...look}>{list}</Card>
        {pages}
      </div>
      <Card id="new" title={title} {...look}>
        {children}
      </Card>
    </div>
  );
}
