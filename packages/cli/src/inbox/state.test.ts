import { makeSubmission } from "../../test/fake-server.ts";
import { type Action, acted, EMPTY, marksOf, reduce } from "./state.ts";

const make = (id: number, marks = {}) => ({ ...makeSubmission(id, []), ...marks });
/** The state with submissions 3, 2 and 1, after the actions. */
const after = (...actions: readonly Action[]) => {
  const page = { submissions: [3, 2, 1].map((id) => make(id)), next: null };
  return [{ kind: "listed", query: {}, page } as const, ...actions].reduce(reduce, EMPTY);
};
const ids = (state: typeof EMPTY) => state.rows.map(({ id }) => id);
const down = { kind: "moved", by: 1 } as const;
const read = { kind: "set", to: { mode: "reading" } } as const;
const trash = (id: number) =>
  ({
    kind: "marked",
    marks: { trash: true },
    move: { token: "t", before: [make(id)] },
    notice: "",
  }) as const;

it("keeps the cursor on its submission when others arrive, each once", () => {
  const state = after(
    down,
    ...[5, 4, 4].map((id) => ({ kind: "arrived", submission: make(id) }) as const),
  );

  expect([ids(state), state.current]).toEqual([[5, 4, 3, 2, 1], 2]);
});

it.each([
  ["the next row, if the one under the cursor goes", [down, trash(2)], [3, 1], 1],
  ["the last row, if the last one goes", [down, down, trash(1)], [3, 2], 2],
  ["the next submission, from one that is read", [read, trash(3)], [2, 1], 2],
  ["nothing, if none is left", [{ kind: "removed", ids: [1, 2, 3] }], [], undefined],
  ["no further than to the last one", [{ kind: "moved", by: 99 }], [3, 2, 1], 1],
] as const)("moves the cursor to %s", (_, actions, rows, current) => {
  const state = after(...actions);

  expect(ids(state)).toEqual(rows);
  expect(state.current).toBe(current);
});

const kinds = ["refused", "undone"] as const;
it.each(kinds)("shows a submission in its place once its mark is %s", (kind) => {
  const mark = trash(2);
  const state = after(mark, { kind, move: mark.move, notice: "why" });

  expect(ids(state)).toEqual([3, 2, 1]);
  expect(state).toMatchObject({ moves: [], notice: "why" });
});

it("keeps a submission that opening marks done until the person goes on", () => {
  const page = { submissions: [make(2), make(1)], next: null };
  const done = { kind: "changed", submission: make(2, { read: true }) } as const;
  const listed = reduce(EMPTY, { kind: "listed", query: { filter_by: "new" }, page });
  const opened = [read, done].reduce(reduce, listed);

  expect(ids(opened)).toEqual([2, 1]);
  expect(ids(reduce(opened, { kind: "set", to: { mode: "list" } }))).toEqual([1]);
});

it("marks those selected in the list, and only the one that is read", () => {
  const selected = after({ kind: "toggled" }, down, { kind: "toggled" }, down);

  expect(acted(selected).map(({ id }) => id)).toEqual([3, 2]);
  expect(acted(reduce(selected, read)).map(({ id }) => id)).toEqual([1]);
});

it("takes a mark back only if all have it", () => {
  expect(marksOf("e", [make(1, { read: true }), make(2)]).marks).toEqual({ read: true });
  expect(marksOf("e", [make(1, { read: true })]).marks).toEqual({ read: false });
});
