/** Destination of an export. */
import type { Plan, Position, ExportPage } from "./pagination.ts";

export interface Writer {
  /** Starts with a new plan, or with the plan and position of an interrupted export. */
  begin(makePlan: () => Promise<Plan>): Promise<ExportStart>;
  /** Writes a page; waits while the destination is slower, so that memory use stays constant. */
  add(page: ExportPage): Promise<void>;
  /** Completes the export and makes it visible under its name. */
  commit(): Promise<void>;
  /** Stops an incomplete export. Returns whether it can be resumed. Never throws. */
  suspend(): Promise<boolean>;
}

export interface ExportStart {
  readonly plan: Plan;
  readonly position: Position;
  /** Number of rows written by the interrupted export. */
  readonly count: number;
}
