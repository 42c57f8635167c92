/** Where the rows of an export go. */
import type { Plan, Position, ExportPage } from "./pagination.ts";

export interface Writer {
  /** Fixes the plan, or gives the one that an interrupted export had, and where it stopped. */
  begin(makePlan: () => Promise<Plan>): Promise<ExportStart>;
  /** Waits while the receiver is slower, so memory stays flat. */
  add(step: ExportPage): Promise<void>;
  /** The export is complete: it may be seen now. */
  commit(): Promise<void>;
  /** It is not. Whether it can be gone on from. Never throws. */
  suspend(): Promise<boolean>;
}

export interface ExportStart {
  readonly plan: Plan;
  readonly position: Position;
  /** Rows that are there already. */
  readonly count: number;
}
