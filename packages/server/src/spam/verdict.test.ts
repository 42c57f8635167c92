import { spamCheckInput } from "../../test/spam-check-input.ts";
import { runChecks, type SpamCheck, verdictOf } from "./verdict.ts";

const finding =
  (check: string, weight: number): SpamCheck =>
  () => ({ check, weight, sentence: "Why." });

const verdict = (...checks: readonly SpamCheck[]) => verdictOf(runChecks(spamCheckInput(), checks));

it("is ham without findings and while the weights stay below 1, and keeps the findings from 0.5 on", () => {
  expect(verdict()).toEqual({ kind: "ham", findings: [] });
  expect(verdict(finding("links", 0.49))).toEqual({ kind: "ham", findings: [] });
  expect(verdict(finding("links", 0.5), finding("words", 0.4))).toMatchObject({
    kind: "ham",
    findings: [{ check: "links" }, { check: "words" }],
  });
});

it("is spam when the weights reach 1, and names the heaviest check", () => {
  expect(verdict(finding("links", 0.3), finding("words", 0.7))).toMatchObject({
    kind: "spam",
    reason: "words",
    findings: [{ check: "links" }, { check: "words" }],
  });
});

it("adds in decimals: 0.1, 0.2 and 0.7 make 1", () => {
  const checks = [finding("a", 0.1), finding("b", 0.2), finding("c", 0.7)];

  expect(verdict(...checks).kind).toBe("spam");
});

it("subtracts the weight of findings that indicate ham", () => {
  const checks = [finding("links", 1), finding("classifier", -0.4)];

  expect(verdict(...checks).kind).toBe("ham");
  expect(verdict(...checks, finding("too_fast", 0.4))).toMatchObject({
    reason: "links",
    findings: [{ weight: 1 }, { weight: -0.4 }, { weight: 0.4 }],
  });
});

it.each(["captcha", "honeypot", "blocked_words"])(
  "is spam by %s alone, whatever indicates ham",
  (check) => {
    expect(verdict(finding(check, 1), finding("classifier", -0.9))).toMatchObject({
      kind: "spam",
      reason: check,
    });
  },
);
