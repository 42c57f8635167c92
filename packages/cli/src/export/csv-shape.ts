/** The columns of a CSV export that is being written. */
import type { Stretch } from "./csv-padding.ts";

export interface CsvShape {
  /** In first-seen order. */
  readonly columns: readonly string[];
  /**
   * Where the number of cells per record grows, since a record has only the columns known when it was
   * written.
   */
  readonly stretches: readonly Stretch[];
  /** Written so far. */
  readonly bytes: number;
}
