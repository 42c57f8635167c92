import { readFileSync } from "node:fs";
import { contentHash, duplicateHash } from "./duplicate.ts";
import type { Fields } from "./submission.ts";

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

describe("two posts with the same fields", () => {
  const isDuplicate = (fields: Fields, [a, b]: readonly [string | null, string | null]) => {
    const json = JSON.stringify(fields);
    const first = duplicateHash(1, { fields, json, ip: a });
    return first === duplicateHash(1, { fields, json, ip: b });
  };
  const SAME = ["192.0.2.1", "192.0.2.1"] as const;
  const OTHER = ["192.0.2.1", "198.51.100.7"] as const;
  const LONG = "x".repeat(150);

  it.each([
    ["a short text from one address", { message: "Thank you!" }, SAME, true],
    ["a short text from two addresses", { message: "Thank you!" }, OTHER, false],
    ["a short text from unknown addresses", { message: "Thank you!" }, [null, null], true],
    ["200 characters from two addresses", { a: LONG, b: ["y", "z".repeat(49)] }, OTHER, false],
    ["201 characters from two addresses", { a: LONG, b: ["y", "z".repeat(50)] }, OTHER, true],
    ["a sender's address", { mail: " ada@example.org ", message: "Hi" }, OTHER, true],
    ["an @ that is no address", { message: "@ada thanks" }, OTHER, false],
  ] as const)("of %s", (_, fields, ips, expected) => {
    expect(isDuplicate(Object.entries(fields), ips)).toBe(expected);
  });

  it("from two addresses are no duplicates for honest messages of up to 200 characters without a sender", () => {
    const messages = readFileSync(
      new URL("../../../../../test/vectors/spam-corpus.jsonl", import.meta.url),
      "utf8",
    )
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly verdict: string; readonly fields: Fields })
      .filter(({ verdict }) => verdict === "ham")
      .map(({ fields }): Fields => fields.slice(-1));

    const duplicates = messages.filter((fields) => isDuplicate(fields, OTHER));

    expect(messages.length).toBeGreaterThan(250);
    expect(duplicates.filter((fields) => String(fields[0]?.[1]).length <= 200)).toEqual([]);
    expect(messages.filter((fields) => !isDuplicate(fields, SAME))).toEqual([]);
  });
});
