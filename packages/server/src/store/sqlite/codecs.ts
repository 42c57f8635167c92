/** Calls of many rows cross a thread's port as flat lists: a clone of their objects costs several times that. */
import { readBodies, sendBodies } from "./delivery-bodies-codec.ts";
import { readContents, sendContents } from "./delivery-contents-codec.ts";
import { readOutcomes, sendOutcomes } from "./delivery-outcomes-codec.ts";
import type { WriteArgs, WriteName, WriteResult } from "../writes.ts";

/** What is not named crosses as it is. */
interface Wire<Args, Result> {
  readonly sendArgs?: (args: Args) => unknown;
  readonly readArgs?: (sent: never) => Args;
  readonly sendResult?: (result: Result) => unknown;
  readonly readResult?: (sent: never) => Result;
}

type Wires = {
  readonly [Name in WriteName]?: Wire<WriteArgs<Name>, WriteResult<Name>>;
};

/** By the name of the write. */
export const WIRES: Readonly<
  Record<string, { readonly [Part in keyof Wire<unknown, unknown>]: (given: never) => unknown }>
> = {
  claimDeliveries: { sendResult: sendContents, readResult: readContents },
  storeDeliveryBodies: { sendArgs: sendBodies, readArgs: readBodies },
  recordOutcomes: { sendArgs: sendOutcomes, readArgs: readOutcomes },
} satisfies Wires;
