import { describe, expect, it } from "vitest";
import { redirectTarget } from "./redirect.ts";

const form = {
  redirect_url: "https://example.org/default",
  allowed_domains: ["shop.example"],
};
const target = (redirect: string | null, page = "https://shop.example/contact") =>
  redirectTarget({ redirect, origin: undefined, referrer: page }, form);

describe("redirectTarget", () => {
  it.each([
    ["https://shop.example/thanks", "https://shop.example/thanks"],
    ["/thanks?x=1", "https://shop.example/thanks?x=1"],
    ["thanks", "https://shop.example/thanks"],
    ["https://example.org/other", "https://example.org/other"],
  ])("follows %s to the form's own places", (wish, url) => {
    expect(target(wish)).toBe(url);
  });

  it.each([
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "\\\\evil.example",
    "https://shop.example@evil.example/",
    "https://user:pw@shop.example/",
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://shop.example/",
    "https://notshop.example/",
    "https://shop.example.evil.example/",
    " https://shop.example/",
    "http://[",
  ])("never follows %s", (wish) => {
    expect(target(wish)).toBe("https://example.org/default");
  });

  it("does not follow a path of a page that is not the form's", () => {
    expect(target("/thanks", "https://evil.example/")).toBe("https://example.org/default");
  });

  it("is written in ASCII, as a header has to be", () => {
    const owner = { redirect_url: "https://例え.example/größe?\n", allowed_domains: [] };
    const asked = { redirect: null, origin: undefined, referrer: undefined };

    expect(redirectTarget(asked, owner)).toBe("https://xn--r8jz45g.example/gr%C3%B6%C3%9Fe?");
  });

  it("gives nothing where nothing is set", () => {
    const none = { redirect_url: null, allowed_domains: [] };

    expect(
      redirectTarget(
        { redirect: "https://a.example/", origin: "https://a.example", referrer: undefined },
        none,
      ),
    ).toBeNull();
  });
});
