import { describe, expect, it } from "vitest";
import { createQuarantine } from "./quarantine.ts";

describe("turns of what goes alone", () => {
  it("are closed for three times as long as the last one took, and say when they open", () => {
    const turns = createQuarantine();
    turns.note("waiting", 1_000);
    turns.note("begun", 1_050);
    turns.end(1_100);

    expect(turns.mayBegin(1_399)).toBe(false);
    expect(turns.opensInMs(1_100)).toBe(300);
    expect(turns.opensInMs(1_399)).toBe(1);
    expect(turns.mayBegin(1_400)).toBe(true);
    expect(turns.opensInMs(1_400)).toBe(Infinity);
  });

  it("open at once when the others have nothing to do", () => {
    const turns = createQuarantine();
    turns.note("begun", 1_000);
    turns.end(1_100);

    turns.open();

    expect(turns.mayBegin(1_100)).toBe(true);
  });

  it("are open where nothing went alone", () => {
    const turns = createQuarantine();
    turns.note("none", 1_000);
    turns.end(1_100);

    expect(turns.mayBegin(1_100)).toBe(true);
    expect(turns.opensInMs(1_100)).toBe(Infinity);
  });
});
