/** The trained classifier of an account, as the store returns it. */
import type { SpamModel } from "./model.ts";
import type { SpamThreshold } from "./threshold.ts";

/** What an account's spam classifier is made from. Cloned between threads. */
export interface TrainedModel extends SpamModel, SpamThreshold {
  readonly account_id: number;
  /** Incremented by each change. */
  readonly version: number;
  readonly spam: number;
  readonly ham: number;
}
