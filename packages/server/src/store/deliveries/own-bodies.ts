/** The bodies of deliveries that are queued together with them, such as tests. */
import type { Db } from "../engine/schema.ts";
import type { StoredBody } from "./stored-body.ts";

/** The body of a delivery that no other delivery uses, such as a test. */
export interface OwnBody extends StoredBody {
  readonly uid: string | null;
}

/** Own bodies, by delivery id. */
export async function ownBodies(
  db: Db,
  { ids }: { readonly ids: readonly number[] },
): Promise<ReadonlyMap<number, OwnBody>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("test_body")
    .select(["delivery_id", "uid", "content_type", "body"])
    .where("delivery_id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ delivery_id, ...body }) => [delivery_id, body]));
}
