/** The shape that every read and write of the store has. */
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Db } from "./schema.ts";

/** One of the reads or writes by name; few take the box. */
export type StoreQuery = (db: Db, args: never, box: SecretBox) => Promise<unknown>;
