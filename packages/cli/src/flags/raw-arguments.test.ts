import { describe, expect, it } from "vitest";
import { hasFlag, splitAtDoubleDash, withoutReplacedFlags } from "./raw-arguments.ts";

describe("splitAtDoubleDash", () => {
  it("keeps the order of a command's words, including repeated words and further double dashes", () => {
    expect(splitAtDoubleDash(["--form", "3", "--", "sh", "--json", "sh", "--", "x"])).toEqual({
      own: ["--form", "3"],
      commandWords: ["sh", "--json", "sh", "--", "x"],
    });
  });
});

describe("hasFlag", () => {
  it("ignores the flags of a command to run", () => {
    expect(hasFlag(["--", "handler", "--json"], "--json")).toBe(false);
    expect(hasFlag(["--json", "--", "handler"], "--json")).toBe(true);
  });
});

describe("withoutReplacedFlags", () => {
  const flags = {
    form: { type: "option", char: "f" },
    set: { type: "option", multiple: true },
    all: { type: "boolean", char: "a" },
  };

  it.each([
    ["--form 1 7 --form 2", "7 --form 2"],
    ["--form=1 -f 2 --form=3 --all", "--form=3 --all"],
    ["-f1 --all --all -f2", "--all --all -f2"],
    ["--set a --set b -a", "--set a --set b -a"],
    ["--form --form 2", "--form --form 2"],
    ["--form 1 -- --form 2", "--form 1 -- --form 2"],
    ["--nope 1 --nope 2", "--nope 1 --nope 2"],
    ["--form 1 --form", "--form"],
  ])("turns %s into %s", (given, kept) => {
    expect(withoutReplacedFlags(given.split(" "), flags).join(" ")).toBe(kept);
  });
});
