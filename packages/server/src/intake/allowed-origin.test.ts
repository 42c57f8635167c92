import { describe, expect, it } from "vitest";
import { isAllowedHost, originHost, requireAllowedOrigin } from "./allowed-origin.ts";

describe("the allowed origin", () => {
  it("is read from Origin, and from Referer if Origin is missing or null", () => {
    expect(originHost("https://a.example", "https://b.example/x")).toBe("a.example");
    expect(originHost("null", "https://b.example/x")).toBe("b.example");
    expect(originHost(undefined, "nonsense")).toBeNull();
  });

  it.each([
    ["example.org", true],
    ["www.example.org", true],
    ["notexample.org", false],
    ["example.org.evil.example", false],
    [null, false],
  ])("of a form for Example.org allows %s: %s", (host, isAllowed) => {
    expect(isAllowedHost(host, ["Example.org"])).toBe(isAllowed);
  });

  it("allows every host if no domain is set", () => {
    expect(() =>
      requireAllowedOrigin({ origin: undefined, referrer: undefined }, []),
    ).not.toThrow();
  });

  it("names the rejected host and the setting that would allow it", () => {
    expect(() =>
      requireAllowedOrigin({ origin: "https://evil.example", referrer: undefined }, ["a.example"]),
    ).toThrow(/from evil\.example\. Add that domain to the form's allowed_domains/);
  });
});
