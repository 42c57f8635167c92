/** Tables of the spam classifier. */
import type { Generated } from "kysely";
import type { Flag } from "./column-types.ts";

/** Numbers of training examples of an account's spam classifier. */
export interface SpamTrainingTable {
  account_id: number;
  spam: Generated<number>;
  ham: Generated<number>;
  /** Incremented by each change. */
  version: Generated<number>;
}

/** What an account's spam classifier learned, see domain/spam/model.ts. */
export interface SpamModelTable {
  account_id: number;
  examples: number;
  bias: number;
  /** The score from which a post is spam, and the standard deviation of the scores of ham. */
  threshold: number;
  spread: number;
  /** 65,536 floats of four bytes, the lowest byte first. */
  sums: Buffer;
  /** 65,536 integers of two bytes, the lowest byte first. */
  counts: Buffer;
}

/** The training example made from a submission. */
export interface SpamTrainingExampleTable {
  submission_id: number;
  account_id: number;
  spam: Flag;
  trained_at: number;
  /** Integers of two bytes, the lowest byte first. `null` = marked in 0.1.0, and not yet learned again. */
  features: Buffer | null;
  pull: Generated<number>;
  score: Generated<number>;
  /** The version of the classifier at the last visit. */
  visited: Generated<number>;
}
