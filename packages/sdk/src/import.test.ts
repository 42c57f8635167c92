import { Readable } from "node:stream";
import { type ImportOptions, type ImportRow, importBatches, readImport } from "./import.ts";

async function rowsOf(file: string | Uint8Array, options: ImportOptions = {}) {
  const bytes = Buffer.from(file);
  // In small parts, which cut characters and rows.
  const parts = Array.from({ length: Math.ceil(bytes.length / 997) }, (_, n) =>
    bytes.subarray(n * 997, (n + 1) * 997),
  );
  return Array.fromAsync(readImport(Readable.from(parts), options));
}
const fieldsOf = (rows: readonly ImportRow[]) =>
  rows.map(({ submission, problem }) =>
    submission === undefined
      ? problem
      : Object.fromEntries(submission.form_params.map(({ name, value }) => [name, value])),
  );
const ADA = { name: 'Zoë, "A"', text: "two\nlines" };

describe("a file to import", () => {
  it.each([
    ["commas", 'name,text\r\n"Zoë, ""A""","two\nlines"\r\n'],
    ["semicolons and a byte order mark", '\ufeffname;text\n"Zoë, ""A""";"two\nlines"'],
    ["JSON", JSON.stringify([{ ...ADA, empty: null }])],
    ["lines of JSON", `${JSON.stringify(ADA)}\n\n`],
    ["an export of Intray", JSON.stringify({ submissions: [{ payload_params: ADA }] })],
    ["UTF-16", Buffer.from('\ufeffname\ttext\n"Zoë, ""A"""\t"two\nlines"', "utf16le")],
    ["Latin-1", Buffer.from('name,text\n"Zoë, ""A""","two\nlines"', "latin1"), "windows-1252"],
  ])("is read with %s", async (_, file, encoding?: string) => {
    const rows = await rowsOf(file, encoding === undefined ? {} : { encoding });

    expect(fieldsOf(rows)).toEqual([ADA]);
  });

  it.each([
    ["a quote that is never closed", `a\n"${"x".repeat(500_000)}`, /longer than|never closed/],
    ["a cell of megabytes", `a\n${"x".repeat(3_000_000)}\n`, /longer than/],
    ["a line of megabytes", `{"a":1}\n"${"x".repeat(500_000)}`, /line is longer/],
    ["Latin-1 without its name", Buffer.from("a\nZoë", "latin1"), /not in utf-8/],
    ["an unknown encoding", Buffer.from("a\nb"), /no known encoding/, "klingon"],
    ["a column twice", "a,b,a\n1,2,3", /"a" is there twice/],
    ["broken JSON", '[{"a":1}', /no valid JSON/],
    ["nothing", "", /no rows/],
  ])("is refused as a whole: %s", async (_, file, message, encoding?: string) => {
    await expect(rowsOf(file, encoding === undefined ? {} : { encoding })).rejects.toThrow(message);
  });

  it("names rows that cannot be imported, and reads the others", async () => {
    const rows = await rowsOf(
      "a,at\n1,2024-01-01\na,at\n1,2,3\n\0,2024-01-01\n2,31/02/2024\n2,\n",
      { time: "at", dateOrder: "day-first" },
    );

    expect(fieldsOf(rows)).toEqual([
      { a: "1" },
      "It repeats the header.",
      "It has 3 cells, and the header has 2.",
      expect.stringContaining("U+0000"),
      expect.stringContaining('"31/02/2024" is not a known time'),
      { a: "2" },
    ]);
  });

  it("maps columns, and has the same keys each time, by row or by a column", async () => {
    const options = { map: { Mail: "email", IP: "" }, dedupe: "ID" };
    const [first, second] = ["ID,Mail,IP\n7,a@b.c,::1\n", "ID,Mail,IP\n8,x@y.z,\n7,other,\n"];

    const one = await rowsOf(first, options);
    const other = await rowsOf(second, options);
    const twice = await rowsOf("a\n1\n1\n");

    expect(fieldsOf(one)).toEqual([{ ID: "7", email: "a@b.c" }]);
    const keys = (rows: readonly ImportRow[]) => rows.map(({ submission }) => submission?.key);
    expect([keys(other)[1], new Set(keys(twice)).size]).toEqual([keys(one)[0], 2]);
    expect(keys(await rowsOf("a\n1\n1\n"))).toEqual(keys(twice));
  });

  it("is sent in requests of bounded size", async () => {
    const lines = Array.from({ length: 450 }, (_, n) => `${n},${"x".repeat(n < 10 ? 99_000 : 1)}`);
    const rows = readImport(Readable.from([Buffer.from(`a,b\n${lines.join("\n")}`)]));

    const batches = await Array.fromAsync(importBatches(rows));

    expect(batches.map(({ length }) => length)).toEqual([4, 4, 200, 200, 42]);
  });
});

it.each([
  ["2024-03-31T14:05:06.7+02:00", {}, "2024-03-31T12:05:06.700Z"],
  ["2024-03-31 14:05:06 UTC", {}, "2024-03-31T14:05:06.000Z"],
  ["2024-03-31 14:05", { timeZone: "Europe/Berlin" }, "2024-03-31T12:05:00.000Z"],
  ["2024-10-27 02:30", { timeZone: "Europe/Berlin" }, "2024-10-27T00:30:00.000Z"],
  ["3/4/2024 12:05 AM", { dateOrder: "month-first" }, "2024-03-04T00:05:00.000Z"],
  ["3/4/2024, 1:05:00 PM", { dateOrder: "day-first" }, "2024-04-03T13:05:00.000Z"],
  ["1711893900", {}, "2024-03-31T14:05:00.000Z"],
  ["2024-03-31 02:30", { timeZone: "Europe/Berlin" }, /did not exist/],
  ["3/4/2024", {}, /day-first or month-first/],
  ["2024-02-30", {}, /is not a known time/],
  ["2024-01-01 25:00", {}, /is not a known time/],
  ["yesterday", {}, /is not a known time/],
] as const)("a time of a row %s %j is %s", async (text, options, expected) => {
  const [row] = await rowsOf(`a\tat\n1\t${text}`, { time: "at", ...options });

  expect(row?.submission?.submitted_at ?? row?.problem).toMatch(expected);
});
