/** Claims of submissions in tests: a database with two forms, and a claim with defaults. */
import type { Db } from "../../src/store/engine/schema.ts";
import { claimSubmissions, type Lease } from "../../src/store/submissions/submission-claims.ts";
import { addForm, type Fixture, openFixture } from "../store-fixture.ts";

export const SECOND_FORM = 2;

/** A fixture with a copy of form 1 as form 2. */
export async function openTwoForms(): Promise<Fixture> {
  const fixture = await openFixture();
  await addForm(fixture);
  return fixture;
}

/** Claims ham of the whole account until the time 2,000, unless `over` says otherwise. */
export function claimIn(
  db: Db,
  over: Partial<Parameters<typeof claimSubmissions>[1]> = {},
): Promise<Lease> {
  return db.transaction().execute((on) =>
    claimSubmissions(on, {
      account_id: 1,
      spam: 0,
      limit: 100,
      consumer: "worker",
      lease_token: "t1",
      lease_expires_at: 2_000,
      now: 1_000,
      ...over,
    }),
  );
}
