/** The state of the terminal inbox, and what keys and the server change of it. */
import type { Form, Submission, SubmissionListParams } from "@intray/sdk";
import { matchesState } from "../live/new-submissions.ts";

export type Marks = Partial<Pick<Submission, "read" | "spam" | "trash">>;

/** A change that can be undone by its token, and the submissions before it. */
export type Move = { readonly token: string; readonly before: readonly Submission[] };

export interface InboxState {
  /** What is shown over the list. */
  readonly mode: "list" | "reading" | "search" | "forms" | "keys";
  readonly query: SubmissionListParams;
  /** Loaded submissions, newest first; also those that a mark has hidden. */
  readonly loaded: readonly Submission[];
  /** Those of them that the filter shows. */
  readonly rows: readonly Submission[];
  /** Id of the submission under the cursor; `undefined` if there are no rows. */
  readonly current: number | undefined;
  readonly selected: ReadonlySet<number>;
  /** Position of the next page; `null` after the last one. */
  readonly next: string | null;
  /** First line that the reading pane shows. */
  readonly scroll: number;
  /** The moves that can be undone, the newest last. */
  readonly moves: readonly Move[];
  readonly forms: readonly Pick<Form, "id" | "name" | "project_name">[];
  /** What is typed as a search, or the number of the chosen form. */
  readonly draft: string;
  readonly choice: number;
  /** What came of the last key. */
  readonly notice: string;
  /** Why new submissions do not appear at the moment; empty while they do. */
  readonly problem: string;
}

export type Action =
  | { readonly kind: "listed"; readonly query: SubmissionListParams; readonly page: Page }
  | { readonly kind: "continued"; readonly page: Page }
  | { readonly kind: "arrived" | "changed"; readonly submission: Submission }
  | { readonly kind: "removed"; readonly ids: readonly number[] }
  | { readonly kind: "marked"; readonly marks: Marks; readonly move: Move; readonly notice: string }
  | { readonly kind: "refused" | "undone"; readonly move: Move; readonly notice: string }
  | { readonly kind: "moved" | "scrolled"; readonly by: number }
  | { readonly kind: "toggled" }
  /** Members that no other one depends on. */
  | { readonly kind: "set"; readonly to: Partial<Pick<InboxState, Settable>> };
type Settable = "mode" | "forms" | "draft" | "choice" | "notice" | "problem";

export type Page = { readonly submissions: readonly Submission[]; readonly next: string | null };

export const EMPTY: InboxState = {
  mode: "list",
  query: {},
  loaded: [],
  rows: [],
  current: undefined,
  selected: new Set(),
  next: null,
  scroll: 0,
  moves: [],
  forms: [],
  draft: "",
  choice: 0,
  notice: "",
  problem: "",
};

export const reduce = (state: InboxState, action: Action) => settle(state, apply(state, action));

function apply(state: InboxState, action: Action): InboxState {
  switch (action.kind) {
    case "listed": {
      const { query, page } = action;
      const loaded = page.submissions;
      // Ids of the submissions before say nothing about these.
      const fresh = { current: loaded[0]?.id, selected: new Set<number>(), scroll: 0, notice: "" };
      return { ...state, ...fresh, mode: "list", query, loaded, next: page.next };
    }
    case "continued": {
      const { submissions, next } = action.page;
      return { ...state, loaded: merge(state.loaded, submissions), next };
    }
    case "arrived":
      return { ...state, loaded: merge(state.loaded, [action.submission]) };
    case "changed":
      return { ...state, loaded: replace(state.loaded, [action.submission]) };
    case "removed":
      return { ...state, loaded: state.loaded.filter(({ id }) => !action.ids.includes(id)) };
    case "marked": {
      const { marks, move, notice } = action;
      const after = move.before.map((one) => ({ ...one, ...marks }));
      const marked = {
        ...state,
        loaded: replace(state.loaded, after),
        selected: new Set<number>(),
      };
      const moves = [...state.moves, move];
      // As in the dashboard: who reads goes on with the next one.
      const isReading = state.mode === "reading";
      const current = isReading ? (neighbor(state, 1) ?? neighbor(state, -1)) : state.current;
      return { ...marked, moves, notice, current, scroll: isReading ? 0 : state.scroll };
    }
    case "refused":
    case "undone": {
      const { move, notice } = action;
      const moves = state.moves.filter(({ token }) => token !== move.token);
      const loaded = state.loaded.map((one) => {
        const { read, spam, trash } = move.before.find(({ id }) => id === one.id) ?? one;
        return { ...one, read, spam, trash };
      });
      return { ...state, loaded, moves, notice };
    }
    case "moved": {
      const current = neighbor(state, action.by) ?? state.current;
      return {
        ...state,
        current,
        scroll: current === state.current ? state.scroll : 0,
        notice: "",
      };
    }
    case "scrolled":
      return { ...state, scroll: Math.max(0, state.scroll + action.by) };
    case "toggled": {
      const selected = new Set(state.selected);
      const { current } = state;
      if (current !== undefined && !selected.delete(current)) selected.add(current);
      return { ...state, selected };
    }
    case "set":
      return { ...state, ...action.to };
  }
}

/** Updates what follows from the loaded submissions. The cursor keeps its place if its row has gone. */
function settle(before: InboxState, state: InboxState): InboxState {
  const { loaded, query, mode, current } = state;
  // Opening may mark a submission done; it stays until the person goes on.
  const rows = loaded.filter(
    (one) => matchesState(one, query) || (mode === "reading" && one.id === current),
  );
  const ids = new Set(rows.map(({ id }) => id));
  const selected = new Set([...state.selected].filter((id) => ids.has(id)));
  if (current !== undefined && ids.has(current)) return { ...state, rows, selected };
  const place = before.rows.findIndex(({ id }) => id === current);
  const next = rows[Math.min(Math.max(place, 0), rows.length - 1)]?.id;
  return {
    ...state,
    rows,
    selected,
    current: next,
    mode: next === undefined && mode === "reading" ? "list" : mode,
  };
}

/** The id of the row so many rows below the current one, at most the last one; `undefined` if that is the same. */
function neighbor({ rows, current }: InboxState, by: number): number | undefined {
  const at = rows.findIndex(({ id }) => id === current);
  const id = rows[Math.max(0, Math.min(at + by, rows.length - 1))]?.id;
  return id === current ? undefined : id;
}

export const currentOf = ({ rows, current }: InboxState) => rows.find(({ id }) => id === current);

/** What a mark applies to: the submission that is read; in the list those selected, else the one under the cursor. */
export function acted({ mode, rows, selected, current }: InboxState): readonly Submission[] {
  const isOne = mode === "reading" || selected.size === 0;
  return rows.filter(({ id }) => (isOne ? id === current : selected.has(id)));
}

export type MarkKey = "e" | "s" | "#";

/** The marks that a key gives to these submissions, and what it says of them. */
export function marksOf(
  key: MarkKey,
  submissions: readonly Submission[],
): { readonly marks: Marks; readonly result: string } {
  const { mark, done, undone } = MARK_KEYS[key];
  const isBack = submissions.every((one) => one[mark]);
  return { marks: { [mark]: !isBack }, result: isBack ? undone : done };
}

/** In the words of the dashboard. */
const MARK_KEYS = {
  e: { mark: "read", done: "marked done", undone: "marked not done" },
  s: { mark: "spam", done: "marked spam", undone: "marked not spam" },
  "#": { mark: "trash", done: "moved to the trash", undone: "restored from the trash" },
} as const;

const replace = (loaded: readonly Submission[], by: readonly Submission[]) =>
  loaded.map((one) => by.find(({ id }) => id === one.id) ?? one);

/** Adds submissions that are not loaded yet, newest first. */
function merge(loaded: readonly Submission[], added: readonly Submission[]): readonly Submission[] {
  const ids = new Set(loaded.map(({ id }) => id));
  const all = [...loaded, ...added.filter(({ id }) => !ids.has(id))];
  return all.toSorted((a, b) =>
    a.created_at === b.created_at ? b.id - a.id : a.created_at < b.created_at ? 1 : -1,
  );
}
