import { expect, it } from "vitest";
import { isAtLeast } from "./runtime.ts";

it.each([
  ["22.19.0", true],
  ["22.18.9", false],
  ["24.0.0", true],
  ["20.20.2", false],
])("whether Node %s satisfies >=22.19: %j", (version, expected) => {
  expect(isAtLeast(version, ">=22.19")).toBe(expected);
});
