/** A table of numbers. Where there is script it is drawn, and can be unfolded below the drawing. */
import { assetUrl } from "../http/assets.ts";

export interface ChartColumn {
  readonly label: string;
  /** What it is drawn in: the name of a colour of style.css. */
  readonly color: "accent" | "warn" | "bad" | "good";
}

/** The columns are drawn over each other, so each holds a part of the one before. */
export function Chart({
  caption,
  first,
  columns,
  rows,
}: {
  readonly caption: string;
  /** What the rows are. */
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
