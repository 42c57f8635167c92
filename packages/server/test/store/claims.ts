/** Claims of submissions in tests, with defaults. */
import type { Db } from "../../src/store/engine/schema.ts";
import { claimSubmissions, type Lease } from "../../src/store/submissions/submission-claims.ts";

type Claim = Parameters<typeof claimSubmissions>[1];

/** A claim of the ham of the whole account until the time 2,000, unless `over` says otherwise. */
export const claimOf = (over: Partial<Claim> = {}): Claim => ({
  account_id: 1,
  spam: 0,
  limit: 100,
  consumer: "worker",
  lease_token: "t1",
  lease_expires_at: 2_000,
  now: 1_000,
  ...over,
});

export const claimIn = (db: Db, over?: Partial<Claim>): Promise<Lease> =>
  db.transaction().execute((on) => claimSubmissions(on, claimOf(over)));
