import { describe, expect, it } from "vitest";
import { splitAtDoubleDash, hasFlag } from "./raw-arguments.ts";

describe("cutAtDashes", () => {
  it("leaves the words of a command in their order, repeated ones and further dashes included", () => {
    expect(splitAtDoubleDash(["--form", "3", "--", "sh", "--json", "sh", "--", "x"])).toEqual({
      own: ["--form", "3"],
      words: ["sh", "--json", "sh", "--", "x"],
    });
  });
});

describe("hasFlag", () => {
  it("does not see the flags of a command to run", () => {
    expect(hasFlag(["--", "handler", "--json"], "--json")).toBe(false);
    expect(hasFlag(["--json", "--", "handler"], "--json")).toBe(true);
  });
});
