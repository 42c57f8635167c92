/** Where the rows of an export go. */
import type { Plan, Position, Step } from "./walk.ts";

export interface Writer {
  /** Fixes the plan, or gives the one that an interrupted export had, and where it stopped. */
  begin(makePlan: () => Promise<Plan>): Promise<Begun>;
  /** Waits while the receiver is slower, so memory stays flat. */
  add(step: Step): Promise<void>;
  /** The export is complete: it may be seen now. */
  commit(): Promise<void>;
  /** It is not. Whether it can be gone on from. Never throws. */
  suspend(): Promise<boolean>;
}

export interface Begun {
  readonly plan: Plan;
  readonly position: Position;
  /** Rows that are there already. */
  readonly count: number;
}
