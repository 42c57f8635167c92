import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Fixture, newSubmission, openFixture } from "../../test/store-fixture.ts";
import { createForm, deleteFormBatch, findForm } from "./forms.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

const attachment = (number: number) => ({
  name: "a.txt",
  form_name: "file",
  content_type: "text/plain",
  file_size: 1,
  sha256: Buffer.alloc(32).toString("hex"),
  storage_key: number.toString(16).padStart(32, "0"),
  public_token: `token${number}`,
});

describe("deleting a form", () => {
  it("takes 500 submissions at a time, names their files, and leaves other forms alone", async () => {
    const { db, accept } = fixture;
    const { id } = await createForm(
      db,
      { account_id: 1, uuid: "00000000000c", settings: { name: "Doomed" }, now: 1 },
      fixture.box,
    );
    for (let n = 1; n <= 501; n++) {
      const attachments = n === 501 ? [attachment(n)] : [];
      await accept(newSubmission(n, { form_id: id, attachments }));
    }
    await accept(newSubmission(600));
    const left = async () =>
      (
        await sql<{
          n: number;
        }>`select count(*) as n from submission where form_id = ${id}`.execute(db)
      ).rows[0]?.n;
    const asked = { account_id: 1, form_id: id };

    const first = await deleteFormBatch(db, asked);
    const afterFirst = await left();
    const second = await deleteFormBatch(db, asked);
    const last = await deleteFormBatch(db, asked);

    expect([first, afterFirst]).toEqual([{ isDone: false, storage_keys: [] }, 1]);
    expect(second).toEqual({ isDone: false, storage_keys: [attachment(501).storage_key] });
    expect(last).toEqual({ isDone: true, storage_keys: [] });
    expect(await findForm(db, { account_id: 1, ref: { id, uuid: undefined } })).toBeUndefined();
    expect(await findForm(db, { account_id: 1, ref: { id: 1, uuid: undefined } })).toMatchObject({
      inbox_count: 1,
    });
    await expect(deleteFormBatch(db, asked)).rejects.toMatchObject({ code: "not_found" });
  });

  it("is not done for another account", async () => {
    const asked = { account_id: 2, form_id: 1 };

    await expect(deleteFormBatch(fixture.db, asked)).rejects.toMatchObject({ code: "not_found" });
  });
});
