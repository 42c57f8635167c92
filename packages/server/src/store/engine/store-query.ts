/** The signature of every read and write of the store. */
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
