/** Parts of lists: keyset pagination, and tables. */
import type { Child } from "hono/jsx";
import type { DashboardContext } from "../http/env.ts";

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

interface TableProps {
  readonly class?: string;
  /** The headings of the columns of text, which come first. */
  readonly columns: readonly string[];
  /** Of the columns of numbers. */
  readonly numbers?: readonly string[];
  /** Of the column of buttons: read by screen readers, not shown. */
  readonly actions?: string;
  /** The rows. */
  readonly children: Child;
}

export function Table({ class: name, columns, numbers = [], actions, children }: TableProps) {
  return (
    <table class={name}>
      <thead>
        <tr>
          {columns.map((heading) => (
            <th>{heading}</th>
          ))}
          {numbers.map((heading) => (
            <th class="number">{heading}</th>
          ))}
          {actions === undefined ? null : (
            <th>
              <span class="visually-hidden">{actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
