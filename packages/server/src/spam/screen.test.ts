import { describe, expect, it } from "vitest";
import { suspect } from "../../test/suspect.ts";
import { type Check, screen } from "./screen.ts";

const finding =
  (check: string, weight: number): Check =>
  () => ({ check, weight, sentence: "Why." });

describe("screen", () => {
  it("lets through what no check minds, and doubts that stay small", () => {
    expect(screen(suspect(), [])).toEqual({ kind: "ham" });
    expect(screen(suspect(), [finding("links", 0.5), finding("words", 0.4)])).toEqual({
      kind: "ham",
    });
  });

  it("adds doubts up and names the weightiest", () => {
    expect(screen(suspect(), [finding("links", 0.3), finding("words", 0.7)])).toMatchObject({
      kind: "spam",
      reason: "words",
      findings: [{ check: "links" }, { check: "words" }],
    });
  });

  it("reckons in decimals: 0.1, 0.2 and 0.7 are one", () => {
    const checks = [finding("a", 0.1), finding("b", 0.2), finding("c", 0.7)];

    expect(screen(suspect(), checks).kind).toBe("spam");
  });

  it("takes off what speaks for ham", () => {
    const checks = [finding("pitch", 1), finding("classifier", -0.4)];

    expect(screen(suspect(), checks).kind).toBe("ham");
    expect(screen(suspect(), [...checks, finding("links", 0.4)])).toMatchObject({
      reason: "pitch",
      findings: [{ weight: 1 }, { weight: -0.4 }, { weight: 0.4 }],
    });
  });
});
