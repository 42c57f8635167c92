/** A table of numbers. The page's script draws it as a chart and folds the table. */
import { formatDuration } from "../format/quantities.ts";
import { assetUrl } from "../http/assets.ts";

interface ChartColumn {
  readonly label: string;
  /** Name of a color variable in style.css. */
  readonly color: "accent" | "warn" | "bad" | "good";
  /** What the legend shows while no bar is pointed at. Default: the sum of the values. */
  readonly whole?: string;
}

interface ChartRow {
  readonly label: string;
  /** One for each column, in milliseconds if the chart shows durations; `undefined` draws no bar. */
  readonly values: readonly (number | undefined)[];
  /** One for each of `notes`. */
  readonly notes?: readonly string[];
}

/** Columns are drawn on top of each other, so each one has to be a part of the one before it. */
export const Chart = ({
  caption,
  first,
  columns,
  notes = [],
  rows,
  csv,
  isSmall = false,
  areDurations = false,
}: {
  readonly caption: string;
  /** Heading of the column with the rows' labels. */
  readonly first: string;
  readonly columns: readonly ChartColumn[];
  /** Headings of columns that are not drawn. */
  readonly notes?: readonly string[];
  readonly rows: readonly ChartRow[];
  /** Address of the same figures as CSV. */
  readonly csv: string;
  /** For a chart of few words. */
  readonly isSmall?: boolean;
  readonly areDurations?: boolean;
}) => (
  <div
    class={isSmall ? "chart small-chart" : "chart"}
    data-uplot={assetUrl("uplot.js")}
    data-durations={areDurations ? "" : undefined}
  >
    {/* The script draws here. Screen readers have the table. */}
    <div class="drawn" aria-hidden="true"></div>
    <details open>
      <summary class="small">{caption}, as a table</summary>
      <table>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th>{first}</th>
            {columns.map(({ label, color, whole }) => (
              <th class="number" data-color={color} data-whole={whole}>
                {label}
              </th>
            ))}
            {notes.map((label) => (
              <th class="number">{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values, notes: texts = [] }) => (
            <tr>
              <th scope="row">{label}</th>
              {values.map((value) => (
                <td class="number" data-value={value}>
                  {value === undefined
                    ? ""
                    : areDurations
                      ? formatDuration(value)
                      : value.toLocaleString("en")}
                </td>
              ))}
              {texts.map((text) => (
                <td class="number">{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
    <a class="small" href={csv} download>
      Download as CSV
    </a>
  </div>
);
