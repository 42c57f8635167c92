import { describe, expect, it } from "vitest";
import { etagOf, isKnown, allowsRange } from "./attachment-conditions.ts";

const ETAG = etagOf(Buffer.alloc(32, 0xab));

it("the ETag of a file is the hash of its bytes", () => {
  expect(ETAG).toBe(`"${"ab".repeat(32)}"`);
});

describe("whether the client already has the file", () => {
  it.each([
    [ETAG, true],
    [`W/${ETAG}`, true],
    [`"other", ${ETAG}`, true],
    [`"a,b",W/${ETAG} , "c"`, true],
    ["*", true],
    [undefined, false],
    ["", false],
    ['"other"', false],
    ["ab".repeat(32), false],
    [`"${"AB".repeat(32)}"`, false],
  ])("with If-None-Match %j: %j", (header, expected) => {
    expect(isKnown(header, ETAG)).toBe(expected);
  });
});

describe("whether a range may be sent", () => {
  it.each([
    [undefined, true],
    [ETAG, true],
    [`W/${ETAG}`, false],
    ['"other"', false],
    ["Sat, 21 Nov 2026 11:00:00 GMT", false],
    ["", false],
  ])("with If-Range %j: %j", (header, expected) => {
    expect(allowsRange(header, ETAG)).toBe(expected);
  });
});
