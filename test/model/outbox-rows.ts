// The rows of the outbox in the database, compared with the model.
import type { Fixture } from "../../packages/server/test/fixture.ts";
import type { Delivery, OutboxModel } from "./outbox-model.ts";
import type { CommandKind } from "./runs.ts";

/** Runs the store's own function, and then says what the model holds. */
export type OutboxCommand = CommandKind<OutboxModel, Fixture>;
type Expected = Pick<
  Delivery,
  "submission_id" | "webhook_id" | "trigger" | "state" | "reason" | "next_attempt_at"
>;

export const ACCOUNT = { account_id: 1 };

const COLUMNS = [
  "id",
  "submission_id",
  "webhook_id",
  "trigger",
  "state",
  "reason",
  "claims",
  "attempts_made",
  "lost_workers",
  "next_attempt_at",
  "lease_token",
] as const;

const rowsOf = async ({ db }: Fixture) =>
  (await db.selectFrom("delivery").select(COLUMNS).orderBy("id").execute()) as Delivery[];

export async function compare(model: OutboxModel, real: Fixture): Promise<void> {
  const expected = [...model.deliveries.values()].toSorted((a, b) => a.id - b.id);
  expect(await rowsOf(real)).toEqual(expected);
}

/** Adds the new rows to the model, which have to be the expected ones in their order. */
export async function adopt(
  model: OutboxModel,
  real: Fixture,
  expected: readonly Expected[],
): Promise<void> {
  const added = (await rowsOf(real)).filter(({ id }) => !model.deliveries.has(id));
  const fresh = { claims: 0, attempts_made: 0, lost_workers: 0, lease_token: null };
  expect(added).toEqual(expected.map((row, n) => ({ ...fresh, ...row, id: added[n]?.id })));
  for (const row of added) model.deliveries.set(row.id, { ...row });
  await compare(model, real);
}

export const queued = (
  model: OutboxModel,
  submission_id: number,
  webhook_id: number,
  trigger: string,
): Expected => ({
  submission_id,
  webhook_id,
  trigger,
  state: "queued",
  reason: null,
  next_attempt_at: model.now,
});
