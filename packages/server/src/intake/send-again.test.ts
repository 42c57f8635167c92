import { describe, expect, it } from "vitest";
import type { Pair } from "./fields.ts";
import { keptInput } from "./send-again.ts";

const sent = {
  honeypotField: "_gotcha",
  origin: "https://example.org",
  referrer: "https://example.org/contact?x=1",
};
const keep = (...pairs: Pair[]) => keptInput({ pairs, attachments: [] }, sent);

describe("what was sent", () => {
  it("is kept whole, with where it came from and where it leads spelled out", () => {
    const kept = keep(["a", "1"], ["_gotcha", ""], ["_next", "/thanks"], ["a", "2"]);

    expect(kept).toEqual({
      pairs: [
        ["a", "1"],
        ["_gotcha", ""],
        ["a", "2"],
        ["_source_url", "https://example.org/contact?x=1"],
        ["_redirect", "https://example.org/thanks"],
      ],
      shown: [
        ["a", "1"],
        ["a", "2"],
      ],
      hadFiles: false,
    });
  });

  it("leads nowhere that is no plain address", () => {
    const kept = keep(["a", "1"], ["_next", "javascript:alert(1)"]);

    expect(kept?.pairs.some(([name]) => name === "_redirect" || name === "_next")).toBe(false);
  });

  it("is not kept where there is nothing, or too much for a page", () => {
    expect(keep(["_gotcha", "x"])).toBeUndefined();
    expect(keep(["a", "x".repeat(65_536)])).toBeUndefined();
    expect(keep(...Array.from({ length: 201 }, (): Pair => ["a", ""]))).toBeUndefined();
  });
});
