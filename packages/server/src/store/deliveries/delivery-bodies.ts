/** Rendered delivery bodies: stored before the first attempt, and reused unchanged by every later one. */
import { type StoredBody, ownBodies } from "./own-bodies.ts";
import { sql } from "kysely";
import { isForRecipientOnly } from "../../domain/delivery/delivery.ts";
import { compileOnce } from "../engine/compiled.ts";
import { bytes, idsText, isAmong, isPostgres, text, whole } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import { logEntry, type LogEntryScope } from "./matching-deliveries.ts";

/** Stored bodies by delivery id; a delivery that was never rendered is left out. */
export async function bodiesOf(
  db: Db,
  { ids }: { readonly ids: readonly number[] },
): Promise<ReadonlyMap<number, StoredBody>> {
  if (ids.length === 0) return new Map();
  const rows = await storedBodies(db, { ids: idsText(db, ids) });
  return new Map(rows.map(({ id, ...body }) => [id, body]));
}

const storedBodies = compileOnce((db, p: { readonly ids: string }) =>
  db
    .selectFrom("delivery")
    .innerJoin("delivery_body as stored", (join) =>
      join
        .onRef("stored.submission_id", "=", "delivery.submission_id")
        .onRef("stored.webhook_id", "=", "delivery.webhook_id"),
    )
    .select(["delivery.id", "stored.content_type", "stored.body"])
    .where(isAmong(db, "delivery.id", p.ids)),
);

export type StoreBodyResult =
  /** These bytes are stored now. */
  | { readonly kind: "stored" }
  /** Other bytes were stored before; those are sent. */
  | { readonly kind: "existing"; readonly body: StoredBody }
  /** The submission was deleted in the meantime. */
  | { readonly kind: "deleted" };

/** The body rendered for a (submission, destination). */
export type NewBody = StoredBody & {
  readonly submission_id: number;
  readonly destination_id: number;
  readonly sha256: Uint8Array;
};

/** Stores each body unless its (submission, destination) has one. Results are in the order of `bodies`. */
export async function storeDeliveryBodies(
  db: Db,
  { bodies, now }: { readonly bodies: readonly NewBody[]; readonly now: number },
): Promise<readonly StoreBodyResult[]> {
  if (bodies.length === 0) return [];
  const stored = isPostgres(db)
    ? await storeInOneStatement(db, bodies, now)
    : await storeOneByOne(db, bodies, now);
  const results: StoreBodyResult[] = [];
  for (const [index, one] of bodies.entries()) {
    const existing = stored[index] === true ? undefined : await findBody(db, one);
    if (stored[index] === true) results.push(STORED);
    else {
      results.push(
        existing === undefined ? { kind: "deleted" } : { kind: "existing", body: existing },
      );
    }
  }
  return results;
}

/** One shared object: structured clone serializes it once, then by reference. */
const STORED = { kind: "stored" } as const;

/** Whether each body was stored. One statement each, since a statement is cheap on SQLite. */
async function storeOneByOne(db: Db, bodies: readonly NewBody[], now: number) {
  const stored = await storeOne.changes(
    db,
    bodies.map((one) => ({ ...one, now })),
  );
  return stored.map((rows) => rows > 0);
}

const storeOne = compileOnce((db, p: NewBody & { readonly now: number }) => ({
  compile: () =>
    sql`
      insert into delivery_body
        (submission_id, webhook_id, content_type, body, sha256, created_at)
      select ${p.submission_id}, ${p.destination_id}, ${p.content_type}, ${p.body}, ${p.sha256}, ${p.now}
      where exists (select 1 from submission where id = ${p.submission_id})
      on conflict do nothing`.compile(db),
}));

async function storeInOneStatement(db: Db, bodies: readonly NewBody[], now: number) {
  const rows = bodies.map(
    ({ submission_id, destination_id, content_type, body, sha256 }) =>
      sql`(${whole(submission_id)}, ${whole(destination_id)}, ${text(content_type)},
        ${bytes(db, Buffer.from(body))}, ${bytes(db, Buffer.from(sha256))}, ${whole(now)})`,
  );
  const stored = await sql<Pick<NewBody, "submission_id" | "destination_id">>`
    insert into delivery_body
      (submission_id, webhook_id, content_type, body, sha256, created_at)
    select * from (values ${sql.join(rows)}) as given
    where exists (select 1 from submission where id = given.column1)
    on conflict do nothing
    returning submission_id, webhook_id as destination_id`.execute(db);
  const isNew = new Set(stored.rows.map(pairOf));
  return bodies.map((one) => isNew.has(pairOf(one)));
}

const pairOf = ({
  submission_id,
  destination_id,
}: Pick<NewBody, "submission_id" | "destination_id">) => `${submission_id} ${destination_id}`;

/**
 * The stored body of a log entry.
 *
 * @returns `undefined` if there is no such entry in scope, `null` if it has no body that may be shown.
 */
export async function readDeliveryBody(
  db: Db,
  scope: LogEntryScope,
): Promise<StoredBody | null | undefined> {
  const found = await logEntry(db, scope)
    .select(["submission_id", "webhook_id as destination_id", "trigger", "pruned_at"])
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { submission_id, destination_id, trigger, pruned_at } = found;
  if (isForRecipientOnly(trigger)) return null;
  // A body that is stored now was rendered for a later entry.
  if (pruned_at !== null) return null;
  const own = (await ownBodies(db, { ids: [scope.id] })).get(scope.id);
  if (own !== undefined) return own;
  if (submission_id === null) return null;
  return (await findBody(db, { submission_id, destination_id })) ?? null;
}

const findBody = async (
  db: Db,
  {
    submission_id,
    destination_id,
  }: { readonly submission_id: number; readonly destination_id: number },
): Promise<StoredBody | undefined> =>
  db
    .selectFrom("delivery_body")
    .select(["content_type", "body"])
    .where("submission_id", "=", submission_id)
    .where("webhook_id", "=", destination_id)
    .executeTakeFirst();
