import { newSubmission, useSharedFixture, newAttachment } from "../../../test/fixture.ts";
import { submissionText } from "../../domain/submission/submission-text.ts";
import { submissionRows } from "./submission-rows.ts";
import { serializeSubmission, serializeSubmissions } from "./serialized-submissions.ts";
import { updateSubmission } from "./submissions.ts";

const filesUrl = "https://files.example.org";
const SHOWN = { publicUrl: "https://forms.example.org", filesUrl, now: 5_000 };
/** Lengths of a value in characters; the reused buffer has half a MiB. */
const SIZES = [1, 100_000, 200, 180_000, 60_000, 2_000_000, 3, 500_000];
const ATTACHMENT = newAttachment(1, { name: "notes.txt", sha256: "05".repeat(32) });

describe("serialized submissions", () => {
  const fixture = useSharedFixture();
  let ids: readonly number[];
  beforeAll(async () => {
    const made: number[] = [];
    for (const [n, size] of SIZES.entries()) {
      const fields = JSON.stringify([["message", "ü".repeat(size)]]);
      const attachments = n === 2 ? [ATTACHMENT] : [];
      const { id } = await fixture.accept(newSubmission(n, { fields, attachments }));
      made.push(id);
    }
    ids = made;
  });

  it("are the JSON of their rows in the requested order, of any size", async () => {
    const { db } = fixture;
    for (const request of [ids, ids.toReversed(), ids.slice(5, 6), ids.slice(0, 1)]) {
      const rows = await submissionRows(db, { ids: request });
      const { bytes } = await serializeSubmissions(db, { ids: request, ...SHOWN });

      expect(rows.map((row) => row.id)).toEqual(request);
      const texts = rows.map((row) => submissionText(row, SHOWN));
      expect(Buffer.from(bytes).toString() === `[${texts.join(",")}]`).toBe(true);
    }
  });

  it("leave out missing ids", async () => {
    const { db } = fixture;

    const none = await serializeSubmissions(db, { ids: [], ...SHOWN });
    const unknown = await serializeSubmissions(db, { ids: [999], ...SHOWN });
    const one = await serializeSubmissions(db, { ids: [999, ids[0] ?? 0, 998], ...SHOWN });

    expect(Buffer.from(none.bytes).toString()).toBe("[]");
    expect(Buffer.from(unknown.bytes).toString()).toBe("[]");
    expect(JSON.parse(Buffer.from(one.bytes).toString())).toMatchObject([{ id: ids[0] }]);
  });

  it("include their files, and nothing of another account or form", async () => {
    const { db } = fixture;
    const id = ids[2] ?? 0;

    const one = await serializeSubmission(db, { id, account_id: 1, ...SHOWN });

    expect(JSON.parse(one?.text ?? "")).toMatchObject({
      id,
      attachments: [
        {
          name: "notes.txt",
          sha256: "05".repeat(32),
          public_url: `${filesUrl}/api/v1/attachments/token1/public`,
        },
      ],
    });
    expect(await serializeSubmission(db, { id, account_id: 2, ...SHOWN })).toBeUndefined();
    expect(
      await serializeSubmission(db, { id, account_id: 1, form_id: 2, ...SHOWN }),
    ).toBeUndefined();
  });

  it("are empty as soon as their form is deleted", async () => {
    const { db } = fixture;
    await updateSubmission(db, { id: ids[0] ?? 0, account_id: 1, change: { read: true }, now: 1 });
    await db.updateTable("form").set({ deleted_at: 1 }).where("id", "=", 1).execute();

    const { bytes } = await serializeSubmissions(db, { ids, ...SHOWN });

    expect(Buffer.from(bytes).toString()).toBe("[]");
  });
});
