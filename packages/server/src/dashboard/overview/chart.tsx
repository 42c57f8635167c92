/** A table of numbers. The page's script draws it as a chart and folds the table. */
import { assetUrl } from "../http/assets.ts";

export interface ChartColumn {
  readonly label: string;
  /** Name of a color variable in style.css. */
  readonly color: "accent" | "warn" | "bad" | "good";
}

/** Columns are drawn on top of each other, so each one has to be a part of the one before it. */
export function Chart({
  caption,
  first,
  columns,
  rows,
}: {
  readonly caption: string;
  /** Heading of the column with the rows' labels. */
  readonly first: string;
  readonly columns: readonly ChartColumn[];
  readonly rows: readonly { readonly label: string; readonly values: readonly number[] }[];
}) {
  return (
    <div class="chart" data-uplot={assetUrl("uplot.js")}>
      <details open>
        <summary class="small">{caption}, as a table</summary>
        <table>
          <caption class="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th>{first}</th>
              {columns.map(({ label, color }) => (
                <th class="number" data-color={color}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, values }) => (
              <tr>
                <th scope="row">{label}</th>
                {values.map((value) => (
                  <td class="number" data-value={value}>
                    {value.toLocaleString("en")}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
