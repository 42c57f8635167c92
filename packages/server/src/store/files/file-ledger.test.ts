import { sql } from "kysely";
import { rollBack } from "../../../test/roll-back.ts";
import { newSubmission, useSharedFixture, newAttachment } from "../../../test/fixture.ts";
import { systemClock } from "../../platform/clock.ts";
import { systemRandom } from "../../platform/random.ts";
import { firstStorageKey, newStorageKey } from "../../domain/storage-key.ts";
import {
  fileSweepPosition,
  clearRemovedFiles,
  referencedFiles,
  recordFileSweep,
  removedFiles,
  claimInstallation,
} from "./file-ledger.ts";
import { deleteSubmission } from "../submissions/submissions.ts";

const startedAt = systemClock.now();
const fixture = useSharedFixture({ isEmpty: true });

let posts = 0;
async function postWith(...storageKeys: string[]): Promise<number> {
  const attachments = storageKeys.map((storage_key) =>
    newAttachment(posts, { storage_key, public_token: `of ${storage_key}` }),
  );
  const { id } = await fixture.accept(newSubmission((posts += 1), { attachments }));
  return id;
}
const key = () => newStorageKey(startedAt, systemRandom);

describe("the file ledger", () => {
  it("returns the files that have rows", async () => {
    const [one, other, unknown] = [key(), key(), key()];
    await postWith(one, other);

    const known = await referencedFiles(fixture.db, { storageKeys: [unknown, other, one] });

    expect(new Set(known)).toEqual(new Set([one, other]));
    expect(await referencedFiles(fixture.db, { storageKeys: [] })).toEqual([]);
  });

  it("lists files whose rows were deleted, in any way, until they are cleared", async () => {
    const { db } = fixture;
    const keys = [key(), key(), key()].toSorted();
    const [first = "", second = "", third = ""] = keys;
    await deleteSubmission(db, { id: await postWith(first, second), account_id: 1, now: 1 });
    const last = await postWith(third);
    await db.deleteFrom("submission").where("id", "=", last).execute();

    expect(await removedFiles(db, { limit: 10 })).toEqual(keys);
    expect(await removedFiles(db, { limit: 2 })).toEqual([first, second]);

    await clearRemovedFiles(db, { storageKeys: [first, third] });
    expect(await removedFiles(db, { limit: 10 })).toEqual([second]);
    await clearRemovedFiles(db, { storageKeys: [second, second] });
    expect(await removedFiles(db, { limit: 10 })).toEqual([]);
  });

  it("lists nothing for a deletion that is rolled back", async () => {
    const { db } = fixture;
    const id = await postWith(key());

    await rollBack(db, (on) => deleteSubmission(on, { id, account_id: 1, now: 1 }));

    expect(await removedFiles(db, { limit: 10 })).toEqual([]);
  });

  it("sweeps from the creation of the database, and continues where the last sweep ended", async () => {
    const { db } = fixture;
    const minute = 60_000;
    const begun = await fileSweepPosition(db, {});

    expect(begun <= firstStorageKey(startedAt + minute)).toBe(true);
    expect(begun >= firstStorageKey(startedAt - 20 * minute)).toBe(true);

    const swept = key();
    await recordFileSweep(db, { key: swept });
    expect(await fileSweepPosition(db, {})).toBe(swept);
    const { rows } = await sql`select * from file_sweep`.execute(db);
    expect(rows).toHaveLength(1);
  });
});

it("keeps the first mark of an installation", async () => {
  const { db } = fixture;

  expect(await claimInstallation(db, { mark: "first" })).toBe("first");
  expect(await claimInstallation(db, { mark: "second" })).toBe("first");
});
