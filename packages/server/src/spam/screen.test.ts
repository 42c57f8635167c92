import { describe, expect, it } from "vitest";
import { CHECKS } from "./checks.ts";
import { type Check, screen } from "./screen.ts";

const suspect = { fields: [["a", "b"]], honeypot: null } as const;
const finding =
  (check: string, weight: number): Check =>
  () => ({ check, weight, sentence: "Why." });

describe("screen", () => {
  it("lets through what no check minds, and doubts that stay small", () => {
    expect(screen(suspect, [])).toEqual({ kind: "ham" });
    expect(screen(suspect, [finding("links", 0.5), finding("words", 0.4)])).toEqual({
      kind: "ham",
    });
  });

  it("adds doubts up and names the weightiest", () => {
    expect(screen(suspect, [finding("links", 0.3), finding("words", 0.7)])).toMatchObject({
      kind: "spam",
      reason: "words",
      findings: [{ check: "links" }, { check: "words" }],
    });
  });

  it.each([
    [null, "ham"],
    ["", "ham"],
    ["http://buy.example", "spam"],
  ])("judges by a honeypot that holds %j: %s", (honeypot, kind) => {
    expect(screen({ ...suspect, honeypot }, CHECKS).kind).toBe(kind);
  });
});
