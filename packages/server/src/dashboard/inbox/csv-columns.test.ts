import type { FieldValue, Submission } from "@intray/sdk/schemas";
import { createColumns } from "./export.ts";

const SEVEN = { id: 7, form_id: 1, form: { name: "F" }, attachments: [] };
const of = (...form_params: readonly { name: string; value: FieldValue }[]): Submission =>
  ({ ...SEVEN, tags: ["vip", "call back"], form_params }) as unknown as Submission;

/** The columns of the submission itself, which come first. */
const OWN = createColumns().header().length;
const fields = <T>(row: readonly T[]) => row.slice(OWN);

describe("the columns of an export", () => {
  it("are those of all rows in first-seen order, distinct from the submission's own", () => {
    const columns = createColumns();
    columns.add(of({ name: "b", value: "1" }, { name: "_id", value: "x" }));
    columns.add(of({ name: "a", value: "2" }, { name: "__proto__", value: "y" }));

    const cells = columns.cells(of({ name: "__proto__", value: "p" }, { name: "_id", value: "8" }));

    expect(fields(columns.header())).toEqual(["b", "__id", "a", "___proto__"]);
    expect(columns.header()[0]).toBe("_id");
    expect([cells[0], ...fields(cells)]).toEqual(["7", "", "8", "", "p"]);
    expect(cells[columns.header().indexOf("_tags")]).toBe("vip, call back");
  });

  it("join the values of a repeated field", () => {
    const columns = createColumns();
    const row = of(
      { name: "a", value: ["1", "2"] },
      { name: "a", value: "" },
      { name: "a", value: "3" },
    );
    columns.add(row);

    expect(fields(columns.cells(row))).toEqual(["1, 2, , 3"]);
  });

  it("are limited in number; further fields are in the last one", () => {
    const columns = createColumns();
    for (let i = 0; i < 1_000; i += 1) columns.add(of({ name: `f${i}`, value: "" }));
    const row = of({ name: "one more", value: "x" }, { name: "f0", value: "y" });
    columns.add(row);

    const cells = fields(columns.cells(row));

    expect([columns.header().length, columns.header().at(-1)]).toEqual([OWN + 1_001, "_more"]);
    expect([cells[0], cells.at(-1)]).toEqual(["y", '[["one more","x"]]']);
  });

  it("detect a row with a field that was never added", () => {
    const columns = createColumns();
    columns.add(of({ name: "a", value: "1" }));

    const a = { name: "a", value: "2" };
    const rows = [of(a), of(a, { name: "b", value: "3" })];
    expect(rows.map((row) => columns.hasColumnsFor(row))).toEqual([true, false]);
  });
});
