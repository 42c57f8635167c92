/** Codecs of the writes with many rows: flat lists cost a fraction of cloning objects between threads. */
import { decodeBodies, encodeBodies } from "./delivery-bodies-codec.ts";
import { decodeContents, encodeContents } from "./delivery-contents-codec.ts";
import { decodeOutcomes, encodeOutcomes } from "./delivery-outcomes-codec.ts";
import type { WriteArgs, WriteName, WriteResult } from "../writes.ts";

/** A part without a function is sent as it is. */
interface Codec<Args, Result> {
  readonly encodeArgs?: (args: Args) => unknown;
  readonly decodeArgs?: (encoded: never) => Args;
  readonly encodeResult?: (result: Result) => unknown;
  readonly decodeResult?: (encoded: never) => Result;
}

type Codecs = {
  readonly [Name in WriteName]?: Codec<WriteArgs<Name>, WriteResult<Name>>;
};

/** By name of the write. */
export const CODECS: Readonly<
  Record<string, { readonly [Part in keyof Codec<unknown, unknown>]: (given: never) => unknown }>
> = {
  claimDeliveries: { encodeResult: encodeContents, decodeResult: decodeContents },
  storeDeliveryBodies: { encodeArgs: encodeBodies, decodeArgs: decodeBodies },
  recordOutcomes: { encodeArgs: encodeOutcomes, decodeArgs: decodeOutcomes },
} satisfies Codecs;
