/** The signature of every read and write of the store, and how callers see it. */
import type { DestinationKind } from "../../domain/delivery/destination.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Db } from "./schema.ts";

/**
 * A read or write. Few of them use `box`, which encrypts and decrypts secrets, or `sendable`, the kinds of
 * destinations that this server can send to.
 */
export type StoreQuery = (
  db: Db,
  args: never,
  box: SecretBox,
  sendable: readonly DestinationKind[],
) => Promise<unknown>;

/** A query as a function of its arguments only: the store adds the rest. */
export type CallOf<Q extends StoreQuery> =
  Parameters<Q> extends readonly [unknown]
    ? () => Promise<Awaited<ReturnType<Q>>>
    : (args: Parameters<Q>[1]) => Promise<Awaited<ReturnType<Q>>>;

/** Makes one member for each entry of `table`. */
export function bindCalls<N extends string, C>(
  table: Readonly<Record<N, unknown>>,
  bind: (name: N) => C,
): Readonly<Record<N, C>> {
  const names = Object.keys(table) as N[];
  return Object.fromEntries(names.map((name) => [name, bind(name)])) as Record<N, C>;
}
