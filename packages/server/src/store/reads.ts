/** The reads of the store, as callers see them. */
import { bindCalls, type CallOf } from "./engine/store-query.ts";
import * as everyRead from "./every-read.ts";

export const READS = { ...everyRead };

export type ReadName = keyof typeof READS;

/** The reads as {@link Store} offers them: called with their arguments only. */
export type Reads = { readonly [N in keyof typeof READS]: CallOf<(typeof READS)[N]> };

/** Makes reads that pass their name and arguments to `call`. */
export const bindReads = (call: (name: ReadName, args: unknown) => Promise<unknown>): Reads =>
  bindCalls(READS, (name) => (args: unknown) => call(name, args)) as Reads;

/** The same reads, each run by `around`. */
export const wrapReads = (
  reads: Reads,
  around: (run: () => Promise<unknown>, name: ReadName, args: unknown) => Promise<unknown>,
): Reads => bindReads((name, args) => around(() => reads[name](args as never), name, args));
