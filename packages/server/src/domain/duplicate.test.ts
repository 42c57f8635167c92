import { expect, it } from "vitest";
import { contentHash } from "./duplicate.ts";

it("depends on the form, the order and the values of the fields", () => {
  const fields = '[["a","1"],["b","2"]]';

  expect(contentHash(1, fields)).toMatch(/^[0-9a-f]{32}$/);
  expect(contentHash(1, fields) === contentHash(1, fields)).toBe(true);
  for (const other of [
    contentHash(2, fields),
    contentHash(1, '[["b","2"],["a","1"]]'),
    contentHash(1, "[]"),
  ]) {
    expect(contentHash(1, fields) === other).toBe(false);
  }
});
