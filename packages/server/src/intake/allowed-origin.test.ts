import { describe, expect, it } from "vitest";
import { isAllowedHost, postingHost, requireAllowedOrigin } from "./allowed-origin.ts";

describe("the allowed origin", () => {
  it("is read from Origin before Referer, and from a null Origin not", () => {
    expect(postingHost("https://a.example", "https://b.example/x")).toBe("a.example");
    expect(postingHost("null", "https://b.example/x")).toBe("b.example");
    expect(postingHost(undefined, "nonsense")).toBeNull();
  });

  it.each([
    ["example.org", true],
    ["www.example.org", true],
    ["notexample.org", false],
    ["example.org.evil.example", false],
    [null, false],
  ])("of a form for Example.org lets %s in: %s", (host, isAllowed) => {
    expect(isAllowedHost(host, ["Example.org"])).toBe(isAllowed);
  });

  it("lets everyone in where no domain is set", () => {
    expect(() =>
      requireAllowedOrigin({ origin: undefined, referrer: undefined }, []),
    ).not.toThrow();
  });

  it("says which site was refused and what would let it in", () => {
    expect(() =>
      requireAllowedOrigin({ origin: "https://evil.example", referrer: undefined }, ["a.example"]),
    ).toThrow(/from evil\.example\. Add that domain to the form's allowed_domains/);
  });
});
