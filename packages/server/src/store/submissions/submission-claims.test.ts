import { sql } from "kysely";
import { useEach } from "../../../../../test/harness/use.ts";
import { claimIn, openTwoForms } from "../../../test/store/claims.ts";
import { watchScans } from "../../../test/sqlite-scans.ts";
import { isOnPostgres } from "../../../test/database.ts";
import { claimableOf, type claimSubmissions } from "./submission-claims.ts";

const fixture = useEach(openTwoForms);

const claim = (over?: Partial<Parameters<typeof claimSubmissions>[1]>) => claimIn(fixture.db, over);

// postgres/plans.test.ts checks the plan on PostgreSQL.
describe.skipIf(isOnPostgres)("a claim's plan on SQLite", () => {
  const request = { account_id: 1, spam: 0, limit: 100, now: 1, above: 5 } as const;

  it.each([
    ["free", undefined, "submission_unread (form_id=? AND spam=? AND claim_state=? AND id>?)"],
    ["free", 1, "submission_unread (form_id=? AND spam=? AND claim_state=? AND id>?)"],
    [
      "expired",
      undefined,
      "submission_claim_state_until (form_id=? AND spam=? AND claim_state_until<?)",
    ],
    ["expired", 1, "submission_claim_state_until (form_id=? AND spam=? AND claim_state_until<?)"],
  ] as const)("of the %s part, form %s, uses indexes only", (part, form_id, index) => {
    const query = claimableOf(fixture.db, part, { ...request, form_id }).compile();
    const plan = watchScans(fixture).planOf({ text: query.sql, values: query.parameters });

    expect(plan.filter((line) => /^SCAN submission(?!_count)/.test(line))).toEqual([]);
    expect(plan.join("\n")).toContain(index);
  });
});

describe("a claim among many rows", () => {
  const MANY = 2_000;

  it("leases the oldest ones that are free or whose lease has expired", async () => {
    const bytes = isOnPostgres ? sql`decode(repeat('00', 16), 'hex')` : sql`zeroblob(16)`;
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(MANY)})
      insert into submission (account_id, form_id, fields, read, spam, content_hash, claim_state, claim_state_until,
        lease_token, lease_consumer, created_at, updated_at)
      select 1, 1, '[]', case when i % 4 = 0 then 1 else 0 end, 0, ${bytes},
        case i % 4 when 1 then 1 when 2 then 2 else 0 end,
        case when i % 4 = 1 then 1000 + i end, case when i % 4 = 1 then 'old' end,
        case when i % 4 = 1 then 'other' end, 1, 1 from n`.execute(fixture.db);
    await sql`insert into submission_count (form_id, account_id, read, spam, trash, count)
      values (1, 1, 0, 0, 0, ${sql.lit((MANY * 3) / 4)})`.execute(fixture.db);

    const before = await claim({ limit: 3, now: 500 });
    const later = await claim({
      limit: 5,
      now: 1_000 + MANY,
      lease_expires_at: 9_000,
      lease_token: "t2",
    });

    expect(before.submission_ids).toEqual([3, 7, 11]);
    // Expired leases come first where their ids are smaller.
    expect(later.submission_ids).toEqual([1, 3, 5, 7, 9]);
  });
});
