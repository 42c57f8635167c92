/** A terminal inbox in use: calls the API for the keys that are pressed, and follows new submissions. */
import type { Intray, Submission, SubmissionListParams } from "@intray/sdk";
import type { Pause } from "../clock.ts";
import { ignoreNotFound } from "../errors/sdk-problem.ts";
import { EventFeed, RECONNECTED } from "../live/event-feed.ts";
import { followSubmissions } from "../live/new-submissions.ts";
import { SUBMISSION_FILTERS } from "../records/submissions.ts";
import type { Action, InboxState, MarkKey } from "./state.ts";
import { acted, currentOf, EMPTY, marksOf, reduce } from "./state.ts";

const PER_PAGE = 50;
/** The next page is loaded this many rows before the end. */
const ROWS_AHEAD = 20;
/** A submission may appear in lists up to this much later than its time. */
const OVERLAP_MS = 10_000;
/** The ages of rows are shown anew this often. */
const TICK_MS = 30_000;

interface SessionOptions {
  readonly client: Intray;
  readonly query: SubmissionListParams;
  /** Consecutive retries of a lost connection. */
  readonly retries: number;
  readonly newToken: () => string;
  readonly pause: Pause;
  /** Opens the page of a submission in the browser; returns what came of it. */
  readonly openPage: (id: number) => Promise<string>;
  readonly describe: (error: unknown) => string;
}

export class InboxSession {
  readonly #options: SessionOptions;
  readonly #listeners = new Set<() => void>();
  readonly #ended = new AbortController();
  #state = EMPTY;
  /** The newest query, which may not be listed yet. */
  #asked: SubmissionListParams = {};
  /** Ends what follows the listed query. */
  #query = new AbortController();
  /** Changes run one after another, so that undoing comes after what it undoes. */
  #last: Promise<void> = Promise.resolve();
  #isLoading = false;
  /** Submissions that somebody changed. */
  readonly #stale = new Set<number>();

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** Aborted when the person quits. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  readonly state = (): InboxState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Loads the first page. @throws the SDK's error if that fails. */
  async start(): Promise<void> {
    await this.#list(this.#options.query);
    void this.#tick();
  }

  end(): void {
    this.#ended.abort();
    this.#query.abort();
  }

  /** @param key As typed, or a name: up, down, enter, escape, pageup, pagedown, home, end, tab, backspace. */
  press(key: string): void {
    const { mode } = this.#state;
    if (mode === "search") return this.#typeSearch(key);
    if (mode === "forms") return this.#chooseForm(key);
    if (mode === "keys") return this.#set({ mode: "list" });
    const isReading = mode === "reading";
    const move = (by: number) => this.#dispatch({ kind: "moved", by });
    const moveOrScroll = (by: number) =>
      isReading ? this.#dispatch({ kind: "scrolled", by }) : move(by);
    switch (key) {
      case "q":
        return this.end();
      case "j":
      case "k":
        return move(key === "j" ? 1 : -1);
      case "down":
      case "up":
        return moveOrScroll(key === "down" ? 1 : -1);
      case " ":
      case "pagedown":
      case "pageup":
        return moveOrScroll(key === "pageup" ? -PAGE_ROWS : PAGE_ROWS);
      case "home":
      case "end":
        return moveOrScroll(key === "end" ? Number.MAX_SAFE_INTEGER : -Number.MAX_SAFE_INTEGER);
      case "enter":
      case "right":
        return this.#state.current === undefined ? undefined : this.#set({ mode: "reading" });
      case "u":
      case "left":
      case "escape":
        return this.#set({ mode: "list" });
      case "x":
        return this.#dispatch({ kind: "toggled" });
      case "e":
      case "s":
      case "#":
        return this.#mark(key);
      case "z":
        return this.#undo();
      case "/":
        return this.#set({ mode: "search", draft: this.#state.query.query ?? "" });
      case "f":
        return this.#openForms();
      case "tab":
        return this.#requery({ filter_by: nextFilter(this.#asked.filter_by) });
      case "o":
        return this.#openPage();
      case "?":
        return this.#set({ mode: "keys" });
    }
  }

  #typeSearch(key: string): void {
    const { draft } = this.#state;
    if (key === "escape") this.#set({ mode: "list" });
    else if (key === "enter") this.#requery({ query: draft.trim() || undefined });
    else if (key === "backspace") this.#set({ draft: draft.replace(/.$/su, "") });
    else if (!KEY_NAMES.has(key)) this.#set({ draft: draft + key });
  }

  #chooseForm(key: string): void {
    const { choice, forms } = this.#state;
    if (key === "enter") this.#requery({ form_id: forms[choice - 1]?.id });
    else if (key === "j" || key === "down")
      this.#set({ choice: Math.min(choice + 1, forms.length) });
    else if (key === "k" || key === "up") this.#set({ choice: Math.max(choice - 1, 0) });
    else this.#set({ mode: "list" });
  }

  #openForms(): void {
    this.#attempt(async () => {
      const { forms } = await this.#options.client.forms.list({ per_page: 100 });
      const chosen = forms.findIndex(({ id }) => String(id) === String(this.#state.query.form_id));
      this.#set({ mode: "forms", forms, choice: chosen + 1 });
    });
  }

  #openPage(): void {
    const { current } = this.#state;
    if (current === undefined) return;
    this.#attempt(async () => this.#set({ notice: await this.#options.openPage(current) }));
  }

  #mark(key: MarkKey): void {
    const before = acted(this.#state);
    if (before.length === 0) return;
    const { marks, result } = marksOf(key, before);
    const move = { token: this.#options.newToken(), before };
    const notice = `${plural(before.length)} ${result}. z undoes it.`;
    this.#dispatch({ kind: "marked", marks, move, notice });
    const ids = before.map(({ id }) => id);
    this.#enqueue(async () => {
      const { client, describe } = this.#options;
      try {
        const { results } = await client.submissions.updateBulk(ids, marks, { undo: move.token });
        const gone = results.filter(({ status }) => status === "not_found");
        if (gone.length === 0) return;
        this.#dispatch({ kind: "removed", ids: gone.map(({ submission_id: id }) => id) });
        this.#set({ notice: `${plural(gone.length)} had been deleted in the meantime.` });
      } catch (error) {
        this.#dispatch({ kind: "refused", move, notice: `Not ${result}: ${describe(error)}` });
      }
    });
  }

  #undo(): void {
    this.#enqueue(async () => {
      const move = this.#state.moves.at(-1);
      if (move === undefined) return this.#set({ notice: "There is nothing to undo." });
      const { client } = this.#options;
      let undone = await client.submissions.undo(move.token);
      while (undone.remaining > 0) undone = await client.submissions.undo(move.token);
      const { restored, kept } = undone;
      const others = kept === 0 ? "" : ` ${plural(kept)} changed or deleted since, and left alone.`;
      const notice = `Undone: ${plural(restored)} as before.${others}`;
      if (kept === 0) return this.#dispatch({ kind: "undone", move, notice });
      // What somebody else changed is to be read again.
      this.#dispatch({ kind: "undone", move: { ...move, before: [] }, notice });
      for (const { id } of move.before) await this.#refresh(id);
    });
  }

  /** Marks what is read as seen, like the dashboard, and as done where the form says so. */
  #markSeen({ id, form, seen_at, read, claim }: Submission): void {
    this.#enqueue(async () => {
      const { client } = this.#options;
      try {
        const { opening_marks_read } = await client.forms.get(form.uuid);
        const isDone = opening_marks_read && !read && claim === undefined;
        if (seen_at !== null && !isDone) return;
        const change = { seen: true, ...(isDone && { read: true }) };
        const submission = await client.submissions.update(id, change);
        this.#dispatch({ kind: "changed", submission });
      } catch {
        // A key that may only read marks nothing by reading; a lost connection is reported by the feed.
      }
    });
  }

  /** One after another, and each once, since somebody may mark thousands at once. */
  async #refreshSoon(id: number): Promise<void> {
    if (this.#stale.add(id).size > 1) return;
    for (const one of this.#stale) {
      await this.#report(() => this.#refresh(one));
      this.#stale.delete(one);
    }
  }

  async #refresh(id: number): Promise<void> {
    if (!this.#state.loaded.some((one) => one.id === id)) return;
    const submission = await ignoreNotFound(this.#options.client.submissions.get(id));
    if (submission === undefined) this.#dispatch({ kind: "removed", ids: [id] });
    else this.#dispatch({ kind: "changed", submission });
  }

  #requery(change: {
    [Name in "query" | "form_id" | "filter_by"]?: SubmissionListParams[Name] | undefined;
  }): void {
    const members = Object.entries({ ...this.#asked, ...change });
    const query = Object.fromEntries(
      members.filter(([, value]) => value !== undefined),
    ) as SubmissionListParams;
    this.#set({ mode: "list" });
    this.#attempt(() => this.#list(query));
  }

  async #list(query: SubmissionListParams): Promise<void> {
    this.#asked = query;
    const stop = new AbortController();
    try {
      const page = await this.#page(query, undefined);
      // Meanwhile another one was asked for.
      if (this.#asked !== query || this.ended.aborted) return;
      this.#query.abort();
      this.#query = stop;
      this.#dispatch({ kind: "listed", query, page });
      void this.#follow(query, page.submissions[0], stop.signal);
    } catch (error) {
      if (this.#asked === query) this.#asked = this.#state.query;
      throw error;
    }
  }

  async #page(query: SubmissionListParams, cursor: string | undefined) {
    const params = { ...query, per_page: PER_PAGE, ...(cursor !== undefined && { cursor }) };
    const { submissions, meta } = await this.#options.client.submissions.list(params);
    return { submissions, next: meta.next_cursor ?? null };
  }

  async #loadMore(): Promise<void> {
    const { rows, current, next, query } = this.#state;
    const at = rows.findIndex(({ id }) => id === current);
    if (this.#isLoading || next === null || at + ROWS_AHEAD < rows.length) return;
    this.#isLoading = true;
    try {
      const page = await this.#page(query, next);
      if (query === this.#state.query) this.#dispatch({ kind: "continued", page });
    } catch (error) {
      this.#set({ notice: `The next page could not be loaded: ${this.#options.describe(error)}` });
    } finally {
      this.#isLoading = false;
    }
  }

  /** Adds new submissions until the signal fires. @param newest The newest one of the list. */
  async #follow(
    query: SubmissionListParams,
    newest: Submission | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { client, retries, describe } = this.#options;
    const note = (sentence: string) =>
      this.#set({ problem: sentence === RECONNECTED ? "" : `Connection lost. ${sentence}` });
    const form = query.form_id === undefined ? undefined : String(query.form_id);
    const feed = new EventFeed({ client, form, lastEventId: undefined, retries, signal, note });
    const since = newest === undefined ? 0 : Date.parse(newest.created_at) - OVERLAP_MS;
    const created_after = new Date(
      Math.max(since, Date.parse(query.created_after ?? "") || 0),
    ).toISOString();
    try {
      for await (const submission of followSubmissions({
        client,
        feed,
        query: { ...query, created_after },
        isResumed: false,
        onConnected: () => this.#set({ problem: "" }),
        onChanged: (id) => void this.#refreshSoon(id),
      })) {
        this.#dispatch({ kind: "arrived", submission });
      }
    } catch (error) {
      if (signal.aborted) return;
      this.#set({
        problem: `New submissions do not appear any more: ${describe(error)} Start again.`,
      });
    }
  }

  async #tick(): Promise<void> {
    while (!this.ended.aborted) {
      await this.#options.pause(TICK_MS, this.ended);
      this.#set({});
    }
  }

  #enqueue(change: () => Promise<void>): void {
    this.#last = this.#last.then(() => this.#report(change));
  }

  #attempt(action: () => Promise<void>): void {
    void this.#report(action);
  }

  async #report(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.#set({ notice: this.#options.describe(error) });
    }
  }

  #set(to: Extract<Action, { kind: "set" }>["to"]): void {
    this.#dispatch({ kind: "set", to });
  }

  #dispatch(action: Action): void {
    const before = this.#state;
    if (this.ended.aborted) return;
    this.#state = reduce(before, action);
    const read = this.#state.mode === "reading" ? currentOf(this.#state) : undefined;
    if (read !== undefined && (before.mode !== "reading" || before.current !== read.id)) {
      this.#markSeen(read);
    }
    if (action.kind === "moved" || action.kind === "marked") void this.#loadMore();
    for (const listener of this.#listeners) listener();
  }
}

const PAGE_ROWS = 10;
const KEY_NAMES = new Set(
  "up down left right enter escape pageup pagedown home end tab".split(" "),
);

const plural = (count: number): string => (count === 1 ? "1 submission" : `${count} submissions`);

function nextFilter(filter: string | undefined) {
  const at = SUBMISSION_FILTERS.findIndex((one) => one === (filter ?? "all"));
  return SUBMISSION_FILTERS[(at + 1) % SUBMISSION_FILTERS.length];
}
