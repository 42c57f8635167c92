import { type ItemState, type QueueItem, UNKNOWN_TO_SERVER } from "./item.ts";
import type { HandlerOutcome } from "./outcome.ts";
import { DEFAULT_POLICY, newItem, transition } from "./transition.ts";

const NOW = 1_000_000;
const seen = newItem(7, 1);
const running = transition(seen, { kind: "started" }, DEFAULT_POLICY);
const inState = (state: ItemState): QueueItem => ({ ...running, state });
const exit = (code: number): HandlerOutcome => ({ kind: "exit", code });

const finish = (item: QueueItem, outcome: HandlerOutcome, policy = DEFAULT_POLICY): QueueItem =>
  transition(item, { kind: "finished", outcome, output: "", now: NOW, jitter: 0.5 }, policy);

describe("a finished handler", () => {
  it("counts the attempt before it starts", () => {
    expect(running).toMatchObject({ attempts: 1, starts: 1, state: { kind: "running" } });
  });

  const retrying = (reason: string, dueAt = NOW + 15_000): ItemState => ({
    kind: "retry",
    dueAt,
    reason,
  });
  const left = { attempts: 0, starts: 1, state: { kind: "seen" } } as const;
  it.each<[HandlerOutcome, Partial<QueueItem>]>([
    [exit(0), { attempts: 1, state: { kind: "handled" } }],
    [exit(1), { attempts: 1, state: retrying("exit 1") }],
    [
      { kind: "signal", signal: "SIGSEGV" },
      { attempts: 1, state: retrying("signal SIGSEGV") },
    ],
    [
      { kind: "timeout", timeoutMs: 60_000 },
      { attempts: 1, state: retrying("timed out after 60 s") },
    ],
    [exit(65), { attempts: 1, state: { kind: "dead", reason: "exit 65", mark: { kind: "left" } } }],
    [exit(75), { attempts: 0, deferrals: 1, state: retrying("exit 75") }],
    [exit(78), left],
    [exit(126), left],
    [exit(127), left],
    [
      { kind: "could-not-start", reason: "not found" },
      { ...left, starts: 0 },
    ],
    [
      { kind: "interrupted" },
      { attempts: 0, interruptions: 1, state: retrying("interrupted", NOW) },
    ],
  ])("that ended with %j leads to the expected state", (outcome, expected) => {
    expect(finish(running, outcome)).toMatchObject(expected);
  });

  it("returns to its retry when it is misconfigured", () => {
    const retry: ItemState = { kind: "retry", dueAt: 5, reason: "exit 1" };
    const again = transition({ ...inState(retry) }, { kind: "started" }, DEFAULT_POLICY);

    expect(finish(again, exit(127))).toMatchObject({ attempts: 1, state: retry });
  });

  it("is dead after the last attempt, not before", () => {
    let item = seen;
    const states: string[] = [];
    for (let tries = 0; tries < 5; tries += 1) {
      item = finish(transition(item, { kind: "started" }, DEFAULT_POLICY), exit(1));
      states.push(item.state.kind);
    }

    expect([states, item.attempts]).toEqual([["retry", "retry", "retry", "retry", "dead"], 5]);
  });

  it("is dead after 20 interruptions, with no attempt used", () => {
    let item = seen;
    let interruptions = 0;
    while (item.state.kind === "seen" || item.state.kind === "retry") {
      item = finish(transition(item, { kind: "started" }, DEFAULT_POLICY), { kind: "interrupted" });
      interruptions += 1;
    }

    expect(interruptions).toBe(20);
    expect(item).toMatchObject({ attempts: 0, state: { kind: "dead" } });
  });
});

describe("the list", () => {
  it.each<[string, ItemState]>([
    ["acked", { kind: "acked", walk: 4 }],
    ["gone", { kind: "gone", reason: "read", walk: 4 }],
    ["dead and marked", { kind: "dead", reason: "exit 65", mark: { kind: "done", walk: 4 } }],
  ])("requeues an item that was %s, in a later walk only", (_name, state) => {
    const before = inState(state);

    expect(transition(before, { kind: "listed", walk: 4 }, DEFAULT_POLICY)).toBe(before);
    expect(transition(before, { kind: "listed", walk: 5 }, DEFAULT_POLICY)).toEqual({
      ...newItem(7, 1),
      generation: 2,
    });
  });

  it.each<ItemState>([
    { kind: "seen" },
    { kind: "handled" },
    { kind: "retry", dueAt: 1, reason: "exit 1" },
    { kind: "dead", reason: "exit 65", mark: { kind: "left" } },
    { kind: "dead", reason: "exit 65", mark: { kind: "owed" } },
    { kind: "gone", reason: UNKNOWN_TO_SERVER, walk: 4 },
    { kind: "running", before: { kind: "seen" } },
  ])("changes nothing for %j", (state) => {
    const before = inState(state);

    expect(transition(before, { kind: "listed", walk: 99 }, DEFAULT_POLICY)).toBe(before);
  });
});

it("an acknowledgement finishes a handled item, and no other", () => {
  const handled = inState({ kind: "handled" });

  expect(transition(handled, { kind: "marked", walk: 3 }, DEFAULT_POLICY).state).toEqual({
    kind: "acked",
    walk: 3,
  });
  expect(
    transition(handled, { kind: "unknown-to-server", walk: 3 }, DEFAULT_POLICY).state,
  ).toMatchObject({ kind: "gone", walk: 3 });
  expect(() => transition(seen, { kind: "marked", walk: 3 }, DEFAULT_POLICY)).toThrow(
    "submission 7 is seen: it cannot be marked",
  );
});

describe("a lease", () => {
  const leased = (item: QueueItem, claims: number) =>
    transition(item, { kind: "leased", claims, now: 1_000 }, DEFAULT_POLICY);

  it("sets the attempts to the server's count, less deferrals and interruptions", () => {
    const deferred = finish(running, exit(75));

    expect(leased(seen, 1)).toMatchObject({ attempts: 0, starts: 0, state: { kind: "seen" } });
    const again = { kind: "retry", dueAt: 1_000 };
    expect(leased(seen, 4)).toMatchObject({ attempts: 3, starts: 3, state: again });
    expect(leased(deferred, 3)).toMatchObject({ attempts: 1, starts: 2, state: again });
    expect(leased(deferred, 2)).toMatchObject({ attempts: 0, starts: 1, state: { kind: "seen" } });
  });

  it.each<ItemState>([
    { kind: "acked", walk: 9 },
    { kind: "gone", walk: 9, reason: "read" },
    { kind: "dead", reason: "exit 65", mark: { kind: "left" } },
  ])("requeues an item that was %j", (state) => {
    expect(leased(inState(state), 2)).toMatchObject({
      generation: 2,
      attempts: 1,
      state: { kind: "retry", dueAt: 1_000 },
    });
  });

  it.each<ItemState>([
    { kind: "running", before: { kind: "seen" } },
    { kind: "handled" },
    { kind: "gone", walk: 1, reason: UNKNOWN_TO_SERVER },
  ])("leaves an item that is %j unchanged", (state) => {
    const item = inState(state);

    expect(leased(item, 2)).toBe(item);
  });
});
