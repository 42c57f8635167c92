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

/** The address of this page with another value of a query parameter, which `null` takes out. */
function addressWith(c: DashboardContext, name: string, value: string | null): string {
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.delete("cursor");
  if (value === null) searchParams.delete(name);
  else searchParams.set(name, value);
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams.toString()}`;
}

/** Links to the first and the next page that keep the other query parameters; null for a single page. */
export function pageLinks(c: DashboardContext, { next_cursor }: { next_cursor: string | null }) {
  const isFirst = (c.req.query("cursor") ?? "") === "";
  const to = (cursor: string | null) => addressWith(c, "cursor", cursor);
  return (
    <PageLinks
      links={[
        { label: "First page", to: isFirst ? undefined : to(null) },
        { label: "Next page", to: next_cursor === null ? undefined : to(next_cursor), rel: "next" },
      ]}
    />
  );
}

interface PageLink {
  readonly label: string;
  /** `undefined` if there is no such page. */
  readonly to: string | undefined;
  readonly rel?: "prev" | "next";
  /** Of the keyboard. */
  readonly shortcut?: string;
}

interface PageLinksProps {
  readonly links: readonly PageLink[];
  readonly label?: string;
  /** Between two links. */
  readonly children?: Child;
  readonly class?: string;
}

/** Links to other pages of a list; null if there is none. */
export function PageLinks({
  links,
  label = "Pages",
  children,
  class: look = "pages",
}: PageLinksProps) {
  if (links.every(({ to }) => to === undefined)) return null;
  return (
    <nav class={look} aria-label={label}>
      {links.map(({ label: name, to, rel, shortcut }, index) => (
        <>
          {index === 0 ? null : children}
          {to === undefined ? (
            <span class="button" aria-disabled="true">
              {name}
            </span>
          ) : (
            <a class="button" rel={rel} href={to} data-key={shortcut}>
              {name}
            </a>
          )}
        </>
      ))}
    </nav>
  );
}

/** By which column a list is sorted, as its address says: `sort=name`, or `sort=-name` for the largest first. */
export interface Sorting<Order extends string> {
  readonly order: Order;
  readonly isDescending: boolean;
  readonly to: (order: string, isDescending: boolean) => string;
}

/** @param orders The first one is that of an address without or with an unknown order. */
export function readSorting<Order extends string>(
  c: DashboardContext,
  orders: readonly [Order, ...Order[]],
): Sorting<Order> {
  const asked = c.req.query("sort") ?? "";
  const order = orders.find((one) => one === asked.replace(/^-/, ""));
  return {
    order: order ?? orders[0],
    isDescending: order !== undefined && asked.startsWith("-"),
    to: (by, isDescending) => addressWith(c, "sort", isDescending ? `-${by}` : by),
  };
}

export interface Column<Row> {
  readonly heading: string;
  /** The list can be sorted by it; `-month` begins with the largest. */
  readonly order?: string;
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
  readonly sorting?: Sorting<string>;
}

/** With the class `stack`, in narrow windows each cell but the first one has its heading before it. */
export function Table<Row>({ rows, columns, empty, class: name, sorting }: TableProps<Row>) {
  if (rows.length === 0) return empty === undefined ? null : <p class="empty">{empty}</p>;
  return (
    <table class={name}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading column={column} sorting={sorting} />
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

interface HeadingProps<Row> {
  readonly column: Column<Row>;
  readonly sorting: Sorting<string> | undefined;
}

/** A link that sorts by the column, and once it does so, turns the order around. */
function Heading<Row>({ column: { heading, look, order = "" }, sorting }: HeadingProps<Row>) {
  const by = order.replace(/^-/, "");
  const isSorted = sorting !== undefined && sorting.order === by;
  const link = sorting?.to(by, isSorted ? !sorting.isDescending : order !== by);
  return (
    <th
      class={look === "number" ? look : undefined}
      aria-sort={isSorted ? (sorting.isDescending ? "descending" : "ascending") : undefined}
    >
      {look === "actions" ? (
        <span class="visually-hidden">{heading}</span>
      ) : order === "" || sorting === undefined ? (
        heading
      ) : (
        <a href={link}>{heading}</a>
      )}
    </th>
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
export const ListAndNew = ({ list, pages, title, children, ...look }: ListAndNewProps) => (
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
