/** Tables of the spam classifier. */
import type { Generated } from "kysely";
import type { Flag, Json } from "./column-types.ts";

/** Numbers of training examples of an account's spam classifier. */
export interface SpamTrainingTable {
  account_id: number;
  spam: Generated<number>;
  ham: Generated<number>;
  /** Incremented by each change. */
  version: Generated<number>;
}

/** In how many spam and ham training examples of an account a word occurs. */
export interface SpamWordTable {
  account_id: number;
  word: string;
  spam: number;
  ham: number;
  trained_at: number;
}

/** The training example made from a submission. */
export interface SpamTrainingExampleTable {
  submission_id: number;
  account_id: number;
  spam: Flag;
  /** `["word", …]`. */
  words: Json;
  trained_at: number;
}
