/** The signature of every read and write of the store. */
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Db } from "./schema.ts";

/** A read or write. Few of them use `box`, which encrypts and decrypts secrets. */
export type StoreQuery = (db: Db, args: never, box: SecretBox) => Promise<unknown>;
