import { sourceOf } from "./source.ts";

it("prefers the URL that the page reports, and splits it into parts", () => {
  expect(sourceOf("https://u:p@a.example:8443/p?x=1&x=2#top", "https://b.example/")).toEqual({
    source_url: "https://a.example:8443/p?x=1&x=2#top",
    source_host: "a.example:8443",
    source_path: "/p",
    source_fragment: "top",
    source_query: '[["x","1"],["x","2"]]',
  });
});

it("has no query if the URL has none", () => {
  expect(sourceOf("https://a.example/p?#top", null).source_query).toBeNull();
});

it("reads only the host from a bare origin in Referer", () => {
  expect(sourceOf(null, "https://b.example/")).toEqual({
    source_url: "https://b.example/",
    source_host: "b.example",
    source_path: null,
    source_fragment: null,
    source_query: null,
  });
});

it.each(["javascript:alert(1)", "nonsense", `https://a.example/${"x".repeat(3_000)}`, ""])(
  "ignores %s",
  (reported) => {
    expect(sourceOf(reported, null).source_url).toBeNull();
  },
);
