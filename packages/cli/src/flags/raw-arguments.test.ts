import { describe, expect, it } from "vitest";
import { splitAtDoubleDash, hasFlag } from "./raw-arguments.ts";

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
