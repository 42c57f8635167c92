import { hopsOf, installationOf, MAX_HOPS, withHop } from "./hops.ts";

const KEY = Buffer.alloc(32, 1);
const OLDER_KEY = Buffer.alloc(32, 2);
const self = installationOf([KEY, OLDER_KEY]);
const other = (n: number) => n.toString(16).padStart(16, "0");
const others = (count: number) => Array.from({ length: count }, (_, n) => other(n)).join(",");

describe("hops", () => {
  it.each([
    ["its own name", self.name],
    ["the name of its older key", installationOf([OLDER_KEY]).name],
    ["its own name among others", `${other(1)}, ${self.name} ,${other(2)}`],
    ["too many others", others(MAX_HOPS)],
  ])("refuse a post with %s", (_, header) => {
    expect(() => hopsOf(header, self)).toThrow(
      expect.objectContaining({ code: "loop_detected" }) as Error,
    );
  });

  it("let a post pass that other installations have delivered", () => {
    expect(hopsOf(others(MAX_HOPS - 1), self)).toBe(others(MAX_HOPS - 1));
    expect(hopsOf([other(1), other(2)], self)).toBe(others(3).slice(17));
  });

  it.each([undefined, "", "fastly; n=1", self.name.toUpperCase(), `${self.name};n=1`])(
    "ignore a header that no Intray wrote: %s",
    (header) => {
      expect(hopsOf(header, self)).toBeUndefined();
    },
  );

  it("name this installation last in a delivery", () => {
    expect(withHop(null, self)).toBe(self.name);
    expect(withHop(others(2), self)).toBe(`${others(2)},${self.name}`);
  });

  it("name servers with the same key alike, and tell nothing about the key", () => {
    expect(installationOf([KEY]).name).toBe(self.name);
    expect(self.name).toMatch(/^[0-9a-f]{16}$/);
    expect(KEY.toString("hex")).not.toContain(self.name);
    expect(installationOf([OLDER_KEY]).name).not.toBe(self.name);
  });
});
