/** Finds and stores the idempotency keys of posts on SQLite, in the transaction that accepts the post. */
import type SQLite from "better-sqlite3";
import { IDEMPOTENCY_KEY_LIFETIME_MS, postScope } from "../../domain/account/idempotency-key.ts";
import { prepare } from "../engine/prepared.ts";
import type { Db } from "../engine/schema.ts";

export interface PostKeys {
  /** Returns the id of the submission that a post with this key created in the last 24 hours, if any. */
  find(post: Keyed): number | undefined;
  store(post: Keyed, id: number): void;
}

interface Keyed {
  readonly form_id: number;
  /** SHA-256 of key and content, in hex. */
  readonly key_hash: string;
  readonly now: number;
}

export function preparePostKeys(db: Db, sqlite: SQLite.Database): PostKeys {
  const find = prepare<{ scope: string; key_hash: Buffer; since: number }>(sqlite, (p) =>
    db
      .selectFrom("idempotency_key")
      .select("result")
      .where("scope", "=", p.scope)
      .where("key_hash", "=", p.key_hash)
      .where("created_at", ">", p.since),
  );
  const insert = prepare<{ scope: string; key_hash: Buffer; result: string; now: number }>(
    sqlite,
    (p) =>
      db
        .insertInto("idempotency_key")
        .values({
          scope: p.scope,
          key_hash: p.key_hash,
          content_hash: p.key_hash,
          result: p.result,
          created_at: p.now,
        })
        // An existing row is older than 24 hours.
        .onConflict((conflict) =>
          conflict
            .columns(["scope", "key_hash"])
            .doUpdateSet({ result: (old) => old.ref("excluded.result"), created_at: p.now }),
        ),
  );
  return {
    find({ form_id, key_hash, now }) {
      const row = find.get({
        scope: postScope(form_id),
        key_hash: Buffer.from(key_hash, "hex"),
        since: now - IDEMPOTENCY_KEY_LIFETIME_MS,
      }) as { readonly result: string } | undefined;
      return row === undefined ? undefined : Number(row.result);
    },
    store({ form_id, key_hash, now }, id) {
      const scope = postScope(form_id);
      insert.run({ scope, key_hash: Buffer.from(key_hash, "hex"), result: String(id), now });
    },
  };
}
