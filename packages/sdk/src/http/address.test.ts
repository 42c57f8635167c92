import fc from "fast-check";
import { Address } from "./address.ts";
import { IntrayError } from "../errors.ts";

describe("Address", () => {
  it.each([
    ["http://a.test", "/me", "http://a.test/api/v1/me"],
    ["http://a.test/", "me", "http://a.test/api/v1/me"],
    ["http://a.test/api/v1/", "/api/v1/me", "http://a.test/api/v1/me"],
    ["https://a.test:8443/intray//", "/me", "https://a.test:8443/intray/api/v1/me"],
    ["https://a.test/intray/api/v1", "/me?a=b", "https://a.test/intray/api/v1/me?a=b"],
    ["http://a.test", "http://a.test/healthz", "http://a.test/healthz"],
  ])("of %s takes %s to %s", (baseUrl, path, expected) => {
    expect(new Address(baseUrl).of(path)).toBe(expected);
  });

  it("leaves out parameters without a value, and keeps 0, false and the empty string", () => {
    const query = { a: undefined, b: null, c: 0, d: false, e: "" };

    expect(new Address("http://a.test").of("/x", query)).toBe(
      "http://a.test/api/v1/x?c=0&d=false&e=",
    );
  });

  it("never returns another server, whatever the path", () => {
    const address = new Address("http://a.test/base");
    const path = fc.oneof(fc.string({ unit: "binary" }), fc.webUrl(), fc.webPath());

    fc.assert(
      fc.property(path, (one) => {
        const url = attempt(() => address.of(one));
        expect(url === "refused" || new URL(url).origin === "http://a.test").toBe(true);
      }),
    );
  });

  it("keeps each segment of a path in its place, whatever it contains", () => {
    const address = new Address("http://a.test");
    const hostile = fc.constantFrom(
      "",
      ".",
      "..",
      "%2e",
      "%2e%2e",
      "/",
      "\\",
      "?",
      "#",
      "a/../b",
      "\ud800",
    );

    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: "binary" })), (id) => {
        const url = attempt(() => address.of(["forms", id, "submissions"]));
        const isRefused = ["", ".", ".."].includes(id);
        const steps = isRefused
          ? "refused"
          : new URL(url).pathname.split("/").map(decodeURIComponent);
        expect(isRefused ? url : steps).toEqual(
          isRefused ? "refused" : ["", "api", "v1", "forms", id.toWellFormed(), "submissions"],
        );
      }),
    );
  });
});

function attempt(make: () => string): string {
  try {
    return make();
  } catch (error) {
    if (error instanceof IntrayError && error.kind === "usage") return "refused";
    throw error;
  }
}
