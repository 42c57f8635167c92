/** How far the columns of a CSV export are known. */
import type { Stretch } from "./csv-padding.ts";

export interface CsvShape {
  /** In first-seen order. */
  readonly columns: readonly string[];
  /** What was written before a column was seen has not got its cells. */
  readonly stretches: readonly Stretch[];
  readonly bytes: number;
}
