import { addAccount, newSubmission, useFixture } from "../../../test/fixture.ts";
import { fileTotal, compactFileTotals } from "./file-totals.ts";

const fixture = useFixture();
beforeEach(async () => {
  await addAccount(fixture);
  for (let n = 1; n <= 5; n++) {
    await fixture.accept(newSubmission(n));
    await fixture.insert("attachment", {
      account_id: n === 5 ? 2 : 1,
      submission_id: n,
      file_size: 10 ** n,
      storage_key: `key${n}`,
      public_token: `token${n}`,
    });
  }
});

const total = (account_id = 1) => fileTotal(fixture.db, { account_id });
const rows = async () => (await fixture.db.selectFrom("file_total").selectAll().execute()).length;

describe("the file total of an account", () => {
  it("follows every insertion and deletion of files", async () => {
    const before = await total();

    await fixture.db.deleteFrom("submission").where("id", "=", 3).execute();

    expect([before, await total(), await total(2), await total(3)]).toEqual([
      { bytes: 11_110, files: 4 },
      { bytes: 10_110, files: 3 },
      { bytes: 100_000, files: 1 },
      { bytes: 0, files: 0 },
    ]);
  });

  it("stays the same while its rows are compacted in batches", async () => {
    const before = [await total(), await total(2), await rows()];

    const first = await compactFileTotals(fixture.db, { limit: 3 });
    const between = await total();
    for (let n = 0; n < 9; n++) if (!(await compactFileTotals(fixture.db, { limit: 3 }))) break;

    expect(first).toBe(true);
    expect(between).toEqual(before[0]);
    expect(before[2]).toBe(5);
    expect([await total(), await total(2), await rows()]).toEqual([...before.slice(0, 2), 2]);
  });
});
