import { displayWidth } from "./text.ts";
import { tableLines } from "./table.ts";

interface Row {
  readonly id: number;
  readonly text: string | null;
}
const COLUMNS = [
  { name: "id", value: ({ id }: Row) => id },
  { name: "text", kind: "text" as const, value: ({ text }: Row) => text },
];
const style = (width: number) => ({
  width,
  now: Date.parse("2026-05-10T12:00:00Z"),
  bold: (text: string) => text,
});
const rowsOf = (...texts: (string | null)[]): Row[] =>
  texts.map((text, i) => ({ id: i + 1, text }));

it("aligns columns under their names, whatever the cells contain", async () => {
  const rows = rowsOf("a", null, "\u001B]0;pwned\u0007\u009B2J\nb");
  const lines = await Array.fromAsync(tableLines(COLUMNS, rows, style(80)));

  const escaped = String.raw`\u001b]0;pwned\u0007\u009b2J\nb`;
  expect(lines).toEqual(["ID  TEXT", "1   a", "2", `3   ${escaped}`]);
});

it("truncates the widest column to the terminal's width", async () => {
  const lines = await Array.fromAsync(tableLines(COLUMNS, rowsOf("x".repeat(200)), style(40)));

  expect([lines.map(displayWidth), lines[1]]).toEqual([[8, 40], /…$/]);
});

it("never truncates an id or a time, and shows times relative to now", async () => {
  const columns = [
    { name: "uuid", value: () => "0123456789ab" },
    { name: "received", kind: "time" as const, value: () => "2026-05-10T09:00:00.000Z" },
    { name: "text", kind: "text" as const, value: ({ text }: Row) => text },
  ];

  const lines = await Array.fromAsync(tableLines(columns, rowsOf("x".repeat(80)), style(30)));

  expect(lines).toEqual(["UUID          RECEIVED  TEXT", "0123456789ab  3h ago    xxxxx…"]);
});

it("prints nothing for no rows", async () => {
  expect(await Array.fromAsync(tableLines(COLUMNS, [], style(80)))).toEqual([]);
});

it("buffers at most a hundred rows of an endless list", async () => {
  let taken = 0;
  function* endless(): Generator<Row> {
    for (;;) yield { id: (taken += 1), text: "t" };
  }

  const lines = tableLines(COLUMNS, endless(), style(80));
  const first = [await lines.next(), await lines.next()];
  await lines.return(undefined);

  expect([first.map(({ value }) => value), taken]).toEqual([["ID   TEXT", "1    t"], 100]);
});
