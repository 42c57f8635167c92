import { describe, expect, it } from "vitest";
import { parseFormRef } from "./form.ts";
import { formProblem } from "./form-problem.ts";

describe("formProblem", () => {
  it.each([
    {},
    { redirect_url: null },
    { redirect_url: "https://example.org/thanks?a=b" },
    { timezone: "Europe/Berlin" },
    { timezone: "UTC" },
    { allowed_domains: [], blocked_domains: ["example.org", "WWW.Example.org", "localhost"] },
    { allowed_domains: ["127.0.0.1", "[::1]", "xn--bcher-kva.de"] },
  ])("accepts %j", (settings) => {
    expect(formProblem(settings)).toBeUndefined();
  });

  it.each([
    [{ redirect_url: "thanks.html" }, "redirect_url", /https/],
    [{ redirect_url: "javascript:alert(1)" }, "redirect_url", /https/],
    [{ redirect_url: "" }, "redirect_url", /https/],
    [{ timezone: "Mars/Olympus" }, "timezone", /Europe\/Berlin/],
    [{ timezone: "" }, "timezone", /Europe\/Berlin/],
    [{ allowed_domains: ["https://example.org/form"] }, "allowed_domains", /write "example.org"/],
    [{ allowed_domains: ["example.org:8080"] }, "allowed_domains", /write "example.org"/],
    [{ allowed_domains: ["bücher.de"] }, "allowed_domains", /write "xn--bcher-kva.de"/],
    [{ blocked_domains: ["*.example.org"] }, "blocked_domains", /subdomains/],
    [{ blocked_domains: [""] }, "blocked_domains", /is not a domain/],
    [{ blocked_domains: ["a b"] }, "blocked_domains", /is not a domain/],
  ])("rejects %j", (settings, field, words) => {
    const problem = formProblem(settings);

    expect(problem?.field).toBe(field);
    expect(problem?.message).toMatch(words);
  });
});

describe("parseFormRef", () => {
  it.each([
    ["12", { id: 12, uuid: undefined }],
    ["00000000000a", { id: undefined, uuid: "00000000000a" }],
    ["123456789012", { id: 123_456_789_012, uuid: "123456789012" }],
    ["9007199254740993", { id: undefined, uuid: undefined }],
    ["0", { id: undefined, uuid: undefined }],
    ["-1", { id: undefined, uuid: undefined }],
    ["1.5", { id: undefined, uuid: undefined }],
    ["00000000000A", { id: undefined, uuid: undefined }],
    ["", { id: undefined, uuid: undefined }],
  ])("parses %j as %j", (text, ref) => {
    expect(parseFormRef(text)).toEqual(ref);
  });
});
