import { describe, expect, it } from "vitest";
import { chooseFormat, perPage, maxRows } from "./list-flags.ts";

const context = { json: false, preferred: undefined, isTerminal: false };

describe("chooseFormat", () => {
  it.each([
    ["tsv when piped", {}, context, "tsv"],
    ["a table on a terminal", {}, { ...context, isTerminal: true }, "table"],
    ["the format of the profile", {}, { ...context, preferred: "ndjson" as const }, "ndjson"],
    [
      "the format of the flag",
      { format: "json" as const },
      { ...context, preferred: "tsv" as const },
      "json",
    ],
    ["json under --json", {}, { ...context, json: true, preferred: "tsv" as const }, "json"],
  ])("chooses %s", (_, flags, given, expected) => {
    expect(chooseFormat(flags, given)).toBe(expected);
  });

  it("rejects --json with another format", () => {
    expect(() => chooseFormat({ format: "tsv" }, { ...context, json: true })).toThrow(
      /--format tsv/,
    );
  });
});

describe("maxRows and perPage", () => {
  it.each([
    [{ all: false }, 100, 100],
    [{ all: true }, undefined, 100],
    [{ all: false, limit: 7 }, 7, 7],
    [{ all: false, limit: 250 }, 250, 100],
  ])("for %j are %j and %j", (flags, max, size) => {
    expect([maxRows(flags), perPage(flags)]).toEqual([max, size]);
  });
});
