import fc from "fast-check";
import { headersProblem, MASK, maskSecret, secretHint, urlProblem } from "./webhook.ts";

describe("the url of a webhook", () => {
  it.each([
    "https://example.org/hook",
    "http://127.0.0.1:9/",
    "https://example.org/?token=a%20b#part",
    "https://[::1]:8443/",
  ])("is valid: %s", (url) => {
    expect(urlProblem(url)).toBeUndefined();
  });

  it.each([
    ["", /complete URL/],
    ["example.org/hook", /complete URL/],
    ["//example.org/hook", /complete URL/],
    ["https://", /complete URL/],
    ["javascript:alert(1)", /http/],
    ["file:///etc/passwd", /http/],
    ["ftp://example.org/", /http/],
    ["https://user:secret@example.org/", /user name/],
    ["https://user@example.org/", /user name/],
    ["https://:secret@example.org/", /user name/],
  ])("is invalid: %s", (url, words) => {
    expect(urlProblem(url)).toMatch(words);
  });
});

describe("the headers of a webhook", () => {
  it.each([
    [{ name: "X-Team", value: "blue" }],
    [{ name: "Authorization", value: "Basic YTpi" }],
    [{ name: "x_y.z~!#$%&'*+^`|", value: "" }],
    [{ name: "X-Latin", value: "caf\u00e9\ttab" }],
  ])("are valid: %j", (header) => {
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
  ])("may not include %s, which Intray sets", (name) => {
    expect(headersProblem([{ name, value: "x" }])).toMatch(/set by Intray/);
  });

  it("may not contain a line break or another character that ends a header", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom("\r", "\n", "\0", "\x7f", "\u2028", "☃"),
        fc.string(),
        (before, bad, after) => {
          const value = { name: "X-A", value: before + bad + after };
          expect(headersProblem([value])).toMatch(/value of/);
          const name = { name: `X${before}${bad}`, value: "" };
          expect(headersProblem([name])).toMatch(/not a header name/);
        },
      ),
    );
  });

  it("may not contain a name twice, in any letter case", () => {
    expect(
      headersProblem([
        { name: "X-A", value: "1" },
        { name: "x-a", value: "2" },
      ]),
    ).toMatch(/twice/);
  });
});

it("a mask shows only the last four characters of a secret", () => {
  expect(maskSecret(secretHint("whsec_0123456789abcdef"))).toBe("whsec_…cdef");
  expect(MASK).not.toMatch(/\w/);
});
