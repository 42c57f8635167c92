/** The bytes of deliveries: stored before the first of them is sent, and the same ever after. */
import type { StoredBody } from "./stored-body.ts";
import { sql } from "kysely";
import { compiledOnce } from "../engine/compiled.ts";
import { bytes, idsText, isAmong, isPostgres, text, whole } from "../engine/dialect.ts";
import { ofLiveForm } from "../forms/live-forms.ts";
import type { Db } from "../engine/schema.ts";
import { testBodies } from "./test-deliveries.ts";

/** By delivery; one that was never rendered is left out. */
export async function bodiesOf(
  db: Db,
  { ids }: { readonly ids: readonly number[] },
): Promise<ReadonlyMap<number, StoredBody>> {
  if (ids.length === 0) return new Map();
  const rows = await storedBodies(db, { ids: idsText(db, ids) });
  return new Map(rows.map(({ id, ...body }) => [id, body]));
}

const storedBodies = compiledOnce((db, p: { readonly ids: string }) =>
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
  /** These bytes were the first. */
  | { readonly kind: "stored" }
  /** Others came first, and those are sent. */
  | { readonly kind: "kept"; readonly body: StoredBody }
  /** The submission was deleted meanwhile. */
  | { readonly kind: "deleted" };

/** What was rendered for a (submission, webhook). */
export type NewBody = StoredBody & {
  readonly submission_id: number;
  readonly webhook_id: number;
  readonly sha256: Uint8Array;
};

/** Keeps the first bytes that were rendered for each (submission, webhook); answers in the order of `bodies`. */
export async function storeDeliveryBodies(
  db: Db,
  { bodies, now }: { readonly bodies: readonly NewBody[]; readonly now: number },
): Promise<readonly StoreBodyResult[]> {
  if (bodies.length === 0) return [];
  const stored = isPostgres(db)
    ? await storeAtOnce(db, bodies, now)
    : await storeInTurn(db, bodies, now);
  const answers: StoreBodyResult[] = [];
  for (const [place, one] of bodies.entries()) {
    const kept = stored[place] === true ? undefined : await findBody(db, one);
    if (stored[place] === true) answers.push(STORED);
    else answers.push(kept === undefined ? { kind: "deleted" } : { kind: "kept", body: kept });
  }
  return answers;
}

/** One for all of them: a thread's port writes it once. */
const STORED = { kind: "stored" } as const;

/** Whether each was the first. One after the other: a statement costs SQLite next to nothing. */
async function storeInTurn(
  db: Db,
  bodies: readonly NewBody[],
  now: number,
): Promise<readonly boolean[]> {
  const stored = await storeOne.changes(
    db,
    bodies.map((one) => ({ ...one, now })),
  );
  return stored.map((rows) => rows > 0);
}

const storeOne = compiledOnce((db, p: NewBody & { readonly now: number }) => ({
  compile: () =>
    sql`
      insert into delivery_body
        (submission_id, webhook_id, content_type, body, sha256, created_at)
      select ${p.submission_id}, ${p.webhook_id}, ${p.content_type}, ${p.body}, ${p.sha256}, ${p.now}
      where exists (select 1 from submission where id = ${p.submission_id})
      on conflict do nothing`.compile(db),
}));

async function storeAtOnce(
  db: Db,
  bodies: readonly NewBody[],
  now: number,
): Promise<readonly boolean[]> {
  const rows = bodies.map(
    ({ submission_id, webhook_id, content_type, body, sha256 }) =>
      sql`(${whole(submission_id)}, ${whole(webhook_id)}, ${text(content_type)},
        ${bytes(db, Buffer.from(body))}, ${bytes(db, Buffer.from(sha256))}, ${whole(now)})`,
  );
  const stored = await sql<Pick<NewBody, "submission_id" | "webhook_id">>`
    insert into delivery_body
      (submission_id, webhook_id, content_type, body, sha256, created_at)
    select * from (values ${sql.join(rows)}) as given
    where exists (select 1 from submission where id = given.column1)
    on conflict do nothing
    returning submission_id, webhook_id`.execute(db);
  const isNew = new Set(stored.rows.map(pairOf));
  return bodies.map((one) => isNew.has(pairOf(one)));
}

const pairOf = ({ submission_id, webhook_id }: Pick<NewBody, "submission_id" | "webhook_id">) =>
  `${submission_id} ${webhook_id}`;

/**
 * The bytes that an entry of the log sends.
 *
 * @returns `undefined` when there is no such entry in scope, `null` when it has none.
 */
export async function readDeliveryBody(
  db: Db,
  {
    id,
    account_id,
    form_id,
  }: {
    readonly id: number;
    readonly account_id: number;
    /** Set for a form's key. */
    readonly form_id?: number | undefined;
  },
): Promise<StoredBody | null | undefined> {
  let entry = db
    .selectFrom("delivery")
    .select(["submission_id", "webhook_id", "pruned_at"])
    .where("id", "=", id)
    .where("account_id", "=", account_id)
    .where(ofLiveForm("form_id"));
  if (form_id !== undefined) entry = entry.where("form_id", "=", form_id);
  const found = await entry.executeTakeFirst();
  if (found === undefined) return undefined;
  const { submission_id, webhook_id, pruned_at } = found;
  // What a later entry has sent since is not what this one did.
  if (pruned_at !== null) return null;
  const test = (await testBodies(db, { ids: [id] })).get(id);
  if (test !== undefined) return test;
  if (submission_id === null) return null;
  return (await findBody(db, { submission_id, webhook_id })) ?? null;
}

async function findBody(
  db: Db,
  { submission_id, webhook_id }: { readonly submission_id: number; readonly webhook_id: number },
): Promise<StoredBody | undefined> {
  return db
    .selectFrom("delivery_body")
    .select(["content_type", "body"])
    .where("submission_id", "=", submission_id)
    .where("webhook_id", "=", webhook_id)
    .executeTakeFirst();
}
