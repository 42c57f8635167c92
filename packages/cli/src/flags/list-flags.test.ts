import { chooseFormat } from "./list-flags.ts";

const context = { json: undefined, isExact: false, preferred: undefined, isTerminal: false };
const json = { ...context, json: "json" as const };

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
    ["json under --json", {}, { ...json, isExact: true, preferred: "tsv" as const }, "json"],
    ["json for an expression", {}, json, "json"],
    ["ndjson for an expression on request", { format: "ndjson" as const }, json, "ndjson"],
  ])("chooses %s", (_, flags, given, expected) => {
    expect(chooseFormat(flags, given)).toBe(expected);
  });

  it.each(["tsv", "ndjson"] as const)("rejects --json with %s", (format) => {
    expect(() => chooseFormat({ format }, { ...json, isExact: true })).toThrow(/--json.*--format/);
  });

  it("rejects an expression with a table", () => {
    expect(() => chooseFormat({ format: "table" }, json)).toThrow(/An expression.*--format table/);
  });
});
