import { redirectTarget } from "./redirect.ts";

const form = {
  redirect_url: "https://example.org/default",
  allowed_domains: ["shop.example"],
};
const target = (redirect: string | null, page = "https://shop.example/contact") =>
  redirectTarget({ redirect, origin: undefined, referrer: page }, form);

it.each([
  ["https://shop.example/thanks", "https://shop.example/thanks"],
  ["/thanks?x=1", "https://shop.example/thanks?x=1"],
  ["thanks", "https://shop.example/thanks"],
  ["https://example.org/other", "https://example.org/other"],
])("follows %s to an allowed site", (requested, url) => {
  expect(target(requested)).toBe(url);
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
])("never follows %s", (requested) => {
  expect(target(requested)).toBe("https://example.org/default");
});

it("does not follow a path on a site that is not allowed", () => {
  expect(target("/thanks", "https://evil.example/")).toBe("https://example.org/default");
});

it("returns ASCII, as a header requires", () => {
  const settings = { redirect_url: "https://例え.example/größe?\n", allowed_domains: [] };
  const request = { redirect: null, origin: undefined, referrer: undefined };

  expect(redirectTarget(request, settings)).toBe("https://xn--r8jz45g.example/gr%C3%B6%C3%9Fe?");
});

it("returns null if the form has no redirect settings", () => {
  const none = { redirect_url: null, allowed_domains: [] };

  expect(
    redirectTarget(
      { redirect: "https://a.example/", origin: "https://a.example", referrer: undefined },
      none,
    ),
  ).toBeNull();
});
