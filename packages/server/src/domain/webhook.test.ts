import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { headersProblem, MASK, maskSecret, secretHint, urlProblem } from "./webhook.ts";

describe("the url of a webhook", () => {
  it.each([
    "https://example.org/hook",
    "http://127.0.0.1:9/",
    "https://example.org/?token=a%20b#part",
    "https://[::1]:8443/",
  ])("may be %s", (url) => {
    expect(urlProblem(url)).toBeUndefined();
  });

  it.each([
    ["", /write it whole/],
    ["example.org/hook", /write it whole/],
    ["//example.org/hook", /write it whole/],
    ["https://", /write it whole/],
    ["javascript:alert(1)", /http/],
    ["file:///etc/passwd", /http/],
    ["ftp://example.org/", /http/],
    ["https://user:secret@example.org/", /user name/],
    ["https://user@example.org/", /user name/],
    ["https://:secret@example.org/", /user name/],
  ])("may not be %s", (url, words) => {
    expect(urlProblem(url)).toMatch(words);
  });
});

describe("the headers of a webhook", () => {
  it.each([
    [{ name: "X-Team", value: "blue" }],
    [{ name: "Authorization", value: "Basic YTpi" }],
    [{ name: "x_y.z~!#$%&'*+^`|", value: "" }],
    [{ name: "X-Latin", value: "caf\u00e9\ttab" }],
  ])("may be %j", (header) => {
    expect(headersProblem([header])).toBeUndefined();
  });

  it.each([
    "Host",
    "content-length",
    "Content-Type",
    "TRANSFER-ENCODING",
    "Connection",
    "webhook-id",
    "Webhook-Signature",
    "X-Service-Signature",
    "x-service-anything",
    "User-Agent",
    "Expect",
  ])("may not set %s, which is Intray's", (name) => {
    expect(headersProblem([{ name, value: "x" }])).toMatch(/set by Intray/);
  });

  it("may carry nothing that ends a header and begins another", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom("\r", "\n", "\0", "\x7f", "\u2028", "☃"),
        fc.string(),
        (before, bad, after) => {
          expect(headersProblem([{ name: "X-A", value: before + bad + after }])).toMatch(
            /value of/,
          );
          expect(headersProblem([{ name: `X${before}${bad}`, value: "" }])).toMatch(
            /no header name/,
          );
        },
      ),
    );
  });

  it("may not name one twice, in any letter case", () => {
    expect(
      headersProblem([
        { name: "X-A", value: "1" },
        { name: "x-a", value: "2" },
      ]),
    ).toMatch(/twice/);
  });
});

describe("a mask", () => {
  it("tells no more of a secret than its last four characters", () => {
    expect(maskSecret(secretHint("whsec_0123456789abcdef"))).toBe("whsec_…cdef");
    expect(MASK).not.toMatch(/\w/);
  });
});
