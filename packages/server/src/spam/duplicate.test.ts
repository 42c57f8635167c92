import { expect, it } from "vitest";
import { contentHash } from "./duplicate.ts";

it("tells forms, orders and values apart, and nothing else", () => {
  const fields = '[["a","1"],["b","2"]]';

  expect(contentHash(1, fields)).toHaveLength(16);
  expect(contentHash(1, fields).equals(contentHash(1, fields))).toBe(true);
  for (const other of [
    contentHash(2, fields),
    contentHash(1, '[["b","2"],["a","1"]]'),
    contentHash(1, "[]"),
  ]) {
    expect(contentHash(1, fields).equals(other)).toBe(false);
  }
});
