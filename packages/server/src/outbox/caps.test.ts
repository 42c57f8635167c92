import { describe, expect, it } from "vitest";
import { createCaps } from "./caps.ts";

describe("caps", () => {
  it("are full from the last attempt that may begin until less is taken than may be", () => {
    const caps = createCaps();

    caps.begin(7);
    expect(caps.full()).toEqual([]);
    caps.begin(7);
    expect(caps.full()).toEqual([7]);
    caps.end(7, true);
    expect(caps.full()).toEqual([7]);
    caps.offered();
    expect(caps.full()).toEqual([]);
  });

  it("stay full while each free slot is taken at once", () => {
    const caps = createCaps();
    caps.begin(7);
    caps.end(7, false); // from two to one
    for (let n = 0; n < 3; n++) {
      caps.begin(7);
      caps.offered();
      expect(caps.full()).toEqual([7]);
      caps.end(7, false);
      expect(caps.full()).toEqual([7]);
    }
  });

  it("forget a webhook that is back at the start", () => {
    const caps = createCaps();
    caps.begin(7);
    caps.end(7, false);
    caps.begin(7);
    caps.end(7, true); // at two again

    caps.offered();

    expect(caps.loadOf()).toEqual({});
  });
});
